import HearthModel
import HearthStore

/// The deliveries to one app while the server runs. The store keeps what must survive the server.
///
///     check -> note that a delivery begins -> process runs -> app acknowledges, or the attempt fails -> check
final class AppDelivery {
    let app: AppID
    private var attempts: [ObjectType: Attempt] = [:]
    private(set) var examinations = DeliveryExaminations()
    private var process: AppProcess?
    /// Notes and acknowledgements that are not durable yet. What comes next depends on them.
    private var notesUnderWay = 0
    private var acknowledgementsUnderWay = 0
    /// The owner asked for a start, whether or not a delivery is due.
    private var isStartRequested = false
    /// What the app's package says of its start; nil: nothing is known.
    private var manifest: Manifest?
    /// What is wrong with it.
    private var manifestFault: String?
    /// The log says that the launch of the app is unknown.
    private var isUnknownLaunchLogged = false
    /// The end of a pause in which nothing is attempted.
    private var pausedUntil: Int64?
    /// When the next check is due; nil: only an event makes one necessary.
    private(set) var deadline: Int64?

    enum Manifest {
        case sought
        case found(BackgroundLaunch?)
    }

    /// What the app was started for or was notified of.
    private struct Attempt {
        /// The delivery is complete when the app has acknowledged this commit.
        let commit: UInt64
        let deadline: Int64
    }

    init(_ app: AppID) {
        self.app = app
    }

    /// Whether nothing is lost when the engine forgets the app.
    var isIdle: Bool {
        attempts.isEmpty && process == nil && notesUnderWay == 0 && acknowledgementsUnderWay == 0 && !isStartRequested
            && !isUnknownLaunchLogged && manifest == nil && deadline == nil && examinations.isEmpty
    }

    private func wake(at moment: Int64) {
        deadline = min(deadline ?? moment, moment)
    }
}

// MARK: - Writes

extension AppDelivery {
    func willNote() {
        notesUnderWay += 1
    }

    func didNote(isDurable: Bool, at now: Int64, _ options: BackgroundOptions) {
        notesUnderWay -= 1
        if !isDurable {
            // The disk is probably full, and without its note nothing is done.
            pausedUntil = now + options.rest
        }
    }

    func willAcknowledge() {
        acknowledgementsUnderWay += 1
    }

    func didAcknowledge() {
        acknowledgementsUnderWay -= 1
    }

    /// Whether a note can be written now.
    func mayNote(at now: Int64) -> Bool { notesUnderWay == 0 && pausedUntil.map { $0 <= now } != false }

    /// Stores a note about deliveries of these types.
    func note(_ event: DeliveryNote.Event, of types: [ObjectType], _ effects: inout [DeliveryEffect]) {
        willNote()
        effects.append(.write(DeliveryNote(event, of: types), app: app))
    }
}

// MARK: - Checks

extension AppDelivery {
    /// Looks at all registered types. Returns those for which the app is to be started, none when its owner asked for it;
    /// nil: the app is not to be started.
    func check(
        _ context: DeliveryContext,
        _ calls: NotifyingCalls,
        _ effects: inout [DeliveryEffect]
    ) -> [ObjectType]? {
        deadline = nil
        checkProcess(context, &effects)
        guard notesUnderWay == 0 else { return nil }
        let registered = context.snapshot.background.deliveries(of: app)
        if registered.isEmpty || !context.options.startsApps {
            isStartRequested = false
            isUnknownLaunchLogged = false
        }
        if let end = pausedUntil {
            guard end <= context.now else {
                wake(at: end)
                return nil
            }
            pausedUntil = nil
        }
        // What the app may not see does not count.
        let visible = context.snapshot.seen(through: context.snapshot.access.view(of: app))
        var failed: [ObjectType] = []
        var due: [ObjectType] = []
        for (type, frequency, progress) in registered {
            let acknowledged = progress.acknowledged
            guard
                let hasChanged = examinations.hasChanged(type, of: app, after: acknowledged, in: visible, &effects)
            else {
                if let end = attempts[type]?.deadline, end > context.now {
                    wake(at: end)
                }
                continue
            }
            guard hasChanged else {
                attempts[type] = nil
                continue
            }
            switch state(of: type, frequency, progress, calls, context) {
            case .settled: attempts[type] = nil
            case .underWay(let deadline): wake(at: deadline)
            case .failed: failed.append(type)
            case .notified(let commit, let isRetry):
                if isRetry {
                    effects += calls.ids(concerning: type, of: app).map { .remind($0, of: type) }
                }
                awaitAcknowledgement(type, upTo: commit, context)
            case .due: due.append(type)
            case .dueLater(let moment): wake(at: moment)
            }
            let newest = context.snapshot.lastChange(of: type)
            effects += calls.callsToOffer(type, of: app, after: progress.acknowledged, newest: newest)
                .map { .remind($0, of: type) }
        }
        if !attempts.isEmpty || !examinations.isEmpty {
            let types = Set(registered.map(\.type))
            attempts = attempts.filter { types.contains($0.key) }
            examinations.keep(types)
        }
        guard failed.isEmpty else {
            fail(failed, context, &effects)
            return nil
        }
        // The acknowledgement under way may complete the delivery, and begin a period.
        let mayStart = process == nil && acknowledgementsUnderWay == 0
        return mayStart && (!due.isEmpty || isStartRequested) ? due : nil
    }

