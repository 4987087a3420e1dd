import HearthModel
import HearthStore

/// Background delivery: notices that samples have changed for which apps are registered, starts those that do not run,
/// and has them acknowledge the changes.
///
///     event -> scheduleCheck -> takeChecks -> check -> effects
///
/// Refers to connections and calls by their ids. The server reports events and executes the effects that they return.
final class DeliveryEngine {
    let options: BackgroundOptions
    private var registered = RegisteredApps()
    private(set) var calls = NotifyingCalls()
    private var cursors = CursorAcknowledgements()
    private var introduced = IntroducedApps()
    private var active: ActiveDeliveries
    /// Apps with a write that the storage refused, and that may be on the disk all the same.
    private var doubtful: Set<AppID> = []
    /// The apps to be checked.
    private var checks = ReadyQueue<AppID>()
    private var isStopping = false

    /// The most apps that are checked in one turn of the server.
    private static let checksPerTurn = 16

    init(_ options: BackgroundOptions, in snapshot: Snapshot) {
        self.options = options
        active = ActiveDeliveries(options)
        for app in snapshot.background.appIDs {
            updateRegistrations(of: app, in: snapshot)
        }
    }

    func isRegistered(_ app: AppID) -> Bool { registered.contains(app) }

    /// Schedules a check of an app after an event that may matter for its deliveries.
    func scheduleCheck(_ app: AppID) {
        if registered.contains(app) || active[app] != nil {
            checks.insert(app)
            cursors.restart(app)
        }
    }

    private func updateRegistrations(of app: AppID, in snapshot: Snapshot) {
        registered.set(snapshot.background.registrations(of: app).map(\.type), for: app)
        scheduleCheck(app)
    }

    func statuses(in snapshot: Snapshot, at time: ServerTime) -> BackgroundAppStatuses {
        BackgroundAppStatuses(of: active, in: snapshot, options, at: time.date)
    }
}

// MARK: - Clients and their calls

extension DeliveryEngine {
    func clientIdentified(_ connection: ConnectionID, as app: AppID) {
        active[app]?.clientIdentified(connection)
    }

    func clientLeft(_ connection: ConnectionID, _ app: AppID) {
        active[app]?.clientLeft(connection)
        cursors.close(connection, of: app)
        scheduleCheck(app)
    }

    func callOpened(_ id: CallID, _ call: NotifyingCall, of app: AppID) {
        calls.insert(call, id, of: app)
        scheduleCheck(app)
    }

    /// A call is about to send a notice. Returns the anchor for it if the app may not acknowledge everything up to the
    /// notification by that: another call of the connection has not sent its notice of it yet. The last one that sends
    /// its notice offers the whole.
    func willNotify(_ id: CallID, _ notification: ChangeNotification, in snapshot: Snapshot) -> Anchor? {
        guard let app = calls.app(of: id), let call = calls[id], let reportedUpTo = call.sentUpTo else { return nil }
        let isAlone = calls.isAlone(on: id.connection) && !cursors.isUsed(on: id.connection)
        let news = isAlone ? [] : call.news(notification, of: app, in: snapshot)
        let commit = calls.offer(id, notification, news)
        cursors.didNotify(news, reportedUpTo: reportedUpTo, on: id.connection)
        return commit < notification.commit ? Anchor(storeID: snapshot.storeID, sequence: commit) : nil
    }

    /// A call needs no notice of the changes up to a commit.
    func didPassOver(_ id: CallID, upTo commit: UInt64) {
        guard calls[id]?.sentUpTo != nil else { return }
        calls.didSend(id, upTo: commit)
        calls.app(of: id).map(scheduleCheck)
    }

    /// A call that follows nothing has sent a batch of a cursor.
    func didSend(_ place: CursorPlace, on connection: ConnectionID) {
        cursors.didSend(place, on: connection, restarts: true)
    }

    /// A call may have passed over changes for which acknowledgements wait.
    func checkWaiting() { cursors.waitingApps.forEach(scheduleCheck) }

    /// A call has notified its app. Does nothing for a call that was not reported as open.
    func didNotify(_ id: CallID, _ notification: ChangeNotification) {
        if let cursor = calls[id]?.cursor {
            let place = CursorPlace(cursor: cursor, commit: notification.commit)
            cursors.didSend(place, on: id.connection, restarts: false)
        }
        calls.didNotify(id, notification)
        calls.app(of: id).map(scheduleCheck)
    }

    /// A call has ended. `position`: the commit up to which it has sent everything.
    ///
    /// When it was the last one for a type, the app has handled what did not match and what it need not acknowledge.
    func callClosed(_ id: CallID, position: UInt64?, in snapshot: Snapshot) -> [DeliveryEffect] {
        guard let (app, call) = calls.remove(id) else { return [] }
        scheduleCheck(app)
        guard !isStopping, let position else { return [] }
        var handled: [ObjectType] = []
        for (type, _, progress) in snapshot.background.deliveries(of: app) where call.concerns(type) {
            let newest = snapshot.lastChange(of: type)
            guard newest > progress.acknowledged, position >= newest,
                !call.isAcknowledged || call.lastNotified(of: type) <= progress.acknowledged,
                !calls.concern(type, of: app)
            else { continue }
            handled.append(type)
        }
        var effects: [DeliveryEffect] = []
        if !handled.isEmpty {
            active.delivery(to: app).note(.passedOver(snapshot.head), of: handled, &effects)
        }
        return effects
    }

