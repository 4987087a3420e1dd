import HearthModel
import HearthServer
import HearthStore
import HearthSystem
import HearthWire
import Testing

/// A server without sockets, threads and clocks, on a store in memory. Nothing happens but what the test does.
final class ServerHarness {
    let core: Server
    let writer: StoreWriter
    private let runner: ReadRunner
    /// What the writer's clock shows if it is the server's.
    private let date: Guarded<Timestamp>

    /// `sharesClock`: whether the writer has the server's clock, instead of the system's.
    init(
        _ options: ServerOptions = ServerOptions(),
        storage: any Storage = MemoryStorage(),
        storeOptions: StoreOptions = .standard,
        time: ServerTime = ServerTime(nanoseconds: 0, date: Timestamp(nanoseconds: 0)),
        sharesClock: Bool = false
    ) throws {
        let date = Guarded(time.date)
        self.date = date
        writer =
            sharesClock
            ? try StoreWriter(storage, options: storeOptions) { date.withLock { $0 } }
            : try StoreWriter(storage, options: storeOptions)
        runner = ReadRunner(try writer.makeReader())
        core = Server(writer.snapshot, try writer.makeReader(), options: options, time: time)
    }

    /// A connection that has said Hello.
    func open(
        _ bundleIdentifier: String = "org.example.run",
        of process: Int32? = nil,
        through app: AppID? = nil,
        isOwnersTool: Bool = false
    ) throws -> TestClient {
        let client = TestClient(self, of: process, as: app, isOwnersTool: isOwnersTool)
        try client.introduce(as: bundleIdentifier)
        return client
    }

    /// Lets the server do all that it has to do.
    func settle() {
        var hasMore = true
        while hasMore {
            hasMore = core.turn()
            hasMore = readNext() || hasMore
            if let writes = core.takeWrites() {
                let results = writer.commit(writes)
                core.finishWrites(results, writer.snapshot)
                hasMore = true
            }
        }
    }

    /// The names that sources had last, by the sources' identifiers.
    func sourceNames() throws -> [String] {
        let client = try open("org.hearth.cli", isOwnersTool: true)
        defer { client.close() }
        client.send(2, .listSources(ListSources(clauses: [])))
        guard case .sourceList(let list)? = client.receive().first?.reply else {
            throw HearthError(.unknown, "no sources came")
        }
        return list.sources.map(\.name)
    }

    /// Runs the next step of reading; false if none is ready.
    func readNext() -> Bool { core.runRead(with: runner) }

    /// Has the time come that the server waits for. The connections that it speaks of then.
    func waitForDeadline() throws -> [ConnectionID] {
        while core.connections.nextToService() != nil {}
        let deadline = try #require(core.deadline)
        core.time.nanoseconds = max(deadline, core.time.nanoseconds)
        core.timePassed()
        return Array(sequence(state: core) { $0.connections.nextToService() })
    }

    func advance(seconds: Double) {
        core.time.nanoseconds += Int64(seconds * 1e9)
        core.time.date.nanoseconds += Int64(seconds * 1e9)
        date.withLock { $0 = core.time.date }
        core.timePassed()
    }
}

/// The other end of a connection of a harness.
final class TestClient: CoreConnection {
    private let harness: ServerHarness

    init(_ harness: ServerHarness, of process: Int32? = nil, as app: AppID? = nil, isOwnersTool: Bool = false) {
        self.harness = harness
        super.init(harness.core, of: process, as: app, isOwnersTool: isOwnersTool)
    }

    /// Says Hello, and is welcomed.
    func introduce(as bundleIdentifier: String = "org.example.run") throws {
        send(1, .hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: bundleIdentifier))))
        guard case .welcome? = receive().first?.reply else {
            throw HearthError(.unknown, "no Welcome came")
        }
    }

    /// What has come once the server has nothing more to do, read as fast as it comes.
    func receive() -> [Received] {
        var received: [Received] = []
        while true {
            harness.settle()
            let more = takeReplies()
            guard !more.isEmpty else { return received }
            received += more
        }
    }
}
