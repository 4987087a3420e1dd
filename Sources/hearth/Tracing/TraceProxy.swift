import HearthServer
import HearthSocket
import HearthSystem

/// A socket that forwards each of its connections to the server.
final class TraceProxy: Sendable {
    private let socket: ServerSocket
    private let serverPath: String
    /// To be readable when the proxy is to end.
    private let ending: (reader: RelayedSocket, descriptor: Int32, writer: RelayedSocket)

    /// Listens at a path, in a folder that only its owner can enter.
    init(at path: String, serverPath: String) throws {
        let (reader, writer) = try UnixSocket.pair()
        ending = (RelayedSocket(reader), reader, RelayedSocket(writer))
        socket = try ServerSocket.make(at: path)
        self.serverPath = serverPath
    }

    /// Forwards connections until `end` is called, or the reader of the output has ended.
    func run(_ output: TraceOutput) {
        var polled = [socket.descriptor, ending.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Of standard output only its end is of interest.
        polled.append(pollfd(fd: STDOUT_FILENO, events: 0, revents: 0))
        var connections = 0
        while true {
            let count = poll(&polled, nfds_t(polled.count), -1)
            if count < 0, errno == EINTR { continue }
            guard count > 0, polled[1].revents == 0, Int32(polled[2].revents) & (POLLERR | POLLHUP) == 0 else { break }
            if polled[0].revents != 0, let client = accept() {
                connections += 1
                relay(client, connections, output)
            }
        }
        socket.remove()
        close(socket.descriptor)
    }

    func end() {
        ending.writer.end()
    }

    private func accept() -> Int32? {
        #if canImport(Glibc)
            let descriptor = Glibc.accept(socket.descriptor, nil, nil)
        #elseif canImport(Musl)
            let descriptor = Musl.accept(socket.descriptor, nil, nil)
        #else
            let descriptor = Darwin.accept(socket.descriptor, nil, nil)
        #endif
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, 0)
        return descriptor
    }

    /// Refuses connections of other users, as the server does.
    private func relay(_ descriptor: Int32, _ number: Int, _ output: TraceOutput) {
        let client = RelayedSocket(descriptor)
        guard let peer = UnixSocket.peer(of: descriptor), peer.user == geteuid() else { return }
        do throws(SocketError) {
            let server = RelayedSocket(try UnixSocket.connect(to: serverPath))
            output.print("connected by process \(peer.process)", on: number)
            Relay(number, client: client, server: server, output: output).begin()
        } catch {
            output.print("not forwarded: \(error)", on: number)
        }
    }
}
