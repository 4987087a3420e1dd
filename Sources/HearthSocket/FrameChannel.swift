package import HearthModel
internal import HearthSystem
package import HearthWire

/// A simple connection to a server, for a client that waits for each reply: frames out and in, in order.
///
/// Unsafe pointers: `recv` and `write` take the address of a buffer and its length.
package final class FrameChannel {
    private let descriptor: Int32
    private let encoder = FrameEncoder()
    private let decoder = FrameDecoder()
    private var splitter = FrameSplitter()
    private var received: [Incoming<Reply>] = []
    private var next = 0
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)
    private var output: [UInt8] = []
    private var lastCall: UInt64 = 0
    /// The total bytes of received bodies.
    package private(set) var receivedBytes = 0

    /// Connects without a handshake.
    package init(path: String) throws(SocketError) {
        descriptor = try UnixSocket.connect(to: path)
    }

    /// The same, to the first path where a server listens. Each read and write fails after `waitLimit`.
    package init(in paths: ServerPaths, waitLimit milliseconds: Int) throws(SocketError) {
        descriptor = try paths.connect().descriptor
        UnixSocket.limitWaiting(descriptor, milliseconds: milliseconds)
    }

    /// On a connection, which it owns from then on.
    package init(_ descriptor: Int32, waitLimit milliseconds: Int) {
        self.descriptor = descriptor
        UnixSocket.limitWaiting(descriptor, milliseconds: milliseconds)
    }

    deinit {
        close(descriptor)
    }

    /// A number for a new call.
    package func newCall() -> UInt64 {
        lastCall += 1
        return lastCall
    }

    /// Sends the app's Hello, and returns the server's answer.
    package func open(_ app: App, client: String = "") throws -> Welcome {
        let hello = Hello(
            major: VersionRange.supported.highestMajor,
            minor: VersionRange.supported.highestMinor,
            app: app,
            client: client
        )
        switch try reply(to: .hello(hello)) {
        case .welcome(let welcome): return welcome
        default: throw SocketError(.failed, "The server does not speak this protocol.")
        }
    }

    /// Sends a request as a new call and waits for its reply. Replies to other calls are ignored.
    package func reply(to request: Request) throws -> Reply {
        let call = newCall()
        try send(ClientFrame(call: call, request))
        while true {
            let frame = try receive()
            guard frame.call == call || frame.call == 0 else { continue }
            if case .error(let reply) = try frame.content.get() {
                throw reply.error
            }
            return try frame.content.get()
        }
    }

    package func send(_ frame: ClientFrame) throws {
        output.removeAll(keepingCapacity: true)
        try encoder.append(frame, to: &output)
        do throws(SocketError) {
            try send(output)
        } catch {
            throw refusal ?? error
        }
    }

    /// Why the server has ended the connection, if it has said so.
    private var refusal: HearthError? {
        guard let frame = try? receive(), frame.call == 0, case .success(.error(let reply)) = frame.content else {
            return nil
        }
        return reply.error
    }

    /// Sends bytes as they are.
    package func send(_ bytes: [UInt8]) throws(SocketError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                UnixSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FrameChannel.failure() }
            sent += count
        }
    }

    /// The next frame; waits for it.
    package func receive() throws -> Incoming<Reply> {
        while next == received.count {
            received.removeAll(keepingCapacity: true)
            next = 0
            try readOnce()
        }
        next += 1
        return received[next - 1]
    }

    private static func failure() -> SocketError {
        errno == EAGAIN || errno == EWOULDBLOCK
            ? SocketError(.failed, "The server does not answer.") : .failed("The server ended the connection")
    }

    private func readOnce() throws {
        let count = buffer.withUnsafeMutableBytes { UnixSocket.receive(descriptor, $0) }
        if count < 0, errno == EINTR { return }
        guard count >= 0 else { throw FrameChannel.failure() }
        guard count > 0 else { throw SocketError(.failed, "The server closed the connection.") }
        let arrived = buffer
        try splitter.push(arrived.span.bytes.extracting(first: count)) { body throws(HearthError) in
            receivedBytes += body.byteCount
            received.append(try decoder.serverFrame(body))
        }
    }
}
