import HearthModel
import HearthStore
import HearthWire

/// What comes next for the apps for which something has happened.
extension ServerCore {
    func meetDeliveryDeadlines() {
        guard let deadline = background.deadline, deadline <= time.nanoseconds else { return }
        background.deadline = nil
        for deliveries in background.deliveries.values {
            guard let own = deliveries.deadline else { continue }
            if own <= time.nanoseconds {
                consider(deliveries.app)
            } else {
                background.deadline = min(background.deadline ?? own, own)
            }
        }
    }

    /// So many at once, and others have their turn.
    private static let appsPerTurn = 16

    /// Looks at apps for which something has happened.
    func considerDeliveries() {
        for _ in 0..<ServerCore.appsPerTurn {
            guard let app = background.open.popFirst() else { return }
            guard !isStopping else { continue }
            let deliveries = self.deliveries(to: app)
            deliveries.deadline = nil
            step(deliveries)
            if deliveries.isIdle, deliveries.deadline == nil {
                background.deliveries[app] = nil
            }
        }
    }

    private func wake(_ deliveries: AppDeliveries, at deadline: Int64) {
        deliveries.deadline = min(deliveries.deadline ?? deadline, deadline)
        background.deadline = min(background.deadline ?? deadline, deadline)
    }

    private func step(_ deliveries: AppDeliveries) {
        stepProcess(deliveries)
        guard deliveries.notesUnderWay == 0 else { return }
        let registered = snapshot.background.deliveries(of: deliveries.app)
        if registered.isEmpty || !options.background.startsApps {
            deliveries.isWanted = false
            deliveries.isLaunchMissed = false
        }
        if let rest = deliveries.restsUntil {
            guard rest <= time.nanoseconds else { return wake(deliveries, at: rest) }
            deliveries.restsUntil = nil
        }
        var failed: [ObjectType] = []
        var due: [ObjectType] = []
        for (type, frequency, progress) in registered {
            switch stand(of: type, frequency, progress, deliveries) {
            case .settled: deliveries.attempts[type] = nil
            case .underWay(let deadline): wake(deliveries, at: deadline)
            case .failed: failed.append(type)
            case .due: due.append(type)
            case .later(let moment): wake(deliveries, at: moment)
            }
        }
        let types = Set(registered.map(\.type))
        deliveries.attempts = deliveries.attempts.filter { types.contains($0.key) }
        if !failed.isEmpty {
            fail(failed, deliveries)
        } else if deliveries.acknowledgementsUnderWay == 0, !due.isEmpty || deliveries.isWanted {
            // An acknowledgement that is on its way may be all that is missing, and a period begin with it.
            want(due, deliveries)
        }
    }

    private enum Stand {
        /// There is nothing that the app is to be told, or it is suspended.
        case settled
        /// The app has until then.
        case underWay(Int64)
        case failed
        /// The app is to be started.
        case due
        case later(Int64)
    }

    private func stand(
        of type: ObjectType,
        _ frequency: UpdateFrequency,
        _ progress: DeliveryProgress,
        _ deliveries: AppDeliveries
    ) -> Stand {
        guard snapshot.lastChange(of: type) > progress.acknowledged else { return .settled }
        let telling = background.telling.concerning(type, of: deliveries.app)
        if let attempt = deliveries.attempts[type], progress.acknowledged < attempt.commit {
            let canBeAcknowledged =
                !telling.isEmpty || deliveries.process != nil || deliveries.acknowledgementsUnderWay > 0
            guard canBeAcknowledged, attempt.deadline > time.nanoseconds else { return .failed }
            return .underWay(attempt.deadline)
        }
        let due = progress.due(frequency, at: time.date, firstPause: options.background.firstPause)
        guard telling.isEmpty else {
            return told(type, progress, telling, due, deliveries)
        }
        guard let due, options.background.startsApps, deliveries.process == nil else { return .settled }
        return due <= time.date ? .due : .later(moment(of: due))
    }

    /// How it stands with a type of which the app is told while it runs.
    private func told(
        _ type: ObjectType,
        _ progress: DeliveryProgress,
        _ telling: [(id: CallID, call: any TellingCall)],
        _ due: Timestamp?,
        _ deliveries: AppDeliveries
    ) -> Stand {
        let told = telling.filter { $0.call.isAcknowledged }.map { $0.call.told(type) }.max() ?? 0
        // A call that has told nothing yet does so when it is its turn, or passes over what does not concern it.
        guard told > progress.acknowledged, let due else { return .settled }
        if progress.attempted != nil {
            guard due <= time.date else { return .later(moment(of: due)) }
            for (id, call) in telling {
                call.remind(of: type)
                wake(id)
            }
        }
        let limit = timeLimit(of: snapshot.background.launch(of: deliveries.app))
        let deadline = time.nanoseconds + limit
        deliveries.attempts[type] = AppDeliveries.Attempt(commit: told, deadline: deadline)
        deliveries.process?.deadline = deadline
        return .underWay(deadline)
    }

