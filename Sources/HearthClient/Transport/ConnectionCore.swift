internal import HearthModel
internal import HearthSocket
internal import HearthSystem
internal import HearthWire

/// A connection's state and threads: the session under a lock, the socket, and the waiting callers.
///
/// A caller sends its call itself, without waiting for the socket. The writer thread sends what the socket did not
/// accept at once. The reader thread connects, reads, decodes, and wakes waiting callers, unless a caller receives by
/// itself (`ReceivingRole`). Callers are woken outside the lock, after everything that arrived together was processed, so
/// a reply and the end right behind it wake a caller once.
final class ConnectionCore: Sendable {
    let options: ConnectionOptions
    let readerMail = Mailbox<ReaderMessage>()
    let state: Guarded<State>
    private let writerMail = Mailbox<WriterMessage>()

    struct State: Sendable {
        var session: ClientSession
        let output = FrameOutput()
        /// The input of the connection; nil without one.
        var input: FrameInput?
        var role = ReceivingRole()
        /// The callers that wait for a reply, by call.
        var waiters: [ClientCallID: Waiter] = [:]
        var reader: BackgroundThread?
        var writer: BackgroundThread?
        /// The writer thread waits for the socket to accept more.
        var isWriting = false
        /// Nothing is sent before the input that is there is processed.
        var isHeld = false

        var socket: Descriptor? { input?.socket }

        /// Closes the connection and forgets what was to be sent on it.
        mutating func endConnection() {
            socket?.end()
            input = nil
            isWriting = false
            isHeld = false
            output.removeAll()
        }
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

    func begin(_ call: ClientCall) -> ClientCallID {
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

    /// The next reply to a call; nil at its end. Throws the error that ended the call. Cancelling the task ends the call,
    /// and throws `CancellationError`.
    nonisolated(nonsending) func next(of id: ClientCallID) async throws -> Reply? {
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

    private func wait(for id: ClientCallID, _ waiter: Waiter) {
        let isCancelled = Task.isCancelled
        let taken: TakenReply = update { state in
            // An earlier cancellation has found no waiting caller.
            guard !isCancelled else {
                state.session.abandon(id)
                return .failure(CancellationError())
            }
            let taken = state.session.take(id)
            switch taken {
            case .nothing:
                precondition(state.waiters[id] == nil, "two callers wait for the replies to one call")
                state.waiters[id] = waiter
                return taken
            // A cancellation since that check has abandoned the call.
            case .end where Task.isCancelled: return .failure(CancellationError())
            case .end, .reply, .failure: return taken
            }
        }
        waiter.wake(with: taken)
    }

    /// Ends a call whose caller is gone. A caller that still waits gets `CancellationError`.
    func abandon(_ id: ClientCallID) {
        let waiter = update { state in
            state.session.abandon(id)
            return state.waiters.removeValue(forKey: id)
        }
        waiter?.resume(throwing: CancellationError())
    }

    /// Ends all calls and threads. Returns the threads.
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

    /// Changes the state, sends the resulting frames, and wakes the callers that have a reply.
    func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = change(&state)
            flush(&state)
            return (result, takeWoken(&state))
        }
        for (waiter, taken) in woken {
            waiter.wake(with: taken)
        }
        return result
    }

    private func takeWoken(_ state: inout State) -> [(Waiter, TakenReply)] {
        var woken: [(Waiter, TakenReply)] = []
        for id in state.session.takeReady() {
            guard let waiter = state.waiters[id] else { continue }
            let taken = state.session.take(id)
            if case .nothing = taken { continue }
            state.waiters[id] = nil
            woken.append((waiter, taken))
        }
        if !woken.isEmpty {
            // Taken replies may grant credit.
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
                // The next thread that receives sees the end of the connection too.
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

    // MARK: - The writer thread

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

extension ConnectionCore.Waiter {
    fileprivate func wake(with taken: TakenReply) {
        switch taken {
        case .reply(let reply): resume(returning: reply)
        case .end: resume(returning: nil)
        case .failure(let error): resume(throwing: error)
        case .nothing: break
        }
    }
}
