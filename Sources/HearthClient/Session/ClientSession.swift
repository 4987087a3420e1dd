import HearthModel
import HearthSocket
import HearthWire

/// One client's side of the protocol, without a socket, a thread or a clock.
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
        /// A call needs a connection: attempts and pauses alternate.
        case connecting
        case greeting
        case open
        case closed
    }

    /// What to do without a connection.
    enum Step: Hashable, Sendable {
        case connect(after: Int64)
        case rest
    }

    let hello: Hello
    private(set) var phase = Phase.resting
    /// What the server said at the beginning of this connection or of the last one.
    private(set) var welcome: Welcome?
    private(set) var calls = CallTable()
    private(set) var reconnector: Reconnector
    private var outgoing = OutgoingFrames()
    /// The number of the Hello of this connection.
    private var helloNumber: UInt64?
    private var saidHello = false
    /// When the connection was made.
    private var connectedAt: Int64 = 0

    init(hello: Hello, reconnection: Reconnection) {
        self.hello = hello
        reconnector = Reconnector(reconnection)
    }

    /// There is a connection, on which nothing is expected and nothing is to be sent.
    var isQuiet: Bool { phase == .open && calls.openCount == 0 && outgoing.isEmpty }

    // MARK: Callers

    /// Begins a call. It is sent as soon as possible.
    mutating func begin(_ call: ClientCall) -> ClientCallID {
        let id = calls.insert(call)
        switch phase {
        case .closed: calls.end(id, .failure(SocketError.closed))
        case .resting:
            phase = .connecting
            fallthrough
        default: enqueue(id)
        }
        return id
    }

    /// The next reply to a call; the end, when it has ended or was abandoned.
    mutating func take(_ id: ClientCallID) -> TakenReply {
        let threshold = UInt64((welcome?.limits ?? .standard).initialCreditBytes / 2)
        let taking = calls.take(id, creditFrom: threshold)
        if let (number, bytes) = taking.credit {
            outgoing.append(ClientFrame(call: number, .credit(Credit(bytes: bytes))))
        }
        if taking.wantsOpening {
            enqueue(id)
        }
        return taking.reply
    }

    /// No caller waits for the call any more. Frames that were not sent are dropped, and a stream is ended at the
    /// server. A write that was sent whole may still be done.
    mutating func abandon(_ id: ClientCallID) {
        if let number = calls.abandon(id) {
            outgoing.append(ClientFrame(call: number, .cancel))
        }
    }

    /// Ends everything.
    mutating func close() {
        calls.failAll(SocketError.closed)
        calls.forgetConnection()
        forgetConnection()
        phase = .closed
    }

    /// The calls that have something new for their callers since the last time.
    mutating func takeReady() -> [ClientCallID] { calls.takeReady() }

    private mutating func enqueue(_ id: ClientCallID) {
        outgoing.enqueue(id, isSave: calls[id]?.save != nil)
    }

    // MARK: Connections

    /// There is a connection.
    mutating func connected(at time: Int64) {
        guard phase == .connecting else { return }
        phase = .greeting
        connectedAt = time
        helloNumber = calls.makeNumber()
        saidHello = false
    }

    /// An attempt to connect has failed. `jitter` is from 0 to 1.
    mutating func failedToConnect(_ error: SocketError, at time: Int64, jitter: Double) -> Step {
        guard phase == .connecting else { return .rest }
        let timeoutError: SocketError = error.reason == .busy ? .silent : .gone(error)
        return nextStep(after: error, at: time, jitter: jitter, timeoutError: timeoutError)
    }

    /// How long the server may still take to greet; nil: it has greeted, or there is no connection.
    func timeToGreet(at time: Int64) -> Int64? {
        phase == .greeting ? max(0, reconnector.options.welcomeTimeout - (time - connectedAt)) : nil
    }

    /// The server has accepted the connection, and has not greeted in time.
    mutating func endWithoutGreeting() -> Step {
        guard phase == .greeting else { return .rest }
        _ = calls.loseConnection()
        forgetConnection()
        return giveUp(.silent)
    }

    /// The connection has ended.
    mutating func lost(_ error: SocketError, at time: Int64, jitter: Double) -> Step {
        if phase == .closed { return .rest }
        let timeoutError: SocketError = phase == .open ? .unanswered : .gone(error)
        reconnector.connectionEnded(duringGreeting: phase == .greeting)
        let reopened = calls.loseConnection()
        forgetConnection()
        for id in reopened {
            enqueue(id)
        }
        phase = .connecting
        return nextStep(after: error, at: time, jitter: jitter, timeoutError: timeoutError)
    }

    /// What to do without a connection. Calls that would wait for longer than the timeout fail with `timeoutError`.
    private mutating func nextStep(
        after error: SocketError,
        at time: Int64,
        jitter: Double,
        timeoutError: SocketError
    ) -> Step {
        guard calls.hasUnfinished else { return rest() }
        switch reconnector.decide(after: error, jitter: jitter) {
        case .retry(let pause):
            calls.miss(time, until: time + pause, timeout: reconnector.options.reconnectTimeout, timeoutError)
            return calls.hasUnfinished ? .connect(after: pause) : giveUp(timeoutError)
        case .giveUp(let error):
            return giveUp(error)
        }
    }

    private mutating func giveUp(_ error: SocketError) -> Step {
        calls.failAll(error)
        reconnector.giveUp()
        return rest()
    }

    /// The next call makes a new attempt.
    private mutating func rest() -> Step {
        reconnector.rest()
        outgoing.removeWaiting()
        phase = .resting
        return .rest
    }

    private mutating func forgetConnection() {
        outgoing.removeAll()
        helloNumber = nil
    }
}

