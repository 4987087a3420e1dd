import HearthModel
import HearthServer
import HearthSystem
import HearthWire
import Testing

/// The other end of a connection of a server without sockets.
class CoreConnection {
    struct Received {
        let call: UInt64
        let reply: Reply
        let bytes: Int
    }

    let core: Server
    let id: ConnectionID
    private let encoder = FrameEncoder()
    private let decoder = FrameDecoder()
    private var splitter = FrameSplitter()
    /// The server has closed the connection.
    private(set) var isClosed = false
    private let isOwnersTool: Guarded<Bool>

    init(_ core: Server, of process: Int32? = nil, as app: AppID? = nil, isOwnersTool: Bool = false) {
        self.core = core
        let isTool = Guarded(isOwnersTool)
        self.isOwnersTool = isTool
        id = core.connect(of: process, as: app, isOwnersTool: isTool.withLock { $0 })
    }

    /// The process goes on as another program.
    func becomeAnotherProgram() {
        isOwnersTool.withLock { $0 = false }
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
        core.receive(bytes.span.bytes, from: id)
    }

    /// What the server has sent so far.
    func takeReplies() -> [Received] {
        guard !isClosed else { return [] }
        var received: [Received] = []
        let result = core.drain(id) { bytes in
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
            close()
        }
        return received
    }

    /// Closes the connection, with whatever is under way on it.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        core.disconnect(id)
    }
}
