import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// The system that runs the processes, and those who open apps and look after the server.
extension DeliverySimulation {
    func executeOrders() throws {
        for event in core.takeDeliveryEvents() {
            if case .starts(_, let types) = event, types.count > 1 {
                occurrences.note(.startForSeveralTypes)
            }
        }
        for order in core.takeProcessOrders() {
            switch order {
            case .start(let id, let app, let launch): try start(id, app.description, launch)
            case .end(let id): processes[id]?.isAskedToEnd()
            case .kill(let id):
                if let instance = processes[id], !instance.isOver {
                    occurrences.note(.killed)
                    instance.end()
                }
            }
        }
    }

    private func start(_ id: AppProcessID, _ name: String, _ launch: BackgroundLaunch) throws {
        note("\(name) is started: \(launch)")
        guard let app = apps.first(where: { $0.name == name }) else {
            throw Violation(.ownApp, "\(name), which is no app, is started")
        }
        try checkStart(app, launch)
        occurrences.note(.start)
        if random.chance(isCalm ? 0 : 4) {
            occurrences.note(.cannotStart)
            core.processFailed(id, reason: "there is no such program")
            return
        }
        if app.kind == .reads {
            // It runs once: two copies of what is read would be one too many.
            for other in instances where other.app === app {
                other.end()
            }
        }
        let instance = AppInstance(app, id, nextPlan(), self)
        instances.append(instance)
        processes[id] = instance
        core.processStarted(id, number: Int32(clamping: id.number + 100))
        instance.startedAt = clock.time.nanoseconds
        if processes.count >= options.background.processesMax {
            occurrences.note(.allProcessesBusy)
        }
    }

    private func nextPlan() -> AppInstance.Plan {
        guard !isCalm, random.chance(60) else { return .handlesAndEnds }
        return random.pick(AppInstance.Plan.allCases) ?? .hangs
    }

    private func checkStart(_ app: SimulatedApp, _ launch: BackgroundLaunch) throws {
        try ensure(!isStopping, .frequency, "\(app.name) is started by a server that ends")
        let begins = truth.apps[app.name]?.begins ?? 0
        try ensure(begins > 0, .frequency, "\(app.name) is started, and the disk does not know")
        truth.apps[app.name]?.begins = begins - 1
        try ensure(
            !processes.values.contains { $0.app === app },
            .frequency,
            "\(app.name) is started while a process of it runs"
        )
        let slotsBegan = clock.time.nanoseconds - options.background.slotTime
        let (new, all) = (processes.values.count { $0.startedAt > slotsBegan }, processes.count)
        try ensure(
            new < options.background.processesMax && all < options.background.processesMaxInAll,
            .frequency,
            "\(all + 1) apps run, \(new + 1) of them since a minute, and \(options.background.processesMax) may"
        )
        if all >= options.background.processesMax {
            occurrences.note(.startBesideLongRunning)
        }
        let isManifest = app.hasManifest && launch == SimulatedApp.manifest(of: app.name)
        if isManifest {
            occurrences.note(.startOfManifest)
        }
        guard case .command(let words, _) = launch.means else {
            throw Violation(.ownApp, "\(app.name) is started with \(launch)")
        }
        let isSaid = !app.hasManifest && words.first == "/app/\(app.name)"
        try ensure(isManifest || isSaid, .ownApp, "\(app.name) is started with \(launch)")
        if truth.apps[app.name]?.registrations.values.contains(where: { $0.failures > 0 }) == true {
            occurrences.note(.retry)
        }
    }

    /// Somebody opens an app or closes one that is open.
    func userActs() {
        if random.chance(50), let instance = random.pick(instances.filter { $0.process == nil }) {
            occurrences.note(.userLeaves)
            instance.end()
        } else if let app = apps.first(where: isSuspended) ?? random.pick(apps) {
            guard app.kind != .reads || !instances.contains(where: { $0.app === app }) else { return }
            occurrences.note(.startedByUser)
            let instance = AppInstance(app, nil, nextPlan(), self)
            instances.append(instance)
            if instance.registers, isSuspended(app) {
                occurrences.note(.resumedByEnabling)
            }
        }
    }

    /// The owner resumes an app, or has one started.
    func ownerActs() {
        guard !isStopping else { return }
        if let app = apps.first(where: isSuspended), random.chance(70) {
            occurrences.note(.suspension)
            occurrences.note(.resumedByOwner)
            control(.resume, app)
        } else if let app = random.pick(apps) {
            occurrences.note(.runByOwner)
            control(.run, app)
        }
    }

    func isSuspended(_ app: SimulatedApp) -> Bool {
        truth.apps[app.name]?.registrations.values.contains(where: \.isSuspended) == true
    }

    func control(_ action: BackgroundControl.Action, _ app: SimulatedApp) {
        let tool = CoreConnection(core, isOwnersTool: true)
        tool.send(1, .hello(Hello(major: 1, minor: 2, app: App(bundleIdentifier: "org.example.hearth"))))
        tool.send(2, .backgroundControl(BackgroundControl(action, app: app.name)))
        tool.close()
        note("the owner's tool: \(action) \(app.name)")
    }
}
