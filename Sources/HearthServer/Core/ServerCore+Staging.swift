import HearthModel

/// The room for saves and for frames that are not complete.
///
/// A client that pauses in the middle of a save or a frame loses its room when others need it, and in any case after a
/// long time. So does the client with the most unfinished bytes, if it has more than the client that needs room. A
/// complete save, which may be acknowledged, keeps its room until it is written.
extension ServerCore {
    /// Reserves room for bytes of a write.
    func reserve(_ bytes: Int, isSmall: Bool, for session: Session, _ account: ClientAccount) throws(HearthError) {
        let most = Int(options.limits.stagedBytes)
        guard account.stagedBytes + bytes <= most else {
            throw HearthError(
                .limitExceeded,
                "The client's saves under way would have \(account.stagedBytes + bytes) bytes, and \(most) are allowed:"
                    + " wait for those before."
            )
        }
        guard makeRoom(for: bytes, isSmall: isSmall, beside: session) else {
            throw HearthError(
                .limitExceeded,
                "The saves of all clients take all the room: wait and save again."
            )
        }
        account.stagedBytes += bytes
        staging.count(bytes)
    }

    /// Gives room back.
    func release(_ bytes: Int, of account: ClientAccount) {
        account.stagedBytes -= bytes
        staging.count(-bytes)
    }

    /// Counts the bytes of a frame that is not complete.
    func countFrame(of session: Session) throws(HearthError) {
        let bytes = session.isEnded ? 0 : session.splitter.pendingBytes
        let growth = bytes - session.unfinished.frameBytes
        guard growth != 0 else { return }
        let isSmall = bytes <= options.smallWriteBytes
        guard growth < 0 || makeRoom(for: growth, isSmall: isSmall, beside: session) else {
            throw HearthError(
                .limitExceeded,
                "The frames of all clients take all the room: connect and send again."
            )
        }
        setUnfinished(of: session, frameBytes: bytes, saveBytes: session.unfinished.saveBytes)
        staging.count(growth)
    }

    /// The incoming frame is complete, or was given up.
    func endFrame(of session: Session) {
        guard session.unfinished.frameBytes > 0 else { return }
        staging.count(-session.unfinished.frameBytes)
        setUnfinished(of: session, frameBytes: 0, saveBytes: session.unfinished.saveBytes)
    }

    /// Adds to the bytes of saves whose last frame has not come; subtracts when `bytes` is negative.
    func countUnfinishedSave(_ bytes: Int, of session: Session) {
        let unfinished = session.unfinished
        setUnfinished(of: session, frameBytes: unfinished.frameBytes, saveBytes: unfinished.saveBytes + bytes)
    }

    private func setUnfinished(of session: Session, frameBytes: Int, saveBytes: Int) {
        let before = session.unfinished.bytes
        session.unfinished.set(frameBytes: frameBytes, saveBytes: saveBytes)
        let after = session.unfinished.bytes
        session.author?.account.unfinishedBytes += after - before
        if after == 0 {
            unfinished[session.id.number] = nil
        } else if before == 0 {
            unfinished[session.id.number] = session
            unfinishedDeadline = unfinishedDeadline ?? time.nanoseconds + options.unfinishedNanoseconds
        }
    }

    // MARK: - Under pressure

    /// Makes room for more bytes by giving up unfinished input; false when that is not enough.
    private func makeRoom(for bytes: Int, isSmall: Bool, beside session: Session) -> Bool {
        while !staging.hasRoom(for: bytes, isSmall: isSmall) {
            guard let other = idlest(beside: session) ?? greediest(than: bytes, beside: session) else { return false }
            giveUp(other)
        }
        return true
    }

    /// The stalled connection with the most unfinished bytes.
    private func idlest(beside session: Session) -> Session? {
        let since = time.nanoseconds - options.contestedNanoseconds
        return unfinished.values.lazy.filter { other in
            other !== session && !other.isPaced && other.unfinished.lastProgress <= since
                && other.unfinished.bytes >= ServerCore.leastWorthBytes
        }.max { ($0.unfinished.bytes, $1.id.number) < ($1.unfinished.bytes, $0.id.number) }
    }

    /// The largest connection of the client with the most unfinished bytes, if it has more than this client will have.
    private func greediest(than bytes: Int, beside session: Session) -> Session? {
        let own = (session.author?.account.unfinishedBytes ?? session.unfinished.bytes) + bytes
        func rank(_ other: Session) -> (Int, Int, UInt64) {
            (other.author?.account.unfinishedBytes ?? 0, other.unfinished.bytes, .max - other.id.number)
        }
        return unfinished.values.lazy.filter { other in
            other !== session && other.author?.account !== session.author?.account
                && rank(other).0 > own && other.unfinished.bytes >= ServerCore.leastWorthBytes
        }.max { rank($0) < rank($1) }
    }

    /// Giving up less would hardly make room.
    private static let leastWorthBytes = 4 << 10

    /// Gives up a connection's unfinished input. Its saves end with an error. In the middle of a frame the connection
    /// ends.
    private func giveUp(_ session: Session) {
        let frameBytes = session.unfinished.frameBytes
        for call in session.calls.entries {
            guard case .save = call.value else { continue }
            let error = HearthError(
                .limitExceeded,
                "Further frames of the save did not come in time, or others need its room: save again as a whole.",
                field: "save.more"
            )
            fail(call.number, error, of: session)
        }
        if frameBytes > 0 {
            let error = HearthError(
                .limitExceeded,
                "The rest of the frame did not come in time, or others need its room: connect and send again."
            )
            end(session, error)
        }
    }

    /// Gives up what has not progressed for a long time.
    func giveUpIdle() {
        guard let deadline = unfinishedDeadline, deadline <= time.nanoseconds else { return }
        unfinishedDeadline = nil
        let since = time.nanoseconds - options.unfinishedNanoseconds
        var oldest = Int64.max
        for session in unfinished.values.sorted(by: { $0.id.number < $1.id.number }) {
            if session.unfinished.lastInput <= since, !session.isPaced, session.backlog.isEmpty {
                giveUp(session)
            } else {
                oldest = min(oldest, session.unfinished.lastInput)
            }
        }
        if !unfinished.isEmpty {
            // Not more often: each time all of them are examined.
            let next = max(oldest, since) + options.unfinishedNanoseconds
            unfinishedDeadline = max(next, time.nanoseconds + options.unfinishedNanoseconds / 60)
        }
    }
}
