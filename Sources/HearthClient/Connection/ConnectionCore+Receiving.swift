internal import HearthModel
internal import HearthSocket
internal import HearthSystem
internal import HearthWire

/// What is received, and by which thread.
extension ConnectionCore {
    // MARK: - Callers

    /// A call is about to use a connection on which no thread received. What has come meanwhile is taken in before
    /// anything is sent, since it may be the end: what was sent to a server that is gone may have been done, and what
    /// was not sent has not.
    func wakeUp(_ state: inout State) {
        guard state.role.holder == .nobody, let input = state.input, input.hasMore else { return }
        state.isHeld = true
        hand(input, to: .thread, &state)
    }

    /// The next reply to a call, if its caller is to receive by itself and the reply comes soon.
    nonisolated(nonsending) func lookForReply(to id: CallID) async -> ClientSession.Taken {
        guard let input = update({ inputOfCaller(&$0) }) else { return .nothing }
        let (taken, isTurnOver) = look(for: id, input)
        if isTurnOver {
            await Task.yield()
        }
        return taken
    }

    /// The input that a caller about to wait has to receive; nil: another thread receives already, or the thread has
    /// to.
    private func inputOfCaller(_ state: inout State) -> FrameInput? {
        guard state.role.holder == .nobody, let input = state.input else { return nil }
        // What was not sent whole is not answered soon.
        guard !state.isWriting, state.role.giveToCaller() else {
            hand(input, to: .thread, &state)
            return nil
        }
        return input
    }

    /// Receives until there is a reply to a call, or none comes soon. Also whether other tasks are to have their turn.
    private func look(for id: CallID, _ input: FrameInput) -> (ClientSession.Taken, isTurnOver: Bool) {
        let end = MonotonicClock.now() + ReceivingRole.lookNanoseconds
        var hasComeNothing = false
        while input.end == nil, !Task.isCancelled, MonotonicClock.now() < end {
            guard input.waitBriefly() else {
                hasComeNothing = true
                break
            }
            let found = takeIn(input) { state -> (ClientSession.Taken, Bool)? in
                let taken = state.session.take(id)
                if case .nothing = taken { return nil }
                hand(input, to: state.session.isQuiet ? .nobody : .thread, &state)
                return (taken, state.role.callerHasReply())
            }
            if let found { return found }
        }
        return update { state in
            if hasComeNothing {
                state.role.callerHasNone()
            }
            hand(input, to: .thread, &state)
            return (state.session.take(id), false)
        }
    }

    /// Gives on the role of the one who receives. The end of a connection is the thread's affair.
    private func hand(_ input: FrameInput, to next: ReceivingRole.Holder, _ state: inout State) {
        guard state.input === input else { return }
        let next = input.end == nil ? next : .thread
        state.role.give(to: next)
        if next == .thread {
            readerMail.post(.receive(input))
        }
    }

    /// Waits for what comes next, hands it over, and changes the state then.
    private func takeIn<Result: Sendable>(_ input: FrameInput, then change: (inout State) -> Result) -> Result {
        var flaw: HearthError?
        do throws(HearthError) {
            try input.receive { frame, bytes in state.withLock { $0.session.receive(frame, bytes: bytes) } }
        } catch {
            flaw = error
        }
        return update { state in
            if let flaw {
                state.session.receiveGarbage(flaw)
            }
            if state.isHeld, input.end == nil, !input.hasMore {
                state.isHeld = false
            }
            return change(&state)
        }
    }

    // MARK: - The reader's thread

    func read() {
        repeat {
            switch readerMail.next(within: nil) {
            case .connect?: follow(.connect(after: 0))
            case .receive(let input)?: follow(receive(from: input))
            case .end?, nil: break
            }
        } while state.withLock { $0.session.phase != .closed }
        // Nothing is left that keeps a socket open.
        _ = readerMail.takeAll()
    }

    private func follow(_ first: ClientSession.Step) {
        var step = first
        while case .connect(let pause) = step {
            // Nothing but the end comes while a connection is looked for.
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
        update { state in
            state.session.connected()
            guard state.session.phase == .greeting else { return socket.end() }
            state.input = input
            state.role.give(to: .thread)
        }
        return receive(from: input)
    }

    /// Hands over what comes until no caller waits for more, or the connection ends.
    private func receive(from input: FrameInput) -> ClientSession.Step {
        while true {
            if let error = input.end { return lose(error) }
            let isDone = takeIn(input) { state in
                guard input.end == nil, state.session.isQuiet else { return false }
                state.role.give(to: .nobody)
                return true
            }
            if isDone { return .rest }
        }
    }

    /// The connection has ended.
    private func lose(_ error: SocketError) -> ClientSession.Step {
        update { [options] state in
            state.socket?.end()
            state.input = nil
            state.isWriting = false
            state.isHeld = false
            state.output.removeAll()
            return state.session.lost(error, at: options.clock(), jitter: options.jitter())
        }
    }
}