    /// Whether something has changed that the app may see is known.
    func didExamine(_ examination: DeliveryExamination, hasChanged: Bool, upTo end: UInt64) {
        examinations.didExamine(examination, hasChanged: hasChanged, upTo: end)
    }

    /// The state of a type with changes that the app has not acknowledged.
    private func state(
        of type: ObjectType,
        _ frequency: UpdateFrequency,
        _ progress: DeliveryProgress,
        _ calls: NotifyingCalls,
        _ context: DeliveryContext
    ) -> DeliveryState {
        let isNotified = calls.concern(type, of: app)
        if let attempt = attempts[type], progress.acknowledged < attempt.commit {
            let canBeAcknowledged = isNotified || process != nil || acknowledgementsUnderWay > 0
            guard canBeAcknowledged, attempt.deadline > context.now else { return .failed }
            return .underWay(until: attempt.deadline)
        }
        let due = progress.due(frequency, at: context.time.date, firstPause: context.options.firstPause)
        guard !isNotified else {
            return state(of: type, progress, notifiedBy: calls, due, context)
        }
        guard let due, context.options.startsApps, process == nil else { return .settled }
        return due <= context.time.date ? .due : .dueLater(at: context.moment(of: due))
    }

    /// The state of a type whose changes calls report to the running app.
    private func state(
        of type: ObjectType,
        _ progress: DeliveryProgress,
        notifiedBy calls: NotifyingCalls,
        _ due: Timestamp?,
        _ context: DeliveryContext
    ) -> DeliveryState {
        let commit = calls.lastNotified(of: type, to: app)
        // A call that has sent no notification yet sends one in its turn, or passes over what does not match.
        guard commit > progress.acknowledged, let due else { return .settled }
        let isRetry = progress.attempted != nil
        guard !isRetry || due <= context.time.date else { return .dueLater(at: context.moment(of: due)) }
        return .notified(upTo: commit, isRetry: isRetry)
    }

    /// Gives the app time to acknowledge what it was notified of.
    private func awaitAcknowledgement(_ type: ObjectType, upTo commit: UInt64, _ context: DeliveryContext) {
        let deadline =
            context.now + context.options.timeLimit(of: context.options.ownLaunch(of: app, in: context.snapshot))
        attempts[type] = Attempt(commit: commit, deadline: deadline)
        process?.deadline = deadline
        wake(at: deadline)
    }

    private func fail(_ types: [ObjectType], _ context: DeliveryContext, _ effects: inout [DeliveryEffect]) {
        for type in types {
            attempts[type] = nil
        }
        let isLast = context.snapshot.background.deliveries(of: app).contains { type, _, progress in
            types.contains(type) && progress.failures + 1 == DeliveryProgress.failuresMax
        }
        effects.append(.log(.failed(app: app, types: types, suspended: isLast)))
        note(.failed(context.time.date), of: types, &effects)
    }
}

// MARK: - The process

extension AppDelivery {
    var processNumber: Int32 {
        get { process?.number ?? 0 }
        set { process?.number = newValue }
    }

    func requestStart() {
        isStartRequested = true
        guard isUnknownLaunchLogged else { return }
        // It may be known by now. If it is not, the log says it again.
        isUnknownLaunchLogged = false
        pausedUntil = nil
    }

