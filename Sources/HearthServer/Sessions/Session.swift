import HearthModel
import HearthStore
import HearthWire

/// A connection: which app it belongs to, what has come in, and what has to go out.
///
///     received -> backlog -> splitter -> frames -> calls -> output -> sent
final class Session {
    enum Phase {
        /// Nothing is answered before Hello.
        case awaitingHello(deadline: Int64)
        case open(ClientApp)
        /// What is in `output` is still sent, then the connection closes.
        case ended
    }

    let id: ConnectionID
    /// The process at its other end, if the system tells.
    let process: Int32?
    /// Whether it is the owner's own tool, which may say more than an app. Asked at each request that needs it.
    let isOwnersTool: () -> Bool
    // As in the core, accesses to what follows are not checked for overlapping: nothing is called during any of them.
    @exclusivity(unchecked) var phase: Phase
    @exclusivity(unchecked) var splitter: FrameSplitter
    /// What of it is begun and not finished.
    @exclusivity(unchecked) var unfinished = UnfinishedInput()
    /// What was received and waits for the connection's turn.
    @exclusivity(unchecked) var backlog = Backlog()
    /// Its large frame that is decoded; no further frame is handled meanwhile.
    var decoding: FrameDecoding?
    /// It waits for its turn to go on with a large frame, and is not read from.
    @exclusivity(unchecked) var isPaced = false
    let output = SessionOutput()
    /// The driver of the connection will ask what there is to send.
    @exclusivity(unchecked) var isTouched = false
    @exclusivity(unchecked) var figures = SessionFigures()
    /// The greatest number that a frame before Hello had.
    private var lastNumber: UInt64 = 0

    init(
        _ id: ConnectionID,
        of process: Int32?,
        limits: Limits,
        helloDeadline: Int64,
        isOwnersTool: @escaping () -> Bool
    ) {
        phase = .awaitingHello(deadline: helloDeadline)
        self.id = id
        self.process = process
        self.isOwnersTool = isOwnersTool
        splitter = FrameSplitter(frameBytes: Int(limits.frameBytes))
    }

    var isEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// The app and the account of its client, after Hello.
    var client: ClientApp? {
        if case .open(let client) = phase { client } else { nil }
    }

    /// The app, after Hello.
    var app: AppID? {
        if case .open(let client) = phase { client.app } else { nil }
    }
}

/// What a connection has done so far.
struct SessionFigures {
    var client = ""
    var receivedBytes = 0
    var sentBytes = 0
    var calls = 0
}

// MARK: - Handshake

extension Session {
    /// What a frame before Hello asks for.
    enum Introduction {
        case hello(Hello, call: UInt64)
        /// Refuses a Hello. The client may send another one.
        case refuse(call: UInt64, HearthError)
        /// Ends the connection.
        case end(HearthError)
    }

    func introduction(_ frame: Incoming<Request>) -> Introduction {
        guard frame.role == .hello else { return .end(Session.noHello) }
        guard frame.call > lastNumber else { return .end(ConnectionCalls.usedNumber) }
        lastNumber = frame.call
        switch frame.content {
        case .success(.hello(let hello)): return .hello(hello, call: frame.call)
        case .success: return .end(Session.noHello)
        case .failure(let error): return .refuse(call: frame.call, error)
        }
    }

    static let noHello = HearthError(.handshakeRequired, "The first frame of a connection is a Hello.")
}
