internal import HearthModel
internal import HearthServer
internal import HearthWire

/// A connection to a fuzzed server.
final class FuzzedClient {
    /// The server has closed the connection.
    private(set) var isClosed = false
    var isReading = true
    private let core: Server
    private let id: ConnectionID
    private let decoder = FrameDecoder()
    private var splitter = FrameSplitter()
    private var calls: UInt64 = 1

    /// Each second one is the owner's tool, which may say more than an app.
    init(_ core: Server, _ index: Int) {
        self.core = core
        id = core.connect(of: Int32(100 + index), isOwnersTool: index % 2 == 1)
        var hello: [UInt8] = []
        let app = App(bundleIdentifier: "org.example.app\(index)")
        try? FrameEncoder().append(ClientFrame(call: 1, .hello(Hello(major: 1, minor: 99, app: app))), to: &hello)
        send(hello)
    }

    func nextCall() -> UInt64 {
        calls += 1
        return calls
    }

    func send(_ bytes: [UInt8]) {
        core.receive(bytes.span.bytes, from: id)
        read()
    }

    /// Takes what the server has sent, of which every frame can be read.
    func read() {
        guard isReading, !isClosed else { return }
        let result = core.drain(id) { bytes in
            do throws(HearthError) {
                try splitter.push(bytes) { body throws(HearthError) in
                    _ = try decoder.serverFrame(body).content.get()
                }
            } catch {
                preconditionFailure("the server sent what cannot be read: \(error)")
            }
            return bytes.byteCount
        }
        if result == .close {
            leave()
        }
    }

    func leave() {
        guard !isClosed else { return }
        isClosed = true
        core.disconnect(id)
    }
}