    /// The calls whose positions `answer` has to know.
    func callsBefore(_ request: DeliveryRequest, by app: AppID, on connection: ConnectionID) -> [CallID] {
        guard case .acknowledge(let acknowledgement) = request, acknowledgement.setsCursor else { return [] }
        return calls.ids(on: connection)
    }

    /// The part of an acknowledgement that counts at once, and the part that waits, because another call of the
    /// connection has yet to report changes of its types.
    func divide(
        _ acknowledgement: Acknowledge,
        by app: AppID,
        on connection: ConnectionID,
        in snapshot: Snapshot,
        _ positions: CallPositions
    ) -> (counting: Acknowledge, waiting: WaitingAcknowledgement?) {
        cursors.divide(acknowledgement, on: connection, .init(app, calls, snapshot, positions))
    }

    /// A part of the acknowledgement of a call waits, once that is durable.
    func wait(_ waiting: WaitingAcknowledgement, of call: CallID) {
        cursors.wait(waiting, of: call)
    }

    /// The owner asks for a start of an app.
    func requestStart(of app: AppID) {
        active.delivery(to: app).requestStart()
        scheduleCheck(app)
    }
}

// MARK: - The store

extension DeliveryEngine {
    /// The store has a new snapshot, in which samples of these types have changed.
    func snapshotAdvanced(to snapshot: Snapshot, changed types: [ObjectType]) {
        for app in doubtful {
            updateRegistrations(of: app, in: snapshot)
        }
        registered.apps(registeredFor: types).forEach(scheduleCheck)
    }

    /// Throws if a process may not introduce an app by a registration or a cursor.
    func checkIntroduction(
        of app: AppID,
        by process: Int32?,
        field: String,
        in snapshot: Snapshot
    ) throws(HearthError) {
        if !snapshot.background.contains(app) {
            try introduced.check(app, by: process, field: field)
        }
    }

    /// A client's write on behalf of an app is on its way to the disk.
    func willWrite(_ operation: Write.Operation, for app: AppID, by process: Int32?, in snapshot: Snapshot) {
        switch DeliveryWrite(operation) {
        case .register(let delivery):
            if !delivery.enable.isEmpty, !snapshot.background.contains(app) {
                introduced.insert(app, by: process)
            }
        case .acknowledge(let acknowledgement):
            active.delivery(to: app).willAcknowledge()
            if acknowledgement.setsCursor, !snapshot.background.contains(app) {
                introduced.insert(app, by: process)
            }
        case .note: active.delivery(to: app).willNote()
        case nil: break
        }
    }

    /// The storage accepts writes: the snapshot shows what became of those that it refused before.
    func noteDurableWrite() { doubtful = [] }

    /// A write is durable or refused. `call`: that of the client, if it is one's. `error`: why it was refused.
    func didWrite(
        _ operation: Write.Operation,
        for app: AppID,
        of call: CallID?,
        _ error: HearthError?,
        in snapshot: Snapshot,
        at time: ServerTime
    ) -> [DeliveryEffect] {
        guard let write = DeliveryWrite(operation) else { return [] }
        var effects: [DeliveryEffect] = []
        switch write {
        case .register: updateRegistrations(of: app, in: snapshot)
        case .acknowledge:
            if let call {
                cursors.didWrite(call, of: app, isDurable: error == nil)
            }
            active.delivery(to: app).didAcknowledge()
            scheduleCheck(app)
        case .note(let note):
            didWrite(note, for: app, isDurable: error == nil, in: snapshot, at: time, &effects)
        }
        if !snapshot.background.contains(app) {
            introduced.remove(app)
        }
        if error?.code == .storageFailed {
            doubtful.insert(app)
        }
        return effects
    }

    private func didWrite(
        _ note: DeliveryNote,
        for app: AppID,
        isDurable: Bool,
        in snapshot: Snapshot,
        at time: ServerTime,
        _ effects: inout [DeliveryEffect]
    ) {
        let delivery = active.delivery(to: app)
        delivery.didNote(isDurable: isDurable, at: time.nanoseconds, options)
        if case .removed = note.event {
            updateRegistrations(of: app, in: snapshot)
        }
        if case .begun = note.event {
            let registered = Set(snapshot.background.registrations(of: app).map(\.type))
            let isWanted = note.types.isEmpty || !registered.isDisjoint(with: note.types)
            if isDurable, !isStopping, isWanted, delivery.mayStartProcess(in: snapshot) {
                if let process = delivery.startProcess(for: note.types, in: snapshot, at: time.nanoseconds, &effects) {
                    active.begin(process, at: time.nanoseconds)
                }
            } else if let process = delivery.cancelProcess() {
                active.free(process).forEach(scheduleCheck)
            }
        }
        scheduleCheck(app)
    }
}

