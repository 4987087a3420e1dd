import HearthModel
import HearthStore
import HearthWire

/// The order of work: one piece of each kind per turn, so that nothing waits for something large.
extension ServerCore {
    /// Does what comes next: frames that wait, then small steps of feeds, calls and deletions; `takeRead` hands out larger
    /// steps. Returns whether there is more to do.
    package func turn() -> Bool {
        inlineBytes = 0
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
        !backlogs.isEmpty || background.hasChecks || feeds.hasReady || writes.hasSearches || calls.hasReady
    }

    private func proceed(with session: Session) {
        var backlog = Backlog()
        swap(&backlog, &session.backlog)
        backlog.take { bytes in handle(bytes, of: session) }
        if !backlog.isEmpty, !session.isEnded {
            swap(&backlog, &session.backlog)
            // `drain` goes on when the client has read, and `finishFrame` when a large frame is decoded.
            proceedWithBacklog(of: session)
        } else {
            touch(session)
        }
    }

    /// Gives up what an ended call has.
    func forget(_ call: OpenCall, _ id: CallID, of session: Session) {
        if case .reading(let reading) = call, reading.notifying != nil {
            execute(background.callClosed(id, position: place(of: reading, id)?.sequence, in: snapshot))
        }
        switch call {
        case .reading(let reading) where reading.isLarge: discard(reading)
        case .save(let assembly) where assembly.bytes > options.inlineFrameBytes: discard(assembly)
        case .save, .write, .reading: break
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
            feeds.stopObserving(id, observing.types)
        case .reading: break
        }
    }
}
