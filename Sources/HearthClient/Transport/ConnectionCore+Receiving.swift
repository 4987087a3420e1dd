internal import HearthModel
internal import HearthSocket
internal import HearthSystem
internal import HearthWire

/// Receiving: by a caller for a moment, otherwise by the reader thread.
extension ConnectionCore {
    // MARK: - Callers

    /// A call is about to use a connection on which no thread received. Input that arrived in the meantime is processed
    /// before anything is sent, because it may be the end of the connection: a call that was sent to a lost server may
    /// have been executed, and one that was not sent has not.
    func wakeUp(_ state: inout State) {
        guard state.role.holder == .nobody, let input = state.input, input.hasMore else { return }
        state.isHeld = true
        hand(input, to: .thread, &state)
    }

    /// The next reply to a call, if its caller receives by itself and the reply arrives soon.
    nonisolated(nonsending) func lookForReply(to id: ClientCallID) async -> TakenReply {
        guard let input = update({ inputOfCaller(&$0) }) else { return .nothing }
        let (taken, isTurnOver) = look(for: id, input)
        if isTurnOver {
            await Task.yield()
        }
        return taken
    }

    /// The input that a caller about to wait receives; nil: another thread receives already, or the reader thread does.
    private func inputOfCaller(_ state: inout State) -> FrameInput? {
        guard state.role.holder == .nobody, let input = state.input else { return nil }
        // A call that was not sent whole is not answered soon.
        guard !state.isWriting, state.role.giveToCaller() else {
            hand(input, to: .thread, &state)
            return nil
        }
        return input
    }

    /// Receives until there is a reply to a call, or a moment has passed. Also returns whether to yield to other tasks.
    private func look(for id: ClientCallID, _ input: FrameInput) -> (TakenReply, isTurnOver: Bool) {
        let end = MonotonicClock.now() + ReceivingRole.lookNanoseconds
        var waitedInVain = false
        while input.end == nil, !Task.isCancelled, MonotonicClock.now() < end {
            guard input.waitBriefly() else {
                waitedInVain = true
                break
            }
            let found = receiveOnce(input) { state -> (TakenReply, Bool)? in
                let taken = state.session.take(id)
                if case .nothing = taken { return nil }
                hand(input, to: state.session.isQuiet ? .nobody : .thread, &state)
                return (taken, state.role.callerHasReply())
            }
            if let found { return found }
        }
        return update { state in
            if waitedInVain {
                state.role.callerHasNone()
            }
            hand(input, to: .thread, &state)
            return (state.session.take(id), false)
        }
    }

    /// Passes the receiving role on. The reader thread handles the end of a connection.
    private func hand(_ input: FrameInput, to next: ReceivingRole.Holder, _ state: inout State) {
        guard state.input === input else { return }
        let next = input.end == nil ? next : .thread
        state.role.give(to: next)
        if next == .thread {
            readerMail.post(.receive(input))
        }
    }

    /// Waits for input, passes its frames to the session, and then changes the state.
    private func receiveOnce<Result: Sendable>(_ input: FrameInput, then change: (inout State) -> Result) -> Result {
        var decodingError: HearthError?
        do throws(HearthError) {
            try input.receive { frame, bytes in state.withLock { $0.session.receive(frame, bytes: bytes) } }
        } catch {
            decodingError = error
        }
        return update { state in
            if let decodingError {
                state.session.receiveGarbage(decodingError)
            }
            if state.isHeld, input.end == nil, !input.hasMore {
                state.isHeld = false
            }
            return change(&state)
        }
    }

    // MARK: - The reader thread

    func read() {
        repeat {
            switch readerMail.next(within: nil) {
            case .connect?: follow(.connect(after: 0))
            case .receive(let input)?: follow(receive(from: input))
            case .end?, nil: break
            }
        } while state.withLock { $0.session.phase != .closed }
        // Messages that were not taken would keep a socket open.
        _ = readerMail.takeAll()
    }

    private func follow(_ first: ClientSession.Step) {
        var step = first
        while case .connect(let pause) = step {
            // Without a connection, the only message is the end.
            if pause > 0, readerMail.next(within: pause) != nil { return }
            step = connect()
        }
    }

    private func connect() -> ClientSession.Step {
        let socket: Descriptor
        do throws(SocketError) {
            socket = Descriptor(try options.connect().get())
        } catch {
            return update { [options] state in
                state.session.failedToConnect(error, at: options.clock(), jitter: options.jitter())
            }
        }
        let input = FrameInput(socket)
        update { [options] state in
            state.session.connected(at: options.clock())
            guard state.session.phase == .greeting else { return socket.end() }
            state.input = input
            state.role.give(to: .thread)
        }
        return receive(from: input)
    }

    /// Receives until no call is open, or the connection ends.
    private func receive(from input: FrameInput) -> ClientSession.Step {
        while true {
            if let error = input.end { return lose(error) }
            guard waitForGreeting(input) else {
                return update { state in
                    state.endConnection()
                    return state.session.endWithoutGreeting()
                }
            }
            let isDone = receiveOnce(input) { state in
                guard input.end == nil, state.session.isQuiet else { return false }
                state.role.give(to: .nobody)
                return true
            }
            if isDone { return .rest }
        }
    }

    /// Waits for bytes of the server's greeting. Returns false when its time is over; true after the greeting.
    private func waitForGreeting(_ input: FrameInput) -> Bool {
        while let time = state.withLock({ $0.session.timeToGreet(at: options.clock()) }) {
            guard time > 0 else { return false }
            if input.wait(nanoseconds: time) { break }
        }
        return true
    }

    /// The connection has ended.
    private func lose(_ error: SocketError) -> ClientSession.Step {
        update { [options] state in
            state.endConnection()
            return state.session.lost(error, at: options.clock(), jitter: options.jitter())
        }
    }
}
