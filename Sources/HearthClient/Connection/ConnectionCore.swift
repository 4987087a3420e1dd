internal import HearthModel
internal import HearthSocket
internal import HearthSystem
internal import HearthWire

/// A connection's state and its threads: the session under a lock, the socket, and the waiting callers.
///
/// A caller sends its own call without waiting for the socket. The writer's thread sends what the socket does not take
/// at once. The reader's thread connects, reads, decodes, and wakes waiting callers, unless one receives by itself
/// (`ReceivingRole`). No caller is woken under the lock, or before everything that arrived together is handed over: a
/// reply and the end right behind it wake once.
final class ConnectionCore: Sendable {
    let options: ConnectionOptions
    let readerMail = Mailbox<ReaderMessage>()
    let state: Guarded<State>
    private let writerMail = Mailbox<WriterMessage>()

    struct State: Sendable {
        var session: ClientSession
        let output = FrameOutput()
        /// What comes on the connection; nil while there is none.
        var input: FrameInput?
        var role = ReceivingRole()
        /// The callers that wait for the next reply to a call.
        var waiters: [CallID: Waiter] = [:]
        var reader: BackgroundThread?
        var writer: BackgroundThread?
        /// The writer's thread has been told that the socket is full.
        var isWriting = false
        /// Nothing is sent before what has come is taken in.
        var isHeld = false

        var socket: Descriptor? { input?.socket }
    }

    typealias Waiter = CheckedContinuation<Reply?, any Error>

    enum ReaderMessage: Sendable {
        case connect
        case receive(FrameInput)
        case end
    }

    private enum WriterMessage: Sendable {
        case finish(Descriptor)
        case end
    }

    init(_ options: ConnectionOptions) {
        self.options = options
        let hello = Hello(
            major: VersionRange.supported.highestMajor,
            minor: VersionRange.supported.highestMinor,
            app: options.app,
            host: options.host,
            client: options.client
        )
        state = Guarded(State(session: ClientSession(hello: hello, reconnection: options.reconnection)))
    }

    // MARK: - Callers

    var welcome: Welcome? { state.withLock { $0.session.welcome } }

    func begin(_ call: ClientCall) -> CallID {
        update { state in
            wakeUp(&state)
            let isResting = state.session.phase == .resting
            let id = state.session.begin(call)
            if isResting {
                if state.reader == nil {
                    state.reader = BackgroundThread { self.read() }
                }
                readerMail.post(.connect)
            }
            return id
        }
    }

    /// The next reply to a call; nil at its end. Throws what it failed with, or `CancellationError` when the task is
    /// cancelled, with which the call ends.
    nonisolated(nonsending) func next(of id: CallID) async throws -> Reply? {
        var taken = update { $0.session.take(id) }
        if case .nothing = taken {
            taken = await lookForReply(to: id)
        }
        switch taken {
        case .reply(let reply): return reply
        case .end: return nil
        case .failure(let error): throw error
        case .nothing: break
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(for: id, $0) }
        } onCancel: {
            abandon(id)
        }
    }

    private func wait(for id: CallID, _ waiter: Waiter) {
        let isCancelled = Task.isCancelled
        let taken: ClientSession.Taken = update { state in
            // A cancellation before this found no waiting caller.
            guard !isCancelled else {
                state.session.abandon(id)
                return .failure(CancellationError())
            }
            let taken = state.session.take(id)
            switch taken {
            case .nothing:
                precondition(state.waiters[id] == nil, "two wait for the replies to one call")
                state.waiters[id] = waiter
                return taken
            // A cancellation between the check of the task and this one has abandoned the call.
            case .end where Task.isCancelled: return .failure(CancellationError())
            case .end, .reply, .failure: return taken
            }
        }
        taken.wake(waiter)
    }

    /// Ends a call whose caller has gone. A caller that still waits is told that it was cancelled.
    func abandon(_ id: CallID) {
        let waiter = update { state in
            state.session.abandon(id)
            return state.waiters.removeValue(forKey: id)
        }
        waiter?.resume(throwing: CancellationError())
    }

    /// Ends all calls, and the threads. Returns these.
    func end() -> [BackgroundThread] {
        let threads = update { state in
            state.session.close()
            state.socket?.end()
            state.input = nil
            readerMail.post(.end)
            writerMail.post(.end)
            defer {
                state.reader = nil
                state.writer = nil
            }
            return [state.reader, state.writer].compactMap { $0 }
        }
        return threads
    }

    // MARK: - Steps

    /// Changes the state, sends what there is to send then, and wakes those for whom something has come.
    func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = change(&state)
            flush(&state)
            return (result, takeWoken(&state))
        }
        for (waiter, taken) in woken {
            taken.wake(waiter)
        }
        return result
    }

    private func takeWoken(_ state: inout State) -> [(Waiter, ClientSession.Taken)] {
        var woken: [(Waiter, ClientSession.Taken)] = []
        for id in state.session.takeReady() {
            guard let waiter = state.waiters[id] else { continue }
            let taken = state.session.take(id)
            if case .nothing = taken { continue }
            state.waiters[id] = nil
            woken.append((waiter, taken))
        }
        if !woken.isEmpty {
            // What was taken may be credited.
            flush(&state)
        }
        return woken
    }

    private func flush(_ state: inout State) {
        guard let socket = state.socket, !state.isWriting, !state.isHeld else { return }
        while true {
            while state.output.hasRoom, let frame = state.session.nextFrame() {
                do throws(HearthError) {
                    try state.output.append(frame)
                } catch {
                    state.session.refused(frame, error)
                }
            }
            guard !state.output.isEmpty else { return }
            guard state.output.flush(to: socket) else {
                // The next thread that receives finds the end of the connection too.
                state.output.removeAll()
                return
            }
            guard state.output.isEmpty else { break }
        }
        state.isWriting = true
        if state.writer == nil {
            state.writer = BackgroundThread { self.write() }
        }
        writerMail.post(.finish(socket))
    }

    // MARK: - The writer's thread

    private func write() {
        while case .finish(let socket)? = writerMail.next(within: nil) {
            socket.waitUntilWritable()
            update { state in
                if state.socket === socket {
                    state.isWriting = false
                }
            }
        }
    }
}

extension ClientSession.Taken {
    fileprivate func wake(_ waiter: CheckedContinuation<Reply?, any Error>) {
        switch self {
        case .reply(let reply): waiter.resume(returning: reply)
        case .end: waiter.resume(returning: nil)
        case .failure(let error): waiter.resume(throwing: error)
        case .nothing: break
        }
    }
}