// MARK: - Sending

extension ClientSession {
    /// The next frame, to be asked for after the one before it was accepted.
    mutating func nextFrame() -> ClientFrame? {
        switch phase {
        case .greeting: nextHello()
        case .open: outgoing.next(&calls, to: welcome)
        case .resting, .connecting, .closed: nil
        }
    }

    private mutating func nextHello() -> ClientFrame? {
        guard let number = helloNumber, !saidHello else { return nil }
        saidHello = true
        return ClientFrame(call: number, .hello(hello))
    }

    /// A frame could not be encoded.
    mutating func refused(_ frame: ClientFrame, _ error: HearthError) {
        outgoing.refused(frame, error, &calls)
    }
}

// MARK: - Receiving

extension ClientSession {
    /// Receives a frame and the size of its body. Returns false if the connection is of no further use.
    mutating func receive(_ frame: Incoming<Reply>, bytes: Int) -> Bool {
        switch phase {
        case .greeting: receiveGreeting(frame)
        case .open: receiveReply(frame, bytes)
        case .resting, .connecting, .closed: false
        }
    }

    /// The server has sent bytes that are not a frame. Nothing after them can be decoded.
    mutating func receiveGarbage(_ error: HearthError) {
        calls.failAll(error)
    }

    private mutating func receiveGreeting(_ frame: Incoming<Reply>) -> Bool {
        guard frame.call == helloNumber || frame.call == 0 else { return true }
        switch frame.content {
        case .success(.welcome(let welcome)):
            do throws(HearthError) {
                try welcome.check(against: hello)
            } catch {
                calls.failAll(error)
                return false
            }
            self.welcome = welcome
            reconnector.serverGreeted()
            calls.serverGreeted()
            phase = .open
            return true
        case .success(.error(let reply)):
            fail(reply.error)
            return false
        case .success:
            return true
        case .failure(let error):
            calls.failAll(error)
            return false
        }
    }

    /// The server has ended the session. If it may accept the next one, the connection counts as lost.
    private mutating func fail(_ error: HearthError) {
        if error.code != .shuttingDown, error.code != .handshakeTimeout {
            calls.failAll(error)
        }
    }

