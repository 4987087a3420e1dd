import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// One client's side of the protocol, without a socket, a thread or a clock: the calls, their input and their output.
///
///                 open                connected             Welcome
///     RESTING ----------> CONNECTING ----------> GREETING ----------> OPEN
///        ^                  |     ^                 |                   |
///        |  no call, or     |     '-----------------+-------------------'
///        '--given up--------'                     lost
struct ClientSession: Sendable {
    enum Phase: Hashable, Sendable {
        /// Not connected, and no call needs a connection.
        case resting
        /// A connection is wanted: one attempt or pause follows another.
        case connecting
        case greeting
        case open
        case closed
    }

    /// What comes next when there is no connection.
    enum Step: Hashable, Sendable {
        case connect(after: Int64)
        case rest
    }

    /// What a caller finds when it asks for the next reply.
    enum Taken: Sendable {
        case reply(Reply)
        case end
        case failure(any Error)
        /// Nothing yet.
        case nothing
    }

    let hello: Hello
    let reconnection: Reconnection

    var phase = Phase.resting
    /// What the server said at the beginning of this connection or of the last one.
    var welcome: Welcome?
    var calls: [CallID: ClientCall] = [:]
    /// The calls that are open on the connection, by their numbers there.
    var ids: [UInt64: CallID] = [:]
    /// Open on the connection, although its caller has stopped waiting.
    var abandoned: Set<UInt64> = []
    /// Numbers go on over all connections, so that no late reply is taken for that to another call.
    var lastNumber: UInt64 = 0
    private var lastID: UInt64 = 0

    /// Calls that are to be opened; those that ended meanwhile are passed over.
    var waiting = Queue<CallID>()
    /// Saves that are to be opened: they wait for those under way when there is no room for more at the server.
    var waitingSaves = Queue<CallID>()
    /// A save for which there is no room yet: the first of those that wait.
    var heldSave: CallID?
    /// Saves of which frames are still to be sent.
    var partialSaves = Queue<CallID>()
    /// About the bytes of the saves that are open, by their calls' numbers.
    var stagedBytes: [UInt64: Int] = [:]
    /// Frames about calls that are open.
    var control = Queue<ClientFrame>()
    var helloNumber: UInt64?
    var saidHello = false
    /// The server has said that it is about to stop.
    var isStopping = false

    /// Since when the server is missing; nil: it is there, or was not looked for.
    var outage: Outage?
    /// Whether a server was found since the last failed attempt.
    var hadServer = false
    /// How many connections in a row ended before their Welcome, without a word of the server.
    var lostGreetings = 0

    /// Calls whose waiting callers have to look at them.
    private var ready: [CallID] = []

    init(hello: Hello, reconnection: Reconnection) {
        self.hello = hello
        self.reconnection = reconnection
    }

    // MARK: Callers

    /// Begins a call. It is sent as soon as it can be.
    mutating func begin(_ call: ClientCall) -> CallID {
        lastID += 1
        let id = CallID(number: lastID)
        calls[id] = call
        switch phase {
        case .closed: end(id, .failure(SocketError.closed))
        case .resting:
            phase = .connecting
            fallthrough
        default: enqueue(id)
        }
        return id
    }

    /// The next reply to a call; the end, when it has ended or was abandoned.
    mutating func take(_ id: CallID) -> Taken {
        let threshold = UInt64((welcome?.limits ?? .standard).initialCreditBytes / 2)
        if let (reply, credit) = calls[id]?.take(creditFrom: threshold) {
            if let credit, let number = calls[id]?.number {
                control.append(ClientFrame(call: number, .credit(Credit(bytes: credit))))
            }
            if calls[id]?.kind == .single {
                calls[id] = nil
            } else if calls[id]?.wantsOpening == true {
                enqueue(id)
            }
            return .reply(reply)
        }
        switch calls[id]?.end {
        case .success?:
            calls[id] = nil
            return .end
        case .failure(let error)?:
            calls[id] = nil
            return .failure(error)
        case nil:
            return calls.keys.contains(id) ? .nothing : .end
        }
    }

    /// No caller waits for the call any more. What was not sent is not sent; a stream is ended at the server. A write
    /// that was sent whole may be done all the same.
    mutating func abandon(_ id: CallID) {
        guard let call = calls.removeValue(forKey: id), let number = call.number else { return }
        ids[number] = nil
        abandoned.insert(number)
        let isPartial = call.save.map { !$0.isAtEnd } ?? false
        if call.kind != .single || isPartial {
            control.append(ClientFrame(call: number, .cancel))
        }
    }

    /// Ends everything.
    mutating func close() {
        failAll(SocketError.closed)
        forgetConnection()
        phase = .closed
    }

    /// The calls that have something new for their callers since the last time.
    mutating func takeReady() -> [CallID] {
        guard !ready.isEmpty else { return [] }
        defer { ready.removeAll(keepingCapacity: true) }
        return ready
    }

    /// There is a connection, on which nothing is to come and nothing to be sent.
    var isQuiet: Bool {
        phase == .open && !isStopping && ids.isEmpty && abandoned.isEmpty && waiting.isEmpty && waitingSaves.isEmpty
            && heldSave == nil && control.isEmpty
    }

    // MARK: Parts of steps

    mutating func enqueue(_ id: CallID) {
        if calls[id]?.save == nil {
            waiting.append(id)
        } else {
            waitingSaves.append(id)
        }
    }

    mutating func announce(_ id: CallID) {
        ready.append(id)
    }

    mutating func end(_ id: CallID, _ result: Result<Void, any Error>) {
        calls[id]?.finish(result)
        announce(id)
    }

    mutating func failAll(_ error: any Error) {
        for id in calls.keys.sorted() {
            end(id, .failure(error))
        }
    }

    /// Forgets what concerned the connection only.
    mutating func forgetConnection() {
        ids.removeAll(keepingCapacity: true)
        abandoned.removeAll(keepingCapacity: true)
        stagedBytes.removeAll(keepingCapacity: true)
        waiting.removeAll()
        waitingSaves.removeAll()
        partialSaves.removeAll()
        control.removeAll()
        heldSave = nil
        helloNumber = nil
        isStopping = false
    }
}

extension SocketError {
    static let closed = SocketError(.failed, "The connection to the Hearth server was closed by this program.")
}
