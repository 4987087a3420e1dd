import HearthModel
import HearthWire

/// A connection: its state, what it has received, and what it has to send. Only code in `Connections/` refers to it.
///
///     received -> backlog -> splitter -> frames        replies -> output -> sent
final class Connection {
    enum State {
        /// Only a Hello is answered.
        case awaitingHello(Handshake)
        /// The client, and its calls: a batch for one of them takes a single lookup. Through a protocol, a batch for
        /// a thousand members of a feed takes 2 to 6 % more instructions.
        case open(ClientApp, ConnectionCalls)
        /// What is in `output` is still sent, then the connection closes.
        case ended
    }

    let id: ConnectionID
    /// The process at its other end; nil where the system does not tell.
    let process: Int32?
    /// Whether the client is the owner's own tool, which may say more than an app. Asked at each request that needs it.
    let isOwnersTool: () -> Bool
    /// Why the client is not the owner's tool, if it says that it is `hearth`; nil: it is, or it is the client of an app.
    let difference: () -> String?
    /// The app whose own socket the client came through; nil: the client says which app it is.
    let attestedApp: AppID?
    /// The limit that the connection exceeds: its Hello is refused. Nil if it exceeds none.
    var exceeded: ConnectionLimits.Limit?
    var state: State
    var splitter: FrameSplitter
    var unfinished = UnfinishedInput()
    /// Received bytes that wait for the connection's turn.
    var backlog = Backlog()
    /// The large frame that is decoded; no further frame is handled meanwhile.
    var decoding: FrameDecoding?
    /// Whether the client sends nothing more.
    var isInputEnded = false
    /// Whether the connection waits for its turn to continue a large frame, and is not read from.
    var isPaced = false
    let output = ConnectionOutput()
    /// Whether the driver of the connection will be notified that there is something to do.
    var needsService = false
    var metrics = ConnectionMetrics()

    init(
        _ id: ConnectionID,
        of process: Int32?,
        frameBytes: Int,
        helloDeadline: Int64,
        attestedApp: AppID?,
        isOwnersTool: @escaping () -> Bool,
        difference: @escaping () -> String?
    ) {
        state = .awaitingHello(Handshake(deadline: helloDeadline))
        self.id = id
        self.process = process
        self.isOwnersTool = isOwnersTool
        self.difference = difference
        self.attestedApp = attestedApp
        splitter = FrameSplitter(frameBytes: frameBytes)
    }

    /// Whether something is still sent to a client that sends nothing more: output, the outcome of a write, or what a query
    /// finds, as far as its credit goes.
    var isAnswering: Bool { output.count > 0 || (calls?.isAnswering ?? false) }

    var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// The time by which Hello must have come; nil: it came.
    var helloDeadline: Int64? {
        if case .awaitingHello(let handshake) = state { handshake.deadline } else { nil }
    }

    /// The client, after Hello.
    var client: ClientApp? {
        if case .open(let client, _) = state { client } else { nil }
    }

    /// The calls, after Hello.
    var calls: ConnectionCalls? {
        if case .open(_, let calls) = state { calls } else { nil }
    }
}

/// What a connection has done so far.
struct ConnectionMetrics {
    /// The name and version of the client's library.
    var client = ""
    var receivedBytes = 0
    var sentBytes = 0
    var calls = 0
}