    private mutating func receiveReply(_ frame: Incoming<Reply>, _ bytes: Int) -> Bool {
        if case .success(.error(let reply)) = frame.content, frame.call == 0 || reply.error.code.endsConnection {
            fail(reply.error)
            return false
        }
        guard let id = calls.id(of: frame.call) else {
            if frame.isLast, calls.closeAbandoned(frame.call) {
                outgoing.release(frame.call)
            }
            return true
        }
        reconnector.serverAnswered()
        switch frame.content {
        case .success(.error(let reply)): receive(reply.error, for: id, frame.call)
        case .success(let reply):
            if calls.receive(reply, bytes: bytes, for: id) {
                forget(frame.call)
            }
        case .failure(let error): receiveUnreadable(error, for: id, frame.call)
        }
        return true
    }

    private mutating func receive(_ error: HearthError, for id: ClientCallID, _ number: UInt64) {
        forget(number)
        if error.code == .shuttingDown {
            // The call is sent to the next server. This one closes the connection after it has answered the others.
            outgoing.stopOpening()
            calls.lose(id, mayBeDone: false)
        } else if error.code == .objectNotFound, let count = calls[id]?.objectsDeletedBefore {
            _ = calls.receive(.committed(Committed(anchor: [], deleted: count)), bytes: 0, for: id)
        } else {
            calls.end(id, .failure(error))
        }
    }

    /// A reply cannot be decoded, which ends its call.
    private mutating func receiveUnreadable(_ error: HearthError, for id: ClientCallID, _ number: UInt64) {
        forget(number)
        if let kind = calls[id]?.kind, kind != .single {
            calls.abandon(number: number)
            outgoing.append(ClientFrame(call: number, .cancel))
        }
        calls.end(id, .failure(error))
    }

    private mutating func forget(_ number: UInt64) {
        calls.close(number)
        outgoing.release(number)
    }
}

extension Incoming<Reply> {
    /// Whether the frame is the last of its call, whatever the call is.
    fileprivate var isLast: Bool {
        switch content {
        case .success(.samples), .success(.changes), .success(.notice), .success(.statistics), .success(.unknown),
            .failure:
            false
        case .success: true
        }
    }
}

extension ErrorCode {
    /// Whether an error with this code ends the connection, whatever call it names.
    fileprivate var endsConnection: Bool {
        let ending: [ErrorCode] = [
            .malformedFrame, .frameTooLarge, .versionUnsupported, .handshakeRequired, .handshakeTimeout,
            .protocolViolation,
        ]
        return ending.contains(self)
    }
}

extension Welcome {
    /// Throws if a client could not work with the server.
    fileprivate func check(against hello: Hello) throws(HearthError) {
        guard major == hello.major else {
            throw HearthError(
                .valueOutOfRange,
                "The server chose another major version than the client asked for.",
                field: "welcome.major"
            )
        }
        for (name, limit) in [("frame_bytes", limits.frameBytes), ("open_calls", limits.openCalls)] where limit == 0 {
            throw HearthError(.valueOutOfRange, "The limit is 0.", field: "welcome.limits.\(name)")
        }
    }
}

extension SocketError {
    fileprivate static let closed = SocketError(
        .failed,
        "The connection to the Hearth server was closed by this program."
    )

    fileprivate static let silent = SocketError(.noServer, "The server on the socket does not answer.")

    fileprivate static let unanswered = SocketError(
        .noServer,
        "Each connection to the Hearth server was lost before it answered the request."
    )

    /// The server was there, and did not return in time.
    fileprivate static func gone(_ error: SocketError) -> SocketError {
        guard error.reason != .noServer else { return error }
        return SocketError(
            .noServer,
            "The Hearth server is gone and has not come back. \(error) Start one with 'hearth serve'."
        )
    }
}