    /// The moment on the clock that only goes forward. That of the wall may be set: it is looked at now and then.
    private func moment(of date: Timestamp) -> Int64 {
        let pause = max(date.nanoseconds - time.date.nanoseconds, 0)
        return time.nanoseconds + min(pause, ServerCore.longestPause)
    }

    private static let longestPause: Int64 = 60_000_000_000

    private func timeLimit(of launch: BackgroundLaunch?) -> Int64 {
        guard let launch, launch.timeLimitSeconds > 0 else { return options.background.timeLimit }
        return Int64(launch.timeLimitSeconds) * 1_000_000_000
    }

    private func fail(_ types: [ObjectType], _ deliveries: AppDeliveries) {
        for type in types {
            deliveries.attempts[type] = nil
        }
        let isLast = snapshot.background.deliveries(of: deliveries.app).contains { type, _, progress in
            types.contains(type) && progress.failures + 1 == DeliveryProgress.failuresMax
        }
        background.events.append(.failed(app: deliveries.app, types: types, suspended: isLast))
        note(DeliveryNote(.failed(time.date), of: types), deliveries.app)
    }

    /// Has the app started, as soon as there is room.
    private func want(_ types: [ObjectType], _ deliveries: AppDeliveries) {
        guard deliveries.process == nil else { return }
        guard background.processes.count < options.background.processesMax else {
            background.waiting.insert(deliveries.app)
            return
        }
        guard let launch = launch(of: deliveries.app) else {
            if !deliveries.isLaunchMissed {
                deliveries.isLaunchMissed = true
                background.events.append(.nobodyKnowsHow(app: deliveries.app))
            }
            deliveries.isWanted = false
            deliveries.restsUntil = time.nanoseconds + options.background.rest
            return wake(deliveries, at: time.nanoseconds + options.background.rest)
        }
        deliveries.isLaunchMissed = false
        background.processesSoFar += 1
        let id = AppProcessID(number: background.processesSoFar)
        background.processes[id] = deliveries.app
        deliveries.isWanted = false
        deliveries.process = AppProcess(
            id: id,
            timeLimit: timeLimit(of: launch),
            newestConnection: connectionsSoFar,
            deadline: .max,
            stage: .wanted(launch)
        )
        note(DeliveryNote(.begun(time.date), of: types), deliveries.app)
    }

    /// What the app said last, unless its package says more.
    func launch(of app: String) -> BackgroundLaunch? {
        let said = snapshot.background.launch(of: app)
        if let said, !said.isFallback { return said }
        return options.background.manifest(app) ?? said
    }

    // MARK: Processes

    private func stepProcess(_ deliveries: AppDeliveries) {
        guard let process = deliveries.process else { return }
        switch process.stage {
        case .wanted: break
        case .running:
            guard process.deadline <= time.nanoseconds else { return wake(deliveries, at: process.deadline) }
            background.events.append(.tookTooLong(app: deliveries.app))
            background.orders.append(.end(process.id))
            deliveries.process?.stage = .ending(since: time.nanoseconds)
            wake(deliveries, at: time.nanoseconds + options.background.endLimit)
        case .ending(let since):
            let end = since + options.background.endLimit
            guard end <= time.nanoseconds else { return wake(deliveries, at: end) }
            background.orders.append(.kill(process.id))
            deliveries.process?.stage = .ending(since: time.nanoseconds)
            wake(deliveries, at: time.nanoseconds + options.background.endLimit)
        case .ended:
            // What it has sent is still to be read.
            let isHeard = allSessions.contains { session in
                session.id.number > process.newestConnection && session.app == deliveries.app
            }
            guard !isHeard || process.deadline <= time.nanoseconds else {
                return wake(deliveries, at: process.deadline)
            }
            deliveries.process = nil
        }
    }

    func endProcesses() {
        for (id, app) in background.processes {
            if case .running? = background.deliveries[app]?.process?.stage {
                background.orders.append(.end(id))
            }
        }
    }
}
