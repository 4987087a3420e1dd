import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// A client that misbehaves until it is asked to stop.
///
/// Unsafe pointers: `recv` takes the address of a buffer and its length.
struct HostileClient {
    private let socket: String
    private let signals: ThreadSignals
    private static let app = "org.hearth.bench.hostile"

    init(_ socket: String, _ signals: ThreadSignals) {
        self.socket = socket
        self.signals = signals
    }

    /// Connects and sends something.
    private func connect(sending bytes: [UInt8]) throws -> Int32 {
        let descriptor = try UnixSocket.connect(to: socket)
        guard BareSocket.write(descriptor, bytes) else {
            close(descriptor)
            throw BenchmarkError("the server has closed a connection before the end of its session")
        }
        signals.begin()
        return descriptor
    }

    /// Reads up to the end of the stream, whatever is available at a time.
    private func drain(_ descriptor: Int32, _ buffer: inout [UInt8]) {
        while buffer.withUnsafeMutableBytes({ UnixSocket.receive(descriptor, $0) }) > 0 {}
    }

    // MARK: - Frames that do not end

    private static let halves = 32
    private static let halvedBytes = 1 << 20

    func sendHalves() throws {
        let session = try FrameBytes.session(as: HostileClient.app)
        let length = withUnsafeBytes(of: UInt32(HostileClient.halvedBytes).littleEndian) { Array($0) }
        let bytes = session + length + [UInt8](repeating: 0, count: HostileClient.halvedBytes / 2)
        while !signals.isStopped {
            var descriptors: [Int32] = []
            defer { descriptors.forEach { close($0) } }
            while descriptors.count < HostileClient.halves, !signals.isStopped {
                descriptors.append(try connect(sending: bytes))
            }
        }
    }

    /// Enough connections that a byte arrives during every hundredth ping.
    private static let tricklers = 1_024

    /// Sends one byte a second on each connection, spread over the second. The server may close the connections.
    func trickle() throws {
        let count = min(HostileClient.tricklers, ProcessLimit.raiseDescriptors() - 64)
        let session = try FrameBytes.session(as: HostileClient.app, [.ping(Ping())])
        var connections = try (0..<count).map { _ in
            (descriptor: try connect(sending: [session[0]]), sent: 1)
        }
        defer { connections.forEach { close($0.descriptor) } }
        var next = 0
        while !signals.isStopped {
            usleep(UInt32(1_000_000 / count))
            let sent = connections[next].sent
            if sent < session.count, BareSocket.write(connections[next].descriptor, [session[sent]]) {
                connections[next].sent += 1
            } else {
                close(connections[next].descriptor)
                connections[next] = (try connect(sending: [session[0]]), 1)
            }
            next = (next + 1) % count
        }
    }

    func announceGiants() throws {
        let bytes = try FrameBytes.session(as: HostileClient.app) + BareCrowd.giant
        var buffer = [UInt8](repeating: 0, count: 4 << 10)
        while !signals.isStopped {
            let descriptor = try connect(sending: bytes)
            drain(descriptor, &buffer)
            close(descriptor)
        }
    }

    // MARK: - Unread answers

    func goInMidBatch(isBare: Bool) throws {
        let query = QuerySamples(clauses: [HeartRates.clause], limit: 0)
        let session = try FrameBytes.session(as: HostileClient.app, [.querySamples(query)])
        let bytes = isBare ? BareCrowd.pieces : session
        // More than the welcome: samples have arrived.
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while !signals.isStopped {
            let descriptor = try connect(sending: bytes)
            defer { close(descriptor) }
            guard BareSocket.read(descriptor, &buffer, buffer.count) else {
                throw BenchmarkError("the server has closed the connection of one who reads")
            }
        }
    }

    /// Sends a session of pings as fast as the server accepts them, and then starts again on a new connection.
    func pipelinePings(_ count: Int) throws {
        let pings = try FrameBytes.session(as: HostileClient.app, [Request](repeating: .ping(Ping()), count: count))
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while !signals.isStopped {
            let descriptor = try UnixSocket.connect(to: socket)
            defer { close(descriptor) }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            var sent = 0
            while sent < pings.count, !signals.isStopped {
                var polled = [pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)]
                poll(&polled, 1, 100)
                if polled[0].revents & Int16(POLLIN) != 0 {
                    guard read(descriptor, &buffer, buffer.count) != 0 else {
                        throw BenchmarkError("the server has closed the connection of one who pipelines pings")
                    }
                }
                if polled[0].revents & Int16(POLLOUT) != 0 {
                    signals.begin()
                    sent += max(0, BareSocket.send(descriptor, pings, from: sent))
                }
            }
        }
    }

    // MARK: - Connections that are refused

    /// Keeps the connections that are welcomed.
    func hoardConnections() throws {
        let session = try FrameBytes.session(as: HostileClient.app)
        var buffer = [UInt8](repeating: 0, count: 1)
        var hoard: [Int32] = []
        defer { hoard.forEach { close($0) } }
        while !signals.isStopped {
            let descriptor = try UnixSocket.connect(to: socket)
            if BareSocket.write(descriptor, session), BareSocket.read(descriptor, &buffer, 1) {
                hoard.append(descriptor)
            } else {
                close(descriptor)
                signals.begin()
            }
        }
    }

    /// The user `nobody` on most systems.
    private static let otherUser: uid_t = 65_534

    func comeAsAnotherUser() throws {
        guard setuid(HostileClient.otherUser) == 0 else {
            throw BenchmarkError("only root can become another user")
        }
        var buffer = [UInt8](repeating: 0, count: 1)
        while !signals.isStopped {
            let descriptor = try UnixSocket.connect(to: socket)
            defer { close(descriptor) }
            guard !BareSocket.read(descriptor, &buffer, 1) else {
                throw BenchmarkError("the server answers another user; this is a fault in it")
            }
            signals.begin()
        }
    }
}
