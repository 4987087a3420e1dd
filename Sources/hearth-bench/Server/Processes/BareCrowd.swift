import Foundation
import HearthSocket

/// A minimal server of many clients, on one thread: it echoes each message, drops longer ones, closes the connection of
/// a client that announces a giant frame, and streams to a client that asks for it. It shows what the machine itself
/// costs.
///
/// Unsafe pointers: `recv` takes the address of a buffer and its length.
struct BareCrowd {
    /// Asks for pieces.
    static let pieces: [UInt8] = [0x70]
    /// A frame length above the limit.
    static let giant = [UInt8](repeating: 0xFF, count: 4)

    /// Ends the serving when it ends.
    private let control: Int32
    private let listener: Int32
    private var watched: [pollfd]
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private let piece = [UInt8](repeating: 0x5A, count: 256 << 10)

    init(control: Int32, listener: Int32) {
        self.control = control
        self.listener = listener
        watched = [control, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// A socket on which it can serve, at a path.
    static func listen(at path: String) throws -> Int32 {
        let descriptor = try UnixSocket.make()
        let code = try UnixSocket.withAddress(path) { bind(descriptor, $0, $1) }
        guard code == 0, Foundation.listen(descriptor, 128) == 0 else {
            close(descriptor)
            throw BenchmarkError("\(path) cannot be listened on")
        }
        return descriptor
    }

    mutating func serve() {
        while true {
            poll(&watched, nfds_t(watched.count), -1)
            guard watched[0].revents == 0 else { return }
            for ready in watched where ready.revents != 0 {
                if ready.fd == listener {
                    accept()
                } else if ready.revents == Int16(POLLOUT) {
                    sendPiece(to: ready.fd)
                } else {
                    answer(ready.fd)
                }
            }
        }
    }

    private mutating func accept() {
        let client = Foundation.accept(listener, nil, nil)
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        watched.append(pollfd(fd: client, events: Int16(POLLIN), revents: 0))
    }

    private mutating func answer(_ client: Int32) {
        let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(client, $0) }
        guard let index = watched.firstIndex(where: { $0.fd == client }) else { return }
        if count == BareSocket.message.count {
            _ = BareSocket.write(client, buffer, count)
        } else if count == BareCrowd.pieces.count {
            watched[index].events = Int16(POLLIN | POLLOUT)
        } else if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR || announcesGiant(count) {
            watched.remove(at: index)
            close(client)
        }
    }

    private func announcesGiant(_ count: Int) -> Bool {
        count > 0 && buffer[..<count].suffix(BareCrowd.giant.count).elementsEqual(BareCrowd.giant)
    }

    /// Sends as much of a piece as the socket accepts.
    private func sendPiece(to client: Int32) {
        _ = BareSocket.send(client, piece, from: 0)
    }
}
