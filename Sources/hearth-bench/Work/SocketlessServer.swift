import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// The server without sockets, threads and clocks, on a store in memory: it acts only when called, and does the same in
/// each run.
final class SocketlessServer {
    let core: Server
    let writer: StoreWriter
    private let runner: ReadRunner
    /// Output to clients that was not examined.
    private var sent: [UInt8] = []
    private var rates = DataSetMix(.timeOrdered)
    private let encoder = FrameEncoder()

    private static let app = "org.hearth.bench"
    /// The most bytes that the server reads from a socket at once.
    private static let pieceBytes = 64 << 10

    init() throws {
        let now = DataSet.beginning
        writer = try StoreWriter(MemoryStorage(), clock: { now })
        runner = ReadRunner(try writer.makeReader())
        core = Server(
            writer.snapshot,
            try writer.makeReader(),
            time: ServerTime(nanoseconds: 0, date: now)
        )
    }

    // MARK: - Before the steps

    /// The next samples to save, sorted by start.
    func nextRates(_ count: Int) -> SampleColumns {
        rates.next(count, of: .heartRate)
    }

    /// Saves samples without a client, in full segments. Returns their starts.
    @discardableResult
    func fill(segments: Int) throws -> [Timestamp] {
        var starts: [Timestamp] = []
        for _ in 0..<segments {
            let samples = nextRates(4_096)
            starts += samples.starts
            try commit(samples)
        }
        while try writer.maintain() {}
        core.advance(to: writer.snapshot)
        return starts
    }

    /// Saves samples in full segments. Groups of segments cover the same time: as when several apps measure the same
    /// thing.
    func fill(segments: Int, overlapping: Int) throws {
        for _ in stride(from: 0, to: segments, by: overlapping) {
            let samples = nextRates(4_096 * overlapping)
            for app in 0..<overlapping {
                try commit(samples.selecting(.each(Array(stride(from: app, to: samples.count, by: overlapping)))))
            }
        }
        core.advance(to: writer.snapshot)
    }

    /// Saves samples without a client; the server does not know of them yet.
    func commit(_ samples: SampleColumns) throws {
        let origin = Write.Origin(source: Source(bundleIdentifier: SocketlessServer.app, name: "Benchmark"))
        for result in writer.commit([Write(origin: origin, operation: .save([samples]))]) {
            _ = try result.get()
        }
    }

    /// The owner decides something of the app of the first connections.
    func decide(_ grants: [Grant]) throws {
        let origin = Write.Origin(source: Source(bundleIdentifier: SocketlessServer.app, name: "Benchmark"))
        let control = AccessControl.decide(AppID(SocketlessServer.identifier(0)), grants)
        for result in writer.commit([Write(origin: origin, operation: .controlAccess(control))]) {
            _ = try result.get()
        }
        core.advance(to: writer.snapshot)
    }

    private static func identifier(_ number: Int) -> String { "\(app)\(number)" }

    /// A connection of an app that has sent Hello.
    func connect(app number: Int = 0) throws -> ConnectionID {
        let id = core.connect()
        let app = App(bundleIdentifier: SocketlessServer.identifier(number), name: "Benchmark", version: "1")
        receive(try frame(1, .hello(Hello(major: 1, minor: 0, app: app))), from: id)
        settle()
        forgetSent()
        return id
    }

    func frame(_ call: UInt64, _ request: Request) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try encoder.append(ClientFrame(call: call, request), to: &bytes)
        return bytes
    }

    // MARK: - In a step

    /// Bytes arrive as they do from a socket.
    func receive(_ bytes: [UInt8], from id: ConnectionID) {
        var rest = bytes.span.bytes
        while !rest.isEmpty {
            let piece = rest.extracting(first: SocketlessServer.pieceBytes)
            core.receive(piece, from: id)
            rest = rest.extracting(droppingFirst: piece.byteCount)
        }
    }

    /// Commits staged writes, as the writer thread does.
    func commitStaged() {
        guard let writes = core.takeWrites() else { return }
        core.finishWrites(writer.commit(writes), writer.snapshot)
    }

    /// Runs one turn, and sends its output.
    @discardableResult
    func turn() -> Bool {
        let hasMore = core.turn() || core.runRead(with: runner)
        drain()
        return hasMore
    }

    /// Forgets the output so far, runs one step of reading, on the server's thread or else on a reader's, and sends its output.
    func step() {
        forgetSent()
        _ = core.turn()
        drain()
        guard sent.isEmpty, core.runRead(with: runner) else { return }
        drain()
    }

    private func drain() {
        while let id = core.connections.nextToService() {
            _ = core.drain(id) { bytes in
                bytes.withUnsafeBytes { sent.append(contentsOf: $0) }
                return bytes.byteCount
            }
        }
    }

    func settle() {
        while turn() {}
    }

    /// Decodes the large frames that have arrived, and handles what waited for its turn.
    func handleInput() {
        while core.turn() || core.runRead(with: runner) {}
    }

    /// Forgets the output so far.
    func forgetSent() {
        sent.removeAll(keepingCapacity: true)
    }

    // MARK: - After the steps

    /// The output to clients since then.
    func replies() throws -> [Reply] {
        let decoder = FrameDecoder()
        var splitter = FrameSplitter()
        var replies: [Reply] = []
        let sent = sent
        try splitter.push(sent.span.bytes) { body throws(HearthError) in
            replies.append(try decoder.serverFrame(body).content.get())
        }
        return replies
    }
}