// MARK: - Checks

extension DeliveryEngine {
    var hasChecks: Bool { !checks.isEmpty }

    /// When `passTime` is to be called at the latest. Nil if nothing waits for a time.
    var deadline: Int64? { active.deadline }

    /// Time has passed. Schedules the checks that are due.
    func passTime(to now: Int64) { active.takeDue(at: now).forEach(scheduleCheck) }

    /// The next apps to be checked, a few in each turn of the server. One whose acknowledgements wait is the last: all
    /// calls of a connection are looked at for it.
    func takeChecks() -> [AppID] {
        var apps: [AppID] = []
        while apps.count < DeliveryEngine.checksPerTurn, let app = checks.popFirst() {
            apps.append(app)
            if cursors.isWaiting(app) { break }
        }
        return apps
    }

    /// The calls whose positions the checks of apps have to know.
    func callsBeforeChecks(of apps: [AppID]) -> [CallID] {
        apps.flatMap { app in cursors.nextWaiting(app).map(calls.ids(on:)) ?? [] }
    }

    func check(
        _ apps: [AppID],
        in snapshot: Snapshot,
        at time: ServerTime,
        newestConnection: ConnectionID,
        _ positions: CallPositions
    ) -> [DeliveryEffect] {
        guard !isStopping else { return [] }
        let context = DeliveryContext(
            snapshot: snapshot,
            time: time,
            newestConnection: newestConnection,
            options: options,
            positions: positions
        )
        var effects: [DeliveryEffect] = []
        for app in apps {
            check(active.delivery(to: app), context, &effects)
        }
        return effects
    }

    private func check(_ delivery: AppDelivery, _ context: DeliveryContext, _ effects: inout [DeliveryEffect]) {
        if delivery.mayNote(at: context.now) {
            let reached = cursors.takeReached(.init(delivery.app, calls, context.snapshot, context.positions))
            reached.forEach { delivery.note(.passedOver($0), of: $1, &effects) }
            if cursors.hasUnchecked(delivery.app) {
                checks.insert(delivery.app)
            }
        }
        if let types = delivery.check(context, calls, &effects) {
            start(delivery, for: types, context, &effects)
        } else {
            delivery.dropManifest()
        }
        active.didCheck(delivery)
    }

    /// Starts an app as soon as a slot is free.
    private func start(
        _ delivery: AppDelivery,
        for types: [ObjectType],
        _ context: DeliveryContext,
        _ effects: inout [DeliveryEffect]
    ) {
        guard active.hasFreeSlot(at: context.now) else {
            delivery.dropManifest()
            let owner = introduced.owner(of: delivery.app)
            active.waitForSlot(delivery.app, from: owner, at: context.now).map(scheduleCheck)
            return
        }
        let own = options.ownLaunch(of: delivery.app, in: context.snapshot)
        var launch = own
        if own?.isFallback ?? true {
            guard case .found(let installed) = delivery.takeManifest(&effects) else { return }
            launch = installed ?? own
        }
        guard let launch else {
            let hasSocket = context.snapshot.access.contains(delivery.app)
            delivery.missLaunch(hasSocket: hasSocket, context, &effects)
            return
        }
        let process = AppProcess(
            active.takeSlot(for: delivery.app),
            launch,
            isOwn: launch == own,
            timeLimit: options.timeLimit(of: launch),
            newestConnection: context.newestConnection
        )
        delivery.begin(process, for: types, context, &effects)
    }
}

// MARK: - Processes

extension DeliveryEngine {
    func processStarted(_ id: AppProcessID, number: Int32) {
        active.processStarted(id, number: number)
    }

    /// A process could not be started.
    func processFailed(_ id: AppProcessID, reason: String) -> [DeliveryEffect] {
        guard let app = active.app(of: id) else { return [] }
        processEnded(id)
        return [.log(.cannotStart(app: app, reason: reason))]
    }

    /// A process has ended, whether or not it was asked to.
    func processEnded(_ id: AppProcessID) { active.processEnded(id).forEach(scheduleCheck) }

    /// What the package of an app says of its start is known. Nil if it says nothing.
    /// `fault`: what is wrong with what it says.
    func didFindManifest(_ launch: BackgroundLaunch?, fault: String?, of app: AppID) {
        active[app]?.didFindManifest(launch, fault: fault)
        scheduleCheck(app)
    }

    /// Whether something has changed that an app with limits may see is known, up to a commit.
    func didExamine(_ examination: DeliveryExamination, hasChanged: Bool, upTo end: UInt64) {
        active[examination.app]?.didExamine(examination, hasChanged: hasChanged, upTo: end)
        scheduleCheck(examination.app)
    }

    /// The server stops: nothing new begins, and the processes that run are asked to end.
    func stop() -> [DeliveryEffect] {
        isStopping = true
        return active.endProcesses()
    }
}
