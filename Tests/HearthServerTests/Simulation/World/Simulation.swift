import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire

/// A server, its disk and its clients in one thread: who does something next, and how much of it, follows from the seed.
///
///     SimulatedClient <-> bytes <-> Server <-> writes, reports <-> StoreWriter <-> SimulatedDisk
///                                       History <- what is durable <-/
final class Simulation {
    var random: SeededGenerator
    let clock = SimulatedClock()
    let storeOptions: StoreOptions
    let serverOptions: ServerOptions
    var occurrences = Occurrences<Occurrence>()
    private var trace: [String] = []
    private var nextID = 0

    // The server, and what it has on its disk.
    private(set) var disk: SimulatedDisk
    private(set) var writer: StoreWriter
    private(set) var core: Server
    var history: History
    /// What the writer has to do, and what it has to tell.
    var orders = SimulatedMailbox()
    var reports: [Report] = []
    var readers: SimulatedReaders
    var isStopping = false
    var backups: [(disk: SimulatedDisk, history: History)] = []

    private(set) var clients: [SimulatedClient] = []
    private var hoarder: Hoarder?
    /// Anchors of the store that clients were told.
    var anchors: [EncodedAnchor] = []
    /// Writes of which the server has every byte and that it has not given to the writer.
    var deliveredWrites: [SimulatedWrite: Int] = [:]
    /// What became of writes, as far as nobody was told.
    var outcomes: [SimulatedWrite: [Outcome]] = [:]
    /// Where the history was when each write was first carried out.
    var places: [SimulatedWrite: Place] = [:]

    struct Place {
        let moment: Int
        let characteristics: Int

        init(_ history: History) {
            moment = history.moments.count - 1
            characteristics = history.characteristics.count - 1
        }
    }

