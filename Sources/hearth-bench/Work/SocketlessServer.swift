import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// The server without sockets, threads and clocks, on a store in memory: it does what it is told, at the moment at which
/// it is told, and the same in each run.
final class SocketlessServer {
    let core: ServerCore
    let writer: StoreWriter
    private let runner: ReadRunner
    /// What clients were sent and was not looked at.
    private var sent: [UInt8] = []
    private var rates = DataSetMix(.timeOrdered)
    private let encoder = FrameEncoder()

    private static let app = "org.hearth.bench"
    /// As much as the server reads from a socket at once.
    private static let pieceBytes = 64 << 10

    init() throws {
        let now = DataSet.beginning
        writer = try StoreWriter(MemoryStorage(), clock: { now })
        runner = ReadRunner(try writer.makeReader())
        core = ServerCore(
            writer.snapshot,
            try writer.makeReader(),
            time: ServerTime(nanoseconds: 0, date: now)
        )
    }

    // MARK: - Before the steps

    /// The next samples of those that are saved, in the order of their starts.
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

    /// Saves samples in full segments, so many of which cover the same time: as when several apps measure the same thing.
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

    /// A connection of an app that has said Hello.
    func connect(app number: Int = 0) throws -> ConnectionID {
        let id = core.connect()
        let app = App(bundleIdentifier: "\(SocketlessServer.app)\(number)", name: "Benchmark", version: "1")
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

    /// Commits what is staged, as the thread does that writes.
    func commitStaged() {
        guard let writes = core.takeWrites() else { return }
        core.finishWrites(writer.commit(writes), writer.snapshot)
    }

    /// One turn, and what it has to send is sent.
    @discardableResult
    func turn() -> Bool {
        let hasMore = core.turn() || runner.runNext(of: core)
        while let id = core.nextTouched() {
            _ = core.drain(id) { bytes in
                bytes.withUnsafeBytes { sent.append(contentsOf: $0) }
                return bytes.byteCount
            }
        }
        return hasMore
    }

    func settle() {
        while turn() {}
    }

    /// What comes from now on stands alone.
    func forgetSent() {
        sent.removeAll(keepingCapacity: true)
    }

    // MARK: - After the steps

    /// What clients were sent since that was forgotten.
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
