import HearthModel
import HearthStore
import HearthWire

/// A connection: which app it is of, which calls are open on it, what has come in and what has to go out.
///
///     received -> backlog -> splitter -> frames -> `action(for:)` -> calls -> `output` -> sent
final class Session {
    enum Phase {
        /// Nothing is answered before Hello. Who waits for the turn to begin has no deadline yet.
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
    @exclusivity(unchecked) var phase = Phase.awaitingHello(deadline: .max)
    @exclusivity(unchecked) var splitter: FrameSplitter
    /// What of it is begun and not finished.
    @exclusivity(unchecked) var unfinished = UnfinishedInput()
    /// Bytes that its open calls hold.
    var held = HeldBytes()
    /// What was received and waits for the connection's turn.
    @exclusivity(unchecked) var backlog = Backlog()
    /// It waits for its turn, to begin or to go on with a large frame, and is not read from.
    @exclusivity(unchecked) var isPaced = false
    /// Its process had a turn for it, which counts as its visit: its end does not.
    var isVisitCounted = false
    let output = SessionOutput()
    /// Whether a step of one of its calls runs, and the calls whose steps come after it.
    var isReading = false
    var waitingReads = ReadyQueue<CallID>()
    /// Calls wait for the client to read.
    @exclusivity(unchecked) var isCongested = false
    /// The driver of the connection will ask what there is to send.
    @exclusivity(unchecked) var isTouched = false
    @exclusivity(unchecked) var calls = NumberedTable<Call>()
    @exclusivity(unchecked) var figures = SessionFigures()
    /// The greatest number that a call had.
    @exclusivity(unchecked) private(set) var lastCall: UInt64 = 0

    init(_ id: ConnectionID, of process: Int32?, limits: Limits, isOwnersTool: @escaping () -> Bool) {
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
    var app: String? {
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

// MARK: - The rules of calls

extension Session {
    /// What a frame asks for, by the rules of the protocol's chapters 4 and 5.
    enum Action {
        case hello(Hello, call: UInt64)
        case open(call: UInt64, Request)
        case saveFrame(call: UInt64, Result<Save, HearthError>)
        case cancel(call: UInt64)
        case credit(call: UInt64, Result<UInt64, HearthError>)
        /// Refuses a call, which has ended with that.
        case refuse(call: UInt64, HearthError)
        case ignore
        /// Ends the connection.
        case end(HearthError)
    }

    func action(for frame: Incoming<Request>) -> Action {
        let role = frame.role ?? .unknown
        if case .awaitingHello = phase {
            return introduction(frame, role)
        }
        let isNew = frame.call > lastCall
        switch role {
        case .hello:
            return .end(HearthError(.protocolViolation, "The session is open already: Hello comes once."))
        case .cancel:
            return calls[frame.call] == nil ? .ignore : .cancel(call: frame.call)
        case .credit:
            guard calls[frame.call] != nil else { return .ignore }
            return .credit(call: frame.call, frame.content.map { $0.credit })
        case .save where !isNew:
            switch calls[frame.call] {
            case .save: return .saveFrame(call: frame.call, frame.content.map { $0.save })
            case nil: return .ignore
            default: return .end(Session.secondRequest)
            }
        case .unknown:
            lastCall = max(lastCall, frame.call)
            return .refuse(call: frame.call, frame.content.fault)
        case .save, .call:
            guard opens(frame.call) else {
                return .end(calls[frame.call] == nil ? Session.usedNumber : Session.secondRequest)
            }
            switch frame.content {
            case .success(let request): return .open(call: frame.call, request)
            case .failure(let error): return .refuse(call: frame.call, error)
            }
        }
    }

    /// Whether a request with this number opens a call, which it does then.
    private func opens(_ call: UInt64) -> Bool {
        guard case .open = phase, call > lastCall else { return false }
        lastCall = call
        return true
    }

    private func introduction(_ frame: Incoming<Request>, _ role: RequestRole) -> Action {
        guard role == .hello else { return .end(Session.noHello) }
        guard frame.call > lastCall else { return .end(Session.usedNumber) }
        lastCall = frame.call
        switch frame.content {
        case .success(.hello(let hello)): return .hello(hello, call: frame.call)
        case .success: return .end(Session.noHello)
        case .failure(let error): return .refuse(call: frame.call, error)
        }
    }

    static let noHello = HearthError(.handshakeRequired, "The first frame of a connection is a Hello.")

    private static let usedNumber = HearthError(
        .protocolViolation,
        "The number of a new call must be greater than those of all calls before it."
    )

    private static let secondRequest = HearthError(
        .protocolViolation,
        "The call is open already: only Cancel, Credit and the further frames of a Save may carry its number."
    )
}

extension Request {
    fileprivate var credit: UInt64 {
        if case .credit(let credit) = self { credit.bytes } else { 0 }
    }

    fileprivate var save: Save {
        if case .save(let save) = self { save } else { Save(columns: []) }
    }
}

extension Result where Failure == HearthError {
    /// The error of a request that nobody knows.
    fileprivate var fault: HearthError {
        if case .failure(let error) = self {
            return error
        }
        return HearthError(.unimplemented, "this version of Hearth does not know the request")
    }
}
