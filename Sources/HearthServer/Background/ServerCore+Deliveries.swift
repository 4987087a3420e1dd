import HearthModel
import HearthStore
import HearthWire

/// What has happened that matters for deliveries.
extension ServerCore {
    /// What the store has kept from an earlier run.
    func beginDeliveries() {
        for app in snapshot.background.appNames {
            registrationsChanged(of: app)
        }
    }

    /// Looks at what has become of writes of which nobody knew. Surely said it is when the disk works again.
    func resolveDoubts() {
        for app in background.doubtful {
            registrationsChanged(of: app)
        }
    }

    private func registrationsChanged(of app: String) {
        if let old = background.registeredTypes[app] {
            background.registered.remove(app, old)
        }
        let types = snapshot.background.registrations(of: app).map(\.type)
        background.registeredTypes[app] = types.isEmpty ? nil : types
        if !types.isEmpty {
            background.registered.insert(app, types)
        }
        consider(app)
    }

    /// Something has happened that may matter for the deliveries to an app.
    func consider(_ app: String) {
        if background.registeredTypes[app] != nil || background.deliveries[app] != nil {
            background.open.insert(app)
        }
    }

    func beginsTelling(_ call: any TellingCall, _ id: CallID, of session: Session) {
        guard let app = session.app else { return }
        background.telling.insert(call, id, of: app)
        consider(app)
    }

    /// A batch or a notice was sent.
    func hasTold(_ call: some ReadingCall, of session: Session) {
        if call.telling != nil, let app = session.app {
            consider(app)
        }
    }

    /// A call ends. What it has passed over or told without wanting an answer counts as dealt with, when it is the last.
    func stopsTelling(_ call: any ReadingCall, _ id: CallID, of session: Session) {
        guard let telling = call.telling, let app = session.app else { return }
        background.telling.remove(id, of: app)
        consider(app)
        guard !isStopping, let place = place(of: call, id) else { return }
        var covered: [ObjectType] = []
        for (type, _, progress) in snapshot.background.deliveries(of: app) where telling.concerns(type) {
            let newest = snapshot.lastChange(of: type)
            guard newest > progress.acknowledged, place.sequence >= newest,
                !telling.isAcknowledged || telling.told(type) <= progress.acknowledged,
                background.telling.concerning(type, of: app).isEmpty
            else { continue }
            covered.append(type)
        }
        if !covered.isEmpty {
            note(DeliveryNote(.passedOver(snapshot.head), of: covered), app)
        }
    }

    /// A write is on its way to the disk.
    func willWrite(_ operation: Write.Operation, _ app: String) {
        switch operation {
        case .acknowledge: deliveries(to: app).acknowledgementsUnderWay += 1
        case .note: deliveries(to: app).notesUnderWay += 1
        case .save, .delete, .addToWorkout, .setCharacteristics, .register: break
        }
    }

    /// A write is durable or refused.
    func hasWritten(_ write: FinishedWrite) {
        let app = write.app
        switch write.operation {
        case .register: registrationsChanged(of: app)
        case .acknowledge:
            deliveries(to: app).acknowledgementsUnderWay -= 1
            background.open.insert(app)
        case .note(let note):
            hasNoted(note, of: app, isDurable: (try? write.result.get()) != nil)
        case .save, .delete, .addToWorkout, .setCharacteristics: return
        }
        if !snapshot.background.contains(app) {
            background.introduced.removeValue(forKey: app)
        }
        if case .failure(let error) = write.result, error.code == .storageFailed {
            // It may be on the disk all the same, which the next state says.
            background.doubtful.insert(app)
        }
    }

    func note(_ note: DeliveryNote, _ app: String) {
        let origin = Write.Origin(source: Source(bundleIdentifier: app, name: app))
        willWrite(.note(note), app)
        let account = writes.account(ofApp: app)
        writes.schedule(.note(note), from: origin, of: account)
    }

    private func hasNoted(_ note: DeliveryNote, of app: String, isDurable: Bool) {
        let deliveries = self.deliveries(to: app)
        deliveries.notesUnderWay -= 1
        if !isDurable {
            // The disk is full, most likely: what is not noted is not done.
            deliveries.restsUntil = time.nanoseconds + options.background.rest
        }
        if case .removed = note.event {
            registrationsChanged(of: app)
        }
        if case .begun = note.event {
            let registered = Set(snapshot.background.registrations(of: app).map(\.type))
            if isDurable, !isStopping, note.types.isEmpty || !registered.isDisjoint(with: note.types) {
                start(note.types, deliveries)
            } else if let process = deliveries.process {
                deliveries.process = nil
                makeRoom(process.id)
            }
        }
        consider(app)
    }

    func deliveries(to app: String) -> AppDeliveries {
        if let known = background.deliveries[app] { return known }
        let made = AppDeliveries(app)
        background.deliveries[app] = made
        return made
    }

    /// Takes what was noted as the beginning of a delivery to the process that is to carry it out.
    private func start(_ types: [ObjectType], _ deliveries: AppDeliveries) {
        guard var process = deliveries.process, case .wanted(let launch) = process.stage else { return }
        process.stage = .running
        process.deadline = time.nanoseconds + process.timeLimit
        deliveries.process = process
        for type in types {
            deliveries.attempts[type] =
                AppDeliveries.Attempt(commit: snapshot.lastChange(of: type), deadline: process.deadline)
        }
        background.orders.append(.start(process.id, app: deliveries.app, launch))
        background.events.append(.starts(app: deliveries.app, types: types))
    }
}
