internal import HearthSocket
internal import HearthSystem

/// A connected socket. It is closed with its last reference, so no other file can get its number while it is in use.
///
/// Unsafe pointers: the system's calls take the addresses of buffers.
final class Descriptor: Sendable {
    private let number: Int32

    init(_ number: Int32) {
        self.number = number
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        close(number)
    }

    /// Ends the connection, and wakes the threads that wait for it.
    func end() {
        shutdown(number, Int32(SHUT_RDWR))
    }

    /// Waits for bytes and reads those available. Returns 0 at the end of the connection.
    func read(into buffer: inout [UInt8]) throws(SocketError) -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(number, $0) }
            if count >= 0 { return count }
            guard errno == EINTR else { throw .failed("The connection to the Hearth server was lost") }
        }
    }

    /// Waits for bytes or the end of the connection. Returns false if neither arrives in time.
    func isReadable(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, milliseconds) > 0
    }

    /// Sends what the socket accepts without waiting, and returns its length; nil: the peer is gone.
    func sendSome(_ bytes: UnsafeRawBufferPointer) -> Int? {
        while true {
            let count = UnixSocket.send(number, bytes, waiting: false)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return 0
            default: return nil
            }
        }
    }

    /// Waits until the socket accepts bytes, or the connection ends.
    func waitUntilWritable() {
        var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        while poll(&polled, 1, -1) < 0, errno == EINTR {}
    }
}
