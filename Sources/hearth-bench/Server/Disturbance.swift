import HearthModel
import HearthSocket
import HearthThreads
import HearthWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What other clients do to a server while a well-behaved one uses it.
enum Disturbance: CaseIterable {
    case none
    /// Takes time of the processors and leaves the server alone. What is slower beside this is the machine's doing.
    case busyThread
    /// The same with as many threads as there are processors: a bulk saver and the thread that writes are two.
    case busyThreads
    /// Sends pings without waiting for the answers, which it reads.
    case pipelinedPings
    /// Sends the beginnings of large frames on many connections, and goes, again and again.
    case halfFrames
    /// Follows all changes and never reads, while another client saves in bulk.
    case stalledSubscriber
    case idleConnections
    /// Reads all samples, again and again.
    case bulkReader
    case bulkSaver

    var name: String {
        switch self {
        case .none: "quiet"
        case .busyThread: "a busy thread, no other client"
        case .busyThreads: "\(Disturbance.processors) busy threads, no other client"
        case .pipelinedPings: "pipelined pings"
        case .halfFrames: "half frames"
        case .stalledSubscriber: "a stalled subscriber, bulk saves"
        case .idleConnections: "idle connections"
        case .bulkReader: "a bulk reader"
        case .bulkSaver: "a bulk saver"
        }
    }

    /// What a thread does until it is told to stop; nil: nothing. It says when the server begins to feel it.
    func work(_ socket: String, _ pings: [UInt8], _ signals: ThreadSignals) -> (@Sendable () throws -> Void)? {
        switch self {
        case .none, .idleConnections: nil
        case .busyThread: { Disturbance.keepBusy(signals) }
        case .busyThreads: { try Disturbance.keepAllBusy(signals) }
        case .pipelinedPings: { try Disturbance.pipeline(pings, to: socket, signals) }
        case .halfFrames: { try Disturbance.sendHalves(to: socket, signals) }
        case .bulkReader: { try Disturbance.readAll(from: socket, signals) }
        case .bulkSaver, .stalledSubscriber: { try Disturbance.keepSaving(to: socket, signals) }
        }
    }

    /// The same to a server that does the least; nil when there is no such thing.
    func bareWork(_ socket: String, _ signals: ThreadSignals) -> (@Sendable () throws -> Void)? {
        switch self {
        case .halfFrames: { try Disturbance.sendHalves(to: socket, signals) }
        case .bulkReader: { try Disturbance.readPieces(from: socket, signals) }
        case .none, .busyThread, .busyThreads, .pipelinedPings, .stalledSubscriber, .idleConnections, .bulkSaver: nil
        }
    }

    /// Whether it is another client, who goes away at the end.
    var isClient: Bool {
        switch self {
        case .none, .busyThread, .busyThreads, .idleConnections: false
        case .pipelinedPings, .halfFrames, .stalledSubscriber, .bulkReader, .bulkSaver: true
        }
    }

    private static func keepBusy(_ signals: ThreadSignals) {
        signals.begin()
        var random = DataSetRandom(seed: 1)
        while !signals.isStopped {
            for _ in 0..<1_000 {
                _ = random.next()
            }
        }
    }

    private static let processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)

    private static func keepAllBusy(_ signals: ThreadSignals) throws {
        let others = (1..<processors).map { _ in BackgroundThread { keepBusy(signals) } }
        keepBusy(signals)
        for thread in others {
            try thread.join()
        }
    }

    private static func readAll(from socket: String, _ signals: ThreadSignals) throws {
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: "org.hearth.bench.reader"))
        signals.begin()
        while !signals.isStopped {
            try channel.readHeartRates(limit: 0)
        }
    }

    private static func readPieces(from socket: String, _ signals: ThreadSignals) throws {
        let descriptor = try UnixSocket.connect(to: socket)
        defer { close(descriptor) }
        guard BareSocket.write(descriptor, BareCrowd.pieces) else {
            throw BenchmarkError("the bare server has closed the connection of one who reads")
        }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        signals.begin()
        while !signals.isStopped, BareSocket.read(descriptor, &buffer, buffer.count) {}
    }

    /// A part of a bulk save, and how much of it is under way.
    private static let frameSamples = 16_384
    private static let window = 16

    private static func keepSaving(to socket: String, _ signals: ThreadSignals) throws {
        var rates = HeartRates(after: 40)
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: "org.hearth.bench.saver"))
        while !signals.isStopped {
            signals.begin()
            try channel.save((0..<window).map { _ in rates.next(frameSamples) }, window: window)
        }
    }

    /// Saves so many samples in bulk.
    static func save(_ samples: Int, to server: HearthServer) throws {
        var rates = HeartRates()
        let channel = try server.connect(as: "org.hearth.bench.saver")
        var left = samples
        while left > 0 {
            let part = min(left, window * frameSamples)
            let columns = stride(from: 0, to: part, by: frameSamples).map { rates.next(min(frameSamples, part - $0)) }
            try channel.save(columns, window: window)
            left -= part
        }
    }

    private static let halves = 32
    private static let halvedBytes = 1 << 20

    private static func sendHalves(to socket: String, _ signals: ThreadSignals) throws {
        var bytes = try FrameBytes.session(as: "org.hearth.bench.halves")
        withUnsafeBytes(of: UInt32(halvedBytes).littleEndian) { bytes += $0 }
        bytes += [UInt8](repeating: 0, count: halvedBytes / 2)
        while !signals.isStopped {
            var descriptors: [Int32] = []
            defer { descriptors.forEach { close($0) } }
            while descriptors.count < halves, !signals.isStopped {
                let descriptor = try UnixSocket.connect(to: socket)
                descriptors.append(descriptor)
                guard BareSocket.write(descriptor, bytes) else {
                    throw BenchmarkError("the server has closed the connection of one who sends half a frame")
                }
                signals.begin()
            }
        }
    }

    /// Sends a session's bytes as fast as the server takes them; with a new connection when they are at their end.
    private static func pipeline(_ pings: [UInt8], to socket: String, _ signals: ThreadSignals) throws {
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
}
