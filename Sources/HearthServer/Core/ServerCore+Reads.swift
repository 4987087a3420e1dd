import HearthModel
import HearthStore
import HearthWire

/// Steps of reading: small ones run at once, all others are effects that the driver runs on any thread, as it decodes large
/// frames.
extension ServerCore {
    /// The next step for a thread that has nothing to do; nil: no step is ready. Any number of them may run at once. When it
    /// has run, `finishRead` takes it back.
    package func takeRead() -> Read? {
        while let released = calls.takeReleased() {
            readQueue.insert(released)
        }
        while let item = readQueue.popFirst() {
            let read: Read? =
                switch item {
                case .call(let id): calls.beginStep(of: id, in: snapshot, rows: options.rowsPerTurn, isSmall: false)
                case .feed(let feed): self.read(for: feed, rows: options.rowsPerTurn)
                case .deletion(let ticket): self.read(for: ticket, rows: options.rowsPerTurn)
                case .frame(let id): self.read(forFrameOf: id)
                case .released(let released): Read(released)
                }
            if let read { return read }
        }
        return nil
    }

    /// A read has run. Nothing is done for a call that has ended meanwhile.
    package func finishRead(_ read: Read) {
        finish(read)
        // What its requester has dropped.
        if let unused = read.takeUnused() {
            readQueue.insert(unused)
        }
    }

    private func finish(_ read: Read) {
        switch read.requester {
        case .call(let id): finishCall(id, read.result)
        case .feed(let feed): finishFeed(feed, read.result)
        case .deletion(let ticket): finishDeletion(ticket, read.result)
        case .frame(let id): finishFrame(of: id)
        case .release: break
        }
    }

    /// Runs a step at once if it is small; false: it is not.
    func runIfSmall(_ task: any ReadTask, _ read: (_ rows: Int) -> Read?) -> Bool {
        guard task.isSmall, options.inlineRows > 0 else { return false }
        if let read = read(options.inlineRows) {
            runner.run(read)
            finish(read)
        }
        return true
    }
}

// MARK: - Calls

extension ServerCore {
    /// Takes the next step of a call that is ready, or leaves it to the reader threads.
    func stepCall(_ lane: Lane) {
        guard let id = calls.popReady(lane) else { return }
        guard !calls.needsReader(id) else {
            readQueue.insert(id, lane)
            return
        }
        guard let task = calls.nextTask(of: id, in: snapshot) else { return }
        let isWaiting = calls.isReading(id.connection)
        if isWaiting || !runIfSmall(task, { calls.beginStep(of: id, in: snapshot, rows: $0, isSmall: true) }) {
            readQueue.insert(id, lane)
        }
    }

    private func finishCall(_ id: CallID, _ result: Result<ReadOutcome, HearthError>) {
        guard let session = sessions[id.connection.number] else { return }
        do throws(HearthError) {
            if let step = try calls.endStep(of: id, result, in: snapshot) {
                proceed(with: step, id, session)
            }
        } catch {
            fail(id.number, error, of: session)
        }
    }

    private func proceed(with step: ReadingStep, _ id: CallID, _ session: Session) {
        switch step {
        case .batch(let packed, let notification):
            didSend(send(packed, id.number, to: session), notification, for: id)
        case .notice(let notice, let notification):
            didSend(send(.notice(notice), id.number, to: session), notification, for: id)
        case .last(let packed, let reason):
            didSend(send(packed, id.number, to: session), nil, for: id)
            end(id, reason, session)
        case .follow(let packed, let notification, let key):
            didSend(send(packed, id.number, to: session), notification, for: id)
            var key = key
            key.onlyMember = key.cost.heldBytes > options.inlineFrameBytes ? id : nil
            feeds.follow(id, key, in: snapshot, now: time.nanoseconds)
        case .reply(let packed):
            close(id.number, of: session)
            _ = send(packed, id.number, to: session)
        case .pause: calls.wake(id)
        case .idle: break
        case .end(let reason): end(id, reason, session)
        }
    }

    private func didSend(_ bytes: Int, _ notification: ChangeNotification?, for id: CallID) {
        if let notification {
            background.didNotify(id, notification)
        }
        calls.didSend(bytes, for: id)
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
        switch result {
        case .success(.pause): writes.continueSearch(of: ticket)
        case .success:
            if let found = writes.search(of: ticket)?.found {
                writes.finishSearch(of: ticket, .success(found))
            }
        case .failure(let error): writes.finishSearch(of: ticket, .failure(error))
        }
    }
}