    enum Report {
        case committed([WriteOutcome], Snapshot)
        case maintained(Snapshot)
    }

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let shape = SimulationShape(&random)
        storeOptions = shape.store
        serverOptions = shape.server
        disk = SimulatedDisk()
        let clock = clock
        writer = try StoreWriter(disk, options: shape.store) { clock.date }
        core = Server(writer.snapshot, try writer.makeReader(), options: shape.server, time: clock.time)
        readers = try SimulatedReaders(writer)
        history = try History(storeID: writer.snapshot.storeID, AnchorOpener(disk))
        // Two connections of one app, and other apps.
        clients = (0..<shape.clients).map { index in
            let app = index / 2
            return SimulatedClient(index, app: "org.example.app\(app)", of: Int32(app + 1), self)
        }
        hoarder = Hoarder(seed: seed, self)
    }

    // MARK: - What happened

    /// The events are put down without values that differ from run to run.
    func note(_ event: @autoclosure () -> String) {
        if trace.count >= 400 {
            trace.removeFirst(200)
        }
        trace.append(event())
    }

    func lastEvents(_ count: Int) -> String { trace.suffix(count).joined(separator: "\n") }

    func newID() -> ObjectID {
        nextID += 1
        // Most in the order of their age, some not.
        let order = random.chance(80) ? nextID : random.below(1 << 20)
        return ObjectID(high: UInt64(0x018D_F8C1_0000 + order) << 16 | 0x7000, low: 1 << 63 | UInt64(nextID))
    }

    // MARK: - Running

    static func run(seed: UInt64, steps: Int) throws -> (violation: Violation?, simulation: Simulation) {
        let simulation = try Simulation(seed: seed)
        do {
            for _ in 0..<steps {
                try simulation.step()
            }
            try simulation.finish()
        } catch let violation as Violation {
            return (violation, simulation)
        }
        return (nil, simulation)
    }

    private func step() throws {
        let client = clients[random.below(clients.count)]
        switch random.below(1_000) {
        case 0..<220: actOrConnect(client)
        case 220..<260: client.proceed()
        case 260..<430: client.deliver(random.chance(50) ? random.between(1, 40) : 1 << 16)
        case 430..<590:
            if !client.isStalled {
                try client.read(random.chance(40) ? random.between(0, 60) : 1 << 16)
            }
        case 590..<640:
            if !client.isStalled {
                client.grant()
            }
        case 640..<740: _ = core.turn()
        case 740..<780: readers.proceed(core, &random)
        case 780..<840: order()
        case 840..<900: try executeOrder()
        case 900..<950: deliverReport()
        case 950..<965: try maintain()
        case 965..<975:
            advance(random.pick([1_000_000, 2_000_000_000, 6_000_000_000, 31_000_000_000, 80_000_000_000]) ?? 1)
        case 975..<980: stall(client)
        case 980..<986: client.disconnect(losingMemory: random.chance(40))
        case 986..<992: try restart()
        case 992..<995: try calm(unstalling: false)
        default: disk.failure = random.pick([.full, .failed, .failedAfterwards])
        }
        try hoarder?.mayAct()
        try checkKeptBytes()
        try proceedWithStopping()
    }

    private func actOrConnect(_ client: SimulatedClient) {
        if client.connection == nil {
            client.connect()
            // Some say nothing, until the server is tired of it.
            if random.chance(80) {
                client.sayHello()
            }
        } else if !client.isStalled {
            if random.chance(20), let write = client.unacknowledged.first, client.isWelcome {
                occurrences.note(.saveAgain)
                client.unacknowledged.removeFirst()
                client.write(write)
            } else {
                client.act()
            }
        }
    }

    private func stall(_ client: SimulatedClient) {
        guard client.connection != nil, !client.isStalled else { return }
        client.isStalled = true
        occurrences.note(.stoppedReading)
        note("client \(client.index) stops reading")
    }

    func advance(_ nanoseconds: Int64) {
        clock.advance(nanoseconds)
        core.time = clock.time
        core.timePassed()
        note("\(nanoseconds / 1_000_000) ms pass")
    }

    // MARK: - Servers

    /// A new process on what is on the disk.
    func start(_ disk: SimulatedDisk) throws {
        for client in clients where client.connection != nil {
            client.lose(losingMemory: false)
        }
        self.disk = disk
        let clock = clock
        writer = try StoreWriter(disk, options: storeOptions) { clock.date }
        core = Server(writer.snapshot, try writer.makeReader(), options: serverOptions, time: clock.time)
        hoarder?.forget()
        readers = try SimulatedReaders(writer)
        orders = SimulatedMailbox()
        reports = []
        isStopping = false
        deliveredWrites = [:]
        outcomes = [:]
        places = [:]
        try checkStore()
    }

    /// The store holds what is durable, and nothing else.
    func checkStore() throws {
        let snapshot = writer.snapshot
        try ensure(snapshot.storeID == history.storeID, .durable, "the store has another name")
        try ensure(snapshot.head == history.head, .durable, "the store ends at \(snapshot.head), not \(history.head)")
        try ensure(snapshot.oldest == history.oldest, .durable, "the store begins at \(snapshot.oldest)")
        for app in Set(clients.map(\.app)) {
            let registrations = snapshot.background.registrations(of: AppID(app))
            let expected = history.registrations(of: app).last ?? [:]
            try ensure(
                registrations.count == expected.count
                    && registrations.allSatisfy { expected[$0.type] == $0.frequency },
                .durable,
                "\(app) is registered for \(registrations.count) types, not \(expected.count)"
            )
        }
        try ensure(
            snapshot.characteristics == history.characteristics.last,
            .durable,
            "the store has other characteristics than were set last"
        )
        let reader = try writer.makeReader()
        try checkWorkouts(reader, snapshot)
        let cursor = try reader.changes(QueryChanges(clauses: []), in: snapshot)
        var stored: [ObjectID: SimulatedSample] = [:]
        while let batch = try cursor.next() {
            for sample in SimulatedSample.samples(batch.added) {
                try ensure(stored.updateValue(sample, forKey: sample.id) == nil, .once, "\(sample.id) is stored twice")
            }
        }
        try ensure(
            stored == history.samples(at: history.head, []),
            .durable,
            "the store has \(stored.count) samples of \(history.samples(at: history.head, []).count)"
        )
    }

    private func checkWorkouts(_ reader: StoreReader, _ snapshot: Snapshot) throws {
        guard let now = history.moments.last else { return }
        for workout in now.associations.keys.sorted() {
            let selections = SimulatedSample.types.map { Selection(type: $0, least: nil, workout: workout) }
            let cursor = try reader.query(QuerySamples(clauses: selections.map(\.clause)), in: snapshot)
            var stored: [SimulatedSample] = []
            while let batch = try cursor.next() {
                stored += try SimulatedSample.samples(batch)
            }
            let truth = history.answer(selections, [], at: now)
            try ensure(stored == truth, .durable, "a workout has \(stored.count) samples and not its \(truth.count)")
        }
    }

    /// What the server keeps for a client is bounded, however little the client reads: what fills the connection, the
    /// batch that came on top of it, and the end of each call.
    private func checkKeptBytes() throws(Violation) {
        for client in clients {
            let ends = client.openCalls.reduce(0) { $0 + $1.mostBytesOfLastReply }
            let most = serverOptions.memory.congestedBytes + Simulation.mostBytesOfBatch + ends
            try ensure(
                client.unreadBytes <= most,
                .nobodyWaits,
                "the server keeps \(client.unreadBytes) bytes for client \(client.index), and \(most) are enough"
            )
        }
    }

    /// Of six samples, all of other types and apps.
    private static let mostBytesOfBatch = 1_024
}

extension SimulatedCall {
    fileprivate var mostBytesOfLastReply: Int {
        if case .status = kind { 4_096 } else { 256 }
    }
}