    /// Decides to start the app. The process starts when the note of it is durable.
    func begin(
        _ process: AppProcess,
        for types: [ObjectType],
        _ context: DeliveryContext,
        _ effects: inout [DeliveryEffect]
    ) {
        isUnknownLaunchLogged = false
        isStartRequested = false
        self.process = process
        note(.begun(context.time.date), of: types, &effects)
    }

    /// What the app's package says of its start, which is known once.
    func takeManifest(_ effects: inout [DeliveryEffect]) -> Manifest {
        switch manifest {
        case .found(let launch):
            manifest = nil
            return .found(launch)
        case nil:
            manifest = .sought
            effects.append(.findManifest(app))
            return .sought
        case .sought: return .sought
        }
    }

    func didFindManifest(_ launch: BackgroundLaunch?, fault: String?) {
        manifest = .found(launch)
        if fault != manifestFault {
            isUnknownLaunchLogged = false
        }
        manifestFault = fault
    }

    /// The app is not started now. The next time its package is asked again.
    func dropManifest() {
        if case .found = manifest {
            manifest = nil
        }
    }

    /// The app is to be started, and its launch is unknown.
    func missLaunch(hasSocket: Bool, _ context: DeliveryContext, _ effects: inout [DeliveryEffect]) {
        if !isUnknownLaunchLogged {
            isUnknownLaunchLogged = true
            let fault = manifestFault.map { DeliveryEvent.wrongManifest(app: app, fault: $0) }
            effects.append(.log(fault ?? .missingLaunch(app: app, hasSocket: hasSocket)))
        }
        isStartRequested = false
        let end = context.now + context.options.rest
        pausedUntil = end
        wake(at: end)
    }

    /// Whether the launch that the start was decided with still counts.
    func mayStartProcess(in snapshot: Snapshot) -> Bool { process?.isOwn != true || !snapshot.access.contains(app) }

    /// The note that a delivery begins is durable. Returns the process that starts.
    func startProcess(
        for types: [ObjectType],
        in snapshot: Snapshot,
        at now: Int64,
        _ effects: inout [DeliveryEffect]
    ) -> AppProcessID? {
        guard var process, case .wanted(let launch) = process.stage else { return nil }
        process.stage = .running
        process.deadline = now + process.timeLimit
        self.process = process
        for type in types {
            attempts[type] = Attempt(commit: snapshot.lastChange(of: type), deadline: process.deadline)
        }
        effects.append(.process(.start(process.id, app: app, launch)))
        effects.append(.log(.starts(app: app, types: types)))
        return process.id
    }

    /// The process has run for long, and ends for another app.
    func cutShort(at now: Int64) {
        if let deadline = process?.deadline {
            process?.deadline = min(deadline, now)
        }
    }

    /// The process is not started after all.
    func cancelProcess() -> AppProcessID? {
        defer { process = nil }
        return process?.id
    }

    func processEnded() {
        process?.stage = .ended
    }

    /// Asks the process to end because the server stops.
    func endProcess(_ effects: inout [DeliveryEffect]) {
        if let process, case .running = process.stage {
            effects.append(.process(.end(process.id)))
        }
    }

    func clientIdentified(_ connection: ConnectionID) {
        process?.insert(connection)
    }

    func clientLeft(_ connection: ConnectionID) {
        process?.remove(connection)
    }

    private func checkProcess(_ context: DeliveryContext, _ effects: inout [DeliveryEffect]) {
        guard let process else { return }
        switch process.stage {
        case .wanted: break
        case .running:
            guard process.deadline <= context.now else { return wake(at: process.deadline) }
            effects.append(.log(.tookTooLong(app: app)))
            effects.append(.process(.end(process.id)))
            awaitEnd(context)
        case .ending(let end):
            guard end <= context.now else { return wake(at: end) }
            effects.append(.process(.kill(process.id)))
            awaitEnd(context)
        case .ended:
            // The server still reads what the process has sent.
            guard process.connections.isEmpty || process.deadline <= context.now else {
                return wake(at: process.deadline)
            }
            self.process = nil
        }
    }

    private func awaitEnd(_ context: DeliveryContext) {
        let end = context.now + context.options.endLimit
        process?.stage = .ending(until: end)
        wake(at: end)
    }
}
