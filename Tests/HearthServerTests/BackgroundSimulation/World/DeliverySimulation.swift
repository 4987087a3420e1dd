import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire

/// A server that starts apps, its disk, and the apps, in one thread: who does something next follows from the seed.
///
///     AppInstance <-> AppLink <-> Server <-> writes, reports <-> StoreWriter <-> SimulatedDisk
///          ^------ ProcessOrder ------/               DeliveryTruth <- what is durable <-/
final class DeliverySimulation {
    var random: SeededGenerator
    let clock = SimulatedClock()
    let options: ServerOptions
    var occurrences = Occurrences<DeliveryOccurrence>()
    var truth: DeliveryTruth
    private var trace: [String] = []

    // The server, and what it has on its disk.
    private(set) var disk = SimulatedDisk()
    private(set) var writer: StoreWriter
    private(set) var core: Server
    var orders = SimulatedMailbox()
    var reports: [Report] = []
    var readers: SimulatedReaders
    var isStopping = false

    let apps: [SimulatedApp]
    /// Processes of apps, and connections, also those of processes that are no more.
    var instances: [AppInstance] = []
    var links: [AppLink] = []
    /// Those that the server runs, and those that have ended of which it has not heard.
    var processes: [AppProcessID: AppInstance] = [:]
    var endedProcesses: [AppProcessID] = []
    let recorder = Recorder()
    /// Nothing bad happens any more.
    var isCalm = false

    enum Report {
        case committed([WriteOutcome], Snapshot)
        case maintained(Snapshot)
    }

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        var options = ServerOptions()
        options.background.startsApps = true
        options.background.processesMax = random.between(1, 8)
        options.background.processesMaxInAll = options.background.processesMax + random.between(0, 3)
        if seed.isMultiple(of: 2) {
            // Readers decode most frames.
            options.turns.inlineFrameBytes = 40
        }
        let count = seed.isMultiple(of: 10) ? 100 : random.between(2, 12)
        var apps: [SimulatedApp] = []
        for number in 0..<count {
            apps.append(SimulatedApp(number, &random))
        }
        let withManifest = Set(apps.filter(\.hasManifest).map(\.name))
        options.background.manifest = { app in
            let name = app.description
            return withManifest.contains(name) ? SimulatedApp.manifest(of: name) : nil
        }
        self.apps = apps
        self.options = options
        let clock = clock
        writer = try StoreWriter(disk) { clock.date }
        truth = DeliveryTruth(firstPause: options.background.firstPause, writer.snapshot.anchorSeal)
        readers = try SimulatedReaders(writer)
        core = Server(writer.snapshot, try writer.makeReader(), options: options, time: clock.time)
    }

    // MARK: - What happened

    func note(_ event: @autoclosure () -> String) {
        if trace.count >= 400 {
            trace.removeFirst(200)
        }
        trace.append(event())
    }

    func lastEvents(_ count: Int) -> String { trace.suffix(count).joined(separator: "\n") }

    // MARK: - Running

    static func run(seed: UInt64, steps: Int) throws -> (violation: Violation?, simulation: DeliverySimulation) {
        let simulation = try DeliverySimulation(seed: seed)
        do {
            try simulation.begin()
            for _ in 0..<steps + 4 * simulation.apps.count {
                try simulation.step()
            }
            try simulation.finish()
        } catch let violation as Violation {
            return (violation, simulation)
        }
        return (nil, simulation)
    }

    /// Somebody installs all apps and opens each of them once.
    private func begin() throws {
        for app in apps {
            instances.append(AppInstance(app, nil, .handlesAndEnds, self))
        }
        try settle()
    }

    private func step() throws {
        switch random.below(1_000) {
        case 0..<300: try stepInstance()
        case 300..<450: random.pick(links)?.deliver(random.between(1, 4), to: core)
        case 450..<550: _ = core.turn()
        case 550..<580: readers.proceed(core, &random)
        case 580..<680: order()
        case 680..<780: try executeOrder()
        case 780..<860: deliverReport()
        case 860..<885: hearOfEnd()
        case 885..<915: recorder.act(in: self)
        case 915..<955: passTime()
        case 955..<965: userActs()
        case 965..<972: ownerActs()
        case 972..<978: maintain()
        case 978..<986: try crashOrStop()
        case 986..<991: setClock()
        default: disk.failure = random.pick([.full, .failed, .failedAfterwards])
        }
        links.removeAll(where: \.isOver)
        instances.removeAll(where: \.isOver)
        try executeOrders()
        try proceedWithStopping()
    }

    private func stepInstance() throws {
        try random.pick(instances)?.step(frames: random.between(1, 4))
    }

    private func hearOfEnd() {
        guard !endedProcesses.isEmpty else { return }
        let id = endedProcesses.remove(at: random.below(endedProcesses.count))
        processes[id] = nil
        core.processEnded(id)
    }

    private func passTime() {
        let seconds = random.pick([1, 1, 4, 6, 20, 31, 31, 61, 130, 700, 3_700, 30_000, 90_000]) ?? 1
        if seconds > 3_600 {
            occurrences.note(.hoursPass)
        }
        advance(seconds: Int64(seconds))
    }

    func advance(seconds: Int64) {
        clock.advance(seconds * 1_000_000_000)
        core.time = clock.time
        core.timePassed()
        note("\(seconds) s pass")
    }

    private func setClock() {
        let seconds = Int64(random.between(1, 10_000))
        let isBack = random.chance(50)
        occurrences.note(isBack ? .clockSetBack : .clockSetForward)
        clock.set(by: (isBack ? -seconds : seconds) * 1_000_000_000)
        core.time = clock.time
        note("the clock is set by \(isBack ? -seconds : seconds) s")
    }

    // MARK: - Servers

    /// A new process on what is on the disk. What apps have sent and it has not got is lost.
    func start(_ disk: SimulatedDisk) throws {
        self.disk = disk
        let clock = clock
        writer = try StoreWriter(disk) { clock.date }
        core = Server(writer.snapshot, try writer.makeReader(), options: options, time: clock.time)
        readers = try SimulatedReaders(writer)
        orders = SimulatedMailbox()
        reports = []
        isStopping = false
        links = []
        recorder.connection = nil
        processes = [:]
        endedProcesses = []
        for name in truth.apps.keys {
            truth.apps[name]?.begins = 0
        }
        for instance in instances {
            instance.link = nil
            instance.process = nil
            // Some end with the server, others connect again.
            if !isCalm, random.chance(50) {
                occurrences.note(.survivesServer)
            } else {
                instance.end()
            }
        }
        instances.removeAll(where: \.isOver)
        try checkStore()
    }

    /// The store holds what is durable, and nothing else.
    private func checkStore() throws {
        try ensure(writer.snapshot.head == truth.head, .durable, "the store ends at \(writer.snapshot.head)")
        try check(apps.map(\.name))
    }
}
