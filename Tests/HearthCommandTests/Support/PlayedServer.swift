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
        var connection = PlayedConnection(client)
        while let requests = try connection.receive() {
            for (call, request) in requests {
                if case .hello = request {
                    try connection.welcome(call)
                    continue
                }
                switch step(request) {
                case .reply(let reply): try connection.send(reply, to: call)
                case .refuse(let code):
                    try connection.send(.error(ErrorReply(HearthError(code, "The test refuses it."))), to: call)
                case .wait: break
                case .loseConnection: return
                }
            }
        }
    }
}
