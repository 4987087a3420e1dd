import HearthModel
import HearthStore
import HearthWire

/// Steps of reading: small ones run at once, all others are effects that the driver runs on any thread.
extension ServerCore {
    /// The next step for a thread that has nothing to do; nil: no step is ready. Any number of them may run at once. When it
    /// has run, `finishRead` takes it back.
    package func takeRead() -> Read? {
        while let item = readQueue.popFirst() {
            let read: Read? =
                switch item {
                case .call(let id): self.read(for: id, rows: options.rowsPerTurn)
                case .feed(let feed): self.read(for: feed, rows: options.rowsPerTurn)
                case .deletion(let ticket): self.read(for: ticket, rows: options.rowsPerTurn)
                }
            if let read { return read }
        }
        return nil
    }

    /// A step has run. Nothing is done for a call that has ended meanwhile.
    package func finishRead(_ read: Read) {
        switch read.requester {
        case .call(let id): finishCall(id, read.result)
        case .feed(let feed): finishFeed(feed, read.result)
        case .deletion(let ticket): finishDeletion(ticket, read.result)
        }
    }

    /// Runs a step at once if it is small; false: it is not.
    func runIfSmall(_ task: any ReadTask, _ read: (_ rows: Int) -> Read?) -> Bool {
        guard task.isSmall, options.inlineRows > 0 else { return false }
        if let read = read(options.inlineRows) {
            runner.run(read)
            finishRead(read)
        }
        return true
    }
}

// MARK: - Calls

extension ServerCore {
    /// Takes the next step of a call that is ready, or leaves it to the reader threads.
    func stepCall(_ lane: Lane) {
        guard let id = readyCalls[lane.rawValue].popFirst(), let (call, session) = readyCall(id) else { return }
        if session.isReading || !runIfSmall(call.nextTask(snapshot), { read(for: id, rows: $0) }) {
            readQueue.insert(id, lane)
        }
    }

    /// A call that may take a step. One that may not gives up its snapshot until it is woken.
    private func readyCall(_ id: CallID) -> (any ReadingCall, Session)? {
        guard let session = sessions[id.connection.number] else { return nil }
        guard case .reading(let call)? = session.calls[id.number], !call.isReading, !call.isFollowing else {
            wakeNext(of: session)
            return nil
        }
        guard isAllowed(call, session) else {
            call.releaseSnapshot()
            wakeNext(of: session)
            return nil
        }
        return (call, session)
    }

    /// Wakes the next call that waits for a step of another one of its connection.
    private func wakeNext(of session: Session) {
        guard !session.isReading else { return }
        while let id = session.waitingReads.popFirst() {
            if wake(id) { return }
        }
    }

    private func read(for id: CallID, rows: Int) -> Read? {
        guard let (call, session) = readyCall(id) else { return nil }
        // One step of a connection at a time: what the server keeps for a client that does not read is bounded.
        guard !session.isReading else {
            session.waitingReads.insert(id)
            return nil
        }
        session.isReading = true
        call.isReading = true
        let task = call.nextTask(snapshot)
        return Read(task, for: .call(id), rows: rows, credit: call.credit?.bytes)
    }

    private func finishCall(_ id: CallID, _ result: Result<ReadOutcome, HearthError>) {
        guard let session = sessions[id.connection.number] else { return }
        session.isReading = false
        // Before the call itself: the calls of a connection take turns.
        wakeNext(of: session)
        if case .reading(let call)? = session.calls[id.number] {
            call.isReading = false
            do throws(HearthError) {
                proceed(with: call, call.finish(try result.get(), snapshot), id, session)
            } catch {
                fail(id.number, error.inRequest(type(of: call).field), of: session)
            }
        }
    }

    private func proceed(
        with call: any ReadingCall,
        _ step: ReadingStep,
        _ id: CallID,
        _ session: Session
    ) {
        switch step {
        case .batch(let packed, let notification):
            sendBatch(packed, notification, id, call, session)
            wakeOrRelease(call, id, session)
        case .notice(let notice, let notification):
            call.credit?.spend(send(.notice(notice), id.number, to: session))
            background.didNotify(id, notification)
            wakeOrRelease(call, id, session)
        case .last(let packed, let reason):
            sendBatch(packed, nil, id, call, session)
            end(id, reason, session)
        case .follow(let packed, let notification):
            sendBatch(packed, notification, id, call, session)
            if let changes = call as? ChangesCall {
                changes.followFeed()
                feeds.follow(id, changes.feedKey, in: snapshot, now: time.nanoseconds)
            }
        case .reply(let packed):
            close(id.number, of: session)
            _ = send(packed, id.number, to: session)
        case .pause: wake(id)
        case .idle: break
        case .end(let reason): end(id, reason, session)
        }
    }

    private func sendBatch(
        _ packed: PackedReply,
        _ notification: ChangeNotification?,
        _ id: CallID,
        _ call: any ReadingCall,
        _ session: Session
    ) {
        call.credit?.spend(send(packed, id.number, to: session))
        if let notification {
            background.didNotify(id, notification)
        }
    }

    private func wakeOrRelease(_ call: any ReadingCall, _ id: CallID, _ session: Session) {
        if isAllowed(call, session) {
            wake(id)
        } else {
            call.releaseSnapshot()
        }
    }

    private func end(_ id: CallID, _ reason: DoneReason, _ session: Session) {
        close(id.number, of: session)
        send(.done(Done(reason: reason)), id.number, to: session)
    }
}

// MARK: - Deletions

extension ServerCore {
    /// Takes the next step of a deletion's search, or leaves it to the reader threads.
    func stepDeletion() {
        guard let ticket = writes.takeSearch(), let task = writes.search(of: ticket) else { return }
        if !runIfSmall(task, { read(for: ticket, rows: $0) }) {
            readQueue.insert(ticket)
        }
    }

    private func read(for ticket: WriteTicket, rows: Int) -> Read? {
        guard let task = writes.search(of: ticket) else { return nil }
        task.newest = snapshot
        return Read(task, for: .deletion(ticket), rows: rows)
    }

    private func finishDeletion(_ ticket: WriteTicket, _ result: Result<ReadOutcome, HearthError>) {
        // The writer meets what cannot be read as well, and refuses the write.
        var isComplete = true
        if case .success(.pause) = result {
            isComplete = false
        }
        writes.finishSearch(of: ticket, isComplete: isComplete)
    }
}
