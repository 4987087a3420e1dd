import HearthModel
import HearthStore
import HearthWire

/// Who is served when: one piece of work for each kind of work a turn, so that nothing waits for something large.
extension ServerCore {
    /// Does what comes next: frames that wait, then small steps of feeds, calls and deletions; `takeRead` hands out larger
    /// steps. Returns whether there is more to do.
    package func turn() -> Bool {
        if let id = backlogs.popFirst(), let session = sessions[id.number] {
            proceed(with: session)
        }
        checkDeliveries()
        stepFeed()
        for lane in Lane.allCases {
            stepCall(lane)
        }
        stepDeletion()
        return hasWork
    }

    /// Whether `turn` has something to do.
    package var hasWork: Bool {
        !backlogs.isEmpty || background.hasChecks || feeds.hasReady || writes.hasSearches
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
    @discardableResult
    func wake(_ id: CallID) -> Bool {
        guard let session = sessions[id.connection.number], case .reading(let call)? = session.calls[id.number],
            !call.isFollowing, !call.isReading, isAllowed(call, session)
        else { return false }
        readyCalls[call.lane.rawValue].insert(id)
        return true
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

    /// Gives up what an ended call has.
    func forget(_ call: Call, _ number: UInt64, of session: Session) {
        let id = CallID(connection: session.id, number: number)
        if case .reading(let reading) = call, reading.notifying != nil {
            execute(background.callClosed(id, position: place(of: reading, id)?.sequence, in: snapshot))
        }
        switch call {
        case .save(let assembly):
            if let client = session.client {
                countUnfinishedSave(-assembly.bytes, of: session)
                writes.quota.release(assembly.bytes, of: client.account)
            }
        case .write:
            // What is complete is still written.
            break
        case .reading(is ChangesCall):
            feeds.leave(id)
        case .reading(let observing as ObserveCall):
            feeds.stopObserving(id, observing.clausesByType.keys)
        case .reading: break
        }
    }
}
