import HearthModel
import HearthStore
import HearthWire

/// Who is served when: one piece of work for each kind of work a turn, so that nothing waits for something large.
extension ServerCore {
    /// Does what comes next: frames that wait, then a batch of changes, then a batch of a query. Returns whether there is
    /// more to do.
    package func turn() -> Bool {
        if let id = backlogs.popFirst(), let session = sessions[id.number] {
            proceed(with: session)
        }
        considerDeliveries()
        stepFeed()
        for lane in Lane.allCases {
            stepCall(lane)
        }
        stepPreparation()
        return hasWork
    }

    /// Whether `turn` has something to do.
    package var hasWork: Bool {
        !backlogs.isEmpty || !background.open.isEmpty || !readyFeeds.isEmpty || !unreadyWrites.isEmpty
            || readyCalls.contains { !$0.isEmpty }
    }

    private func proceed(with session: Session) {
        var backlog = Backlog()
        swap(&backlog, &session.backlog)
        backlog.take { bytes in handle(bytes, of: session) }
        if !backlog.isEmpty, !session.isEnded {
            swap(&backlog, &session.backlog)
            // What the client has to read first, `drain` sees.
            if !isBlocked(session) {
                backlogs.insert(session.id)
            }
        } else {
            touch(session)
        }
    }

    /// A call has something to do, if it may send.
    func wake(_ id: CallID) {
        guard let session = sessions[id.connection.number], case .reading(let call)? = session.calls[id.number],
            !call.isFollowing, isAllowed(call, session)
        else { return }
        readyCalls[call.lane.rawValue].insert(id)
    }

    func wakeCalls(of session: Session) {
        for call in session.calls.entries {
            wake(CallID(connection: session.id, number: call.number))
        }
    }

    /// Whether a call may send a batch now. One that may not is woken by credit, or when its client has read.
    func isAllowed(_ call: some ReadingCall, _ session: Session) -> Bool {
        if isCongested(session) {
            session.isCongested = true
            return false
        }
        return call.credit?.allowsBatch ?? true
    }

    private func stepCall(_ lane: Lane) {
        guard let id = readyCalls[lane.rawValue].popFirst(), let session = sessions[id.connection.number],
            case .reading(let call)? = session.calls[id.number]
        else { return }
        guard isAllowed(call, session) else {
            call.rest()
            return
        }
        reader.allow(rows: options.rowsPerTurn)
        do throws(HearthError) {
            switch try call.step(reading) {
            case .batch(let reply):
                sendBatch(reply, id, call, session)
                try proceed(with: call, id, session)
            case .last(let reply, let reason):
                sendBatch(reply, id, call, session)
                end(id, reason, session)
            case .pause: wake(id)
            case .idle: break
            case .follow(let batch):
                sendBatch(.changes(batch), id, call, session)
                if let changes = call as? ChangesCall, session.calls[id.number] != nil {
                    follow(changes, id, session)
                }
            case .reply(let reply):
                close(id.number, of: session)
                send(reply, id.number, to: session)
            case .end(let reason): end(id, reason, session)
            }
        } catch {
            fail(id.number, error.inRequest(type(of: call).field), of: session)
        }
    }

    private func sendBatch(_ reply: Reply, _ id: CallID, _ call: any ReadingCall, _ session: Session) {
        call.credit?.spend(send(reply, id.number, to: session))
        hasTold(call, of: session)
    }

    /// What comes after a batch: the next one, a rest, or the end, which needs no credit.
    private func proceed(with call: any ReadingCall, _ id: CallID, _ session: Session) throws(HearthError) {
        guard !isAllowed(call, session) else {
            wake(id)
            return
        }
        call.rest()
        reader.allow(rows: options.rowsPerTurn)
        if call.credit?.allowsBatch == false, let reason = try call.endsHere() {
            end(id, reason, session)
        }
    }

    /// Ends a stream, unless its last batch was too long to be sent and it has ended with that.
    private func end(_ id: CallID, _ reason: DoneReason, _ session: Session) {
        guard session.calls[id.number] != nil else { return }
        close(id.number, of: session)
        send(.done(Done(reason: reason)), id.number, to: session)
    }

    /// Gives up what an ended call has.
    func forget(_ call: Call, _ number: UInt64, of session: Session) {
        let id = CallID(connection: session.id, number: number)
        if case .reading(let reading) = call {
            stopsTelling(reading, id, of: session)
        }
        switch call {
        case .save(let assembly):
            if let author = session.author {
                countUnfinishedSave(-assembly.bytes, of: session)
                release(assembly.bytes, of: author.account)
            }
        case .write:
            // What is complete is still written.
            break
        case .reading(let changes as ChangesCall):
            leaveFeed(changes, id)
        case .reading(let observing as ObserveCall):
            observersByType.remove(id, observing.clausesByType.keys)
        case .reading: break
        }
    }
}
