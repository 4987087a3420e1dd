import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// A server without sockets, threads and clocks, on a store in memory. Nothing happens but what the test does.
final class ServerHarness {
    let core: ServerCore
    let writer: StoreWriter

    init(_ options: ServerOptions = ServerOptions(), storage: MemoryStorage = MemoryStorage()) throws {
        writer = try StoreWriter(storage)
        core = ServerCore(
            writer.snapshot,
            try writer.makeReader(),
            options: options,
            time: ServerTime(nanoseconds: 0, date: Timestamp(nanoseconds: 0))
        )
    }

    /// A connection that has said Hello.
    func open(_ bundleIdentifier: String = "org.example.run") throws -> TestClient {
        let client = TestClient(self)
        let hello = Hello(major: 1, minor: 0, app: App(bundleIdentifier: bundleIdentifier))
        client.send(1, .hello(hello))
        guard case .welcome? = client.receive().first?.reply else {
            throw HearthError(.unknown, "no Welcome came")
        }
        return client
    }

    /// Lets the server do all that it has to do.
    func settle() {
        var hasMore = true
        while hasMore {
            hasMore = core.turn()
            if let writes = core.takeWrites() {
                let results = writer.commit(writes)
                core.finishWrites(results, writer.snapshot)
                hasMore = true
            }
        }
    }

    func advance(seconds: Double) {
        core.time.nanoseconds += Int64(seconds * 1e9)
        core.meetDeadlines()
    }
}

/// The other end of a connection of a harness.
final class TestClient {
    struct Received {
        let call: UInt64
        let reply: Reply
        let bytes: Int
    }

    let id: ConnectionID
    private let harness: ServerHarness
    private let encoder = FrameEncoder()
    private let decoder = FrameDecoder()
    private var splitter = FrameSplitter()
    /// The server has closed the connection.
    private(set) var isClosed = false

    init(_ harness: ServerHarness) {
        self.harness = harness
        id = harness.core.connect()
    }

    func send(_ call: UInt64, _ request: Request) {
        send([(call, request)])
    }

    /// Sends frames at once.
    func send(_ requests: [(call: UInt64, request: Request)]) {
        var bytes: [UInt8] = []
        for (call, request) in requests {
            do throws(HearthError) {
                try encoder.append(ClientFrame(call: call, request), to: &bytes)
            } catch {
                Issue.record("the request is longer than a frame: \(error)")
            }
        }
        send(bytes)
    }

    func send(_ bytes: [UInt8]) {
        harness.core.receive(bytes.span.bytes, from: id)
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

    /// What the server has sent so far.
    func takeReplies() -> [Received] {
        var received: [Received] = []
        let result = harness.core.drain(id) { bytes in
            do throws(HearthError) {
                try splitter.push(bytes) { body throws(HearthError) in
                    let frame = try decoder.serverFrame(body)
                    received.append(
                        Received(call: frame.call, reply: try frame.content.get(), bytes: body.byteCount)
                    )
                }
            } catch {
                Issue.record("the server sent what is no frame: \(error)")
            }
            return bytes.byteCount
        }
        if result == .close {
            isClosed = true
            harness.core.disconnect(id)
        }
        return received
    }
}
