import HearthModel
import HearthWire

/// What happens because time passes, and the end.
extension ServerCore {
    /// When `meetDeadlines` is to be called at the latest; nil when nothing waits for a time.
    package var deadline: Int64? {
        [
            feeds.deadline, firstHelloDeadline(), background.deadline, largeFrames.deadline,
            writes.quota.deadline,
        ].compactMap(\.self).min()
    }

    /// Until when the connection has to say Hello that has waited longest.
    private func firstHelloDeadline() -> Int64? {
        while let id = strangers.first {
            if let session = sessions[id.number], case .awaitingHello(let deadline) = session.phase {
                return deadline
            }
            _ = strangers.popFirst()
        }
        return nil
    }

    /// Does what is due at `time`.
    package func meetDeadlines() {
        while let deadline = firstHelloDeadline(), deadline <= time.nanoseconds, let id = strangers.popFirst() {
            if let session = sessions[id.number] {
                end(session, HearthError(.handshakeTimeout, "No Hello came in time: send it at once after connecting."))
            }
        }
        proceedWithPaced()
        giveUpIdle()
        sendBookmarks()
        background.passTime(to: time.nanoseconds)
    }

    /// Begins the end: writes that are complete are finished, everything else is refused. A large frame that no thread has
    /// yet is dropped.
    package func stop() {
        guard !isStopping else { return }
        isStopping = true
        execute(background.stop())
        for session in allSessions {
            for call in calls.openCalls(of: session.id) {
                if case .write = call.value { continue }
                fail(call.number, .shuttingDown, of: session)
            }
            if let decoding = session.decoding, !decoding.isUnderWay {
                forgetDecoding(of: session)
                endFrame(of: session)
                proceedWithBacklog(of: session)
            }
        }
    }

    /// Whether all writes are finished and all frames that a thread decodes are answered, so that only output is left.
    package var hasFinishedWrites: Bool { writes.isEmpty && decodingCount == 0 }

    /// Nothing is read any more. To be called when the last connection has ended, and before the store is closed.
    package func closeReader() {
        runner.close()
    }

    /// Ends all connections as soon as what they are to be sent is sent.
    package func closeConnections() {
        for session in allSessions where !session.isEnded {
            finish(session)
        }
    }
}
