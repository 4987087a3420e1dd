import HearthSystem

/// The disturbances of a server while a well-behaved client uses it.
enum Disturbance: String, CaseIterable {
    case none
    /// Uses CPU time without touching the server. A slowdown during this is due to the machine.
    case busyThread
    /// The same with as many threads as there are processors: a bulk saver and the thread that writes are two.
    case busyThreads
    /// Sends pings without waiting for the answers, which it reads.
    case pipelinedPings
    /// Repeatedly sends the beginnings of large frames on many connections, and disconnects.
    case halfFrames
    /// Sends the bytes of sessions one by one, on many connections.
    case trickle
    /// Announces a frame that is larger than any may be, again and again.
    case giantLengths
    /// Repeatedly queries all samples, and disconnects when the first have arrived.
    case resets
    /// Follow all changes and never read.
    case stalledSubscribers
    case idleConnections
    /// Holds all connections that the server has descriptors for, and tries to get one more, again and again.
    case noDescriptors
    /// Is refused, again and again.
    case otherUser
    /// Reads all samples, again and again.
    case bulkReader
    case bulkSaver

    /// Whether there can be such a one here.
    func isPossible(in folder: TemporaryFolder) -> Bool {
        switch self {
        case .noDescriptors: ProcessLimit.canBeSetForOthers
        // Only root can become another user, which must then be able to reach the socket.
        case .otherUser: geteuid() == 0 && folder.isReachableByOthers
        default: true
        }
    }

    /// Whether the server logs a warning.
    var isWarnedOf: Bool { self == .noDescriptors || self == .otherUser }

    var name: String {
        switch self {
        case .none: "quiet"
        case .busyThread: "a busy thread, no other client"
        case .busyThreads: "\(BusyThreads.processors) busy threads, no other client"
        case .pipelinedPings: "pipelined pings"
        case .halfFrames: "half frames"
        case .trickle: "one byte a second"
        case .giantLengths: "giant lengths"
        case .resets: "resets in mid-batch"
        case .stalledSubscribers: "subscribers that never read"
        case .idleConnections: "idle connections"
        case .noDescriptors: "no descriptors left"
        case .otherUser: "another user"
        case .bulkReader: "a bulk reader"
        case .bulkSaver: "a bulk saver"
        }
    }

    /// Whether the disturbance is active all the time.
    var isActive: Bool {
        switch self {
        case .none, .stalledSubscribers, .idleConnections: false
        default: true
        }
    }

    /// Whether it is another client, which leaves at the end.
    var isClient: Bool {
        switch self {
        case .none, .busyThread, .busyThreads, .idleConnections: false
        default: true
        }
    }

    /// Disturbs until it is asked to stop, and signals when the server begins to be affected.
    ///
    /// - Parameters:
    ///   - pings: how many a session has that does not wait for answers.
    ///   - isBare: the server does the least that one could, and knows no frames.
    func work(_ socket: String, pings: Int, isBare: Bool, _ signals: ThreadSignals) throws {
        switch self {
        case .none, .stalledSubscribers, .idleConnections: signals.begin()
        case .busyThread: BusyThreads.keepBusy(signals)
        case .busyThreads: try BusyThreads.keepAllBusy(signals)
        case .pipelinedPings: try HostileClient(socket, signals).pipelinePings(pings)
        case .halfFrames: try HostileClient(socket, signals).sendHalves()
        case .trickle: try HostileClient(socket, signals).trickle()
        case .giantLengths: try HostileClient(socket, signals).announceGiants()
        case .resets: try HostileClient(socket, signals).goInMidBatch(isBare: isBare)
        case .noDescriptors: try HostileClient(socket, signals).hoardConnections()
        case .otherUser: try HostileClient(socket, signals).comeAsAnotherUser()
        case .bulkReader where isBare: try BulkClient(socket, signals).readPieces()
        case .bulkReader: try BulkClient(socket, signals).readAll()
        case .bulkSaver: try BulkClient(socket, signals).keepSaving()
        }
    }
}
