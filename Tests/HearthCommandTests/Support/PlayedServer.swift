import Foundation
import HearthModel
import HearthSocket
import HearthSystem
import HearthTestSupport
import HearthWire

/// A server that the test plays, at the socket of a folder. It takes one connection after another and says Welcome on each.
final class PlayedServer: Sendable {
    /// What it does about a request.
    enum Step {
        case reply(Reply)
        case refuse(ErrorCode)
        /// It replies to nothing yet.
        case wait
        /// It ends the connection without a reply.
        case loseConnection
    }

    private let listener: Int32
    private let thread: BackgroundThread

    /// `step`: what it does about each request but Hello.
    init(in folder: ServerFolder, step: @escaping @Sendable (Request) -> Step) throws {
        mkdir(SocketPath.directory(of: folder.socket), 0o700)
        let listener = try UnixSocket.make()
        guard try UnixSocket.withAddress(folder.socket, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0
        else {
            throw Unexpected.failed("listening", errno)
        }
        self.listener = listener
        thread = BackgroundThread { try PlayedServer.serve(listener, step) }
    }

    /// Takes no more connections, and waits for the end of the one that is open. The client has ended by then.
    func end() throws {
        shutdown(listener, Int32(SHUT_RDWR))
        try thread.join()
        close(listener)
    }

    private static func serve(_ listener: Int32, _ step: (Request) -> Step) throws {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0, errno == EINTR { continue }
            guard client >= 0 else { return }
            defer { close(client) }
            try serve(client: client, step)
        }
    }

    private static func serve(client: Int32, _ step: (Request) -> Step) throws {
        let decoder = FrameDecoder()
        var splitter = FrameSplitter()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(client, $0) }
            guard count > 0 else { return }
            var frames: [Incoming<Request>] = []
            let arrived = buffer
            try splitter.push(arrived.span.bytes.extracting(first: count)) { body throws(HearthError) in
                frames.append(try decoder.clientFrame(body))
            }
            for frame in frames {
                let request = try frame.content.get()
                if case .hello = request {
                    try send(.welcome(welcome), to: frame.call, client)
                    continue
                }
                switch step(request) {
                case .reply(let reply): try send(reply, to: frame.call, client)
                case .refuse(let code):
                    try send(.error(ErrorReply(HearthError(code, "The test refuses it."))), to: frame.call, client)
                case .wait: break
                case .loseConnection: return
                }
            }
        }
    }

    private static let welcome = Welcome(
        major: VersionRange.supported.highestMajor,
        minor: VersionRange.supported.highestMinor,
        serverVersion: "1",
        storeID: ObjectID(high: 1, low: 1)
    )

    private static func send(_ reply: Reply, to call: UInt64, _ client: Int32) throws {
        var bytes: [UInt8] = []
        try FrameEncoder().append(ServerFrame(call: call, reply), to: &bytes)
        guard bytes.withUnsafeBytes({ UnixSocket.send(client, $0) }) == bytes.count else {
            throw Unexpected.failed("send", errno)
        }
    }
}
