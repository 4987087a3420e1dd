import HearthModel

/// The memory for saves and for incomplete frames.
///
/// A client that pauses in the middle of a save or a frame loses its room when others need it, and in any case after a
/// long time. So does the client with the most unfinished bytes, if it has more than the client that needs room. A
/// complete save, which may be acknowledged, keeps its room until it is written.
extension ServerCore {
    /// Reserves room for bytes of a write.
    func reserve(_ bytes: Int, isSmall: Bool, for session: Session, _ account: ClientAccount) throws(HearthError) {
        try writes.quota.check(bytes, of: account)
        guard makeRoom(for: bytes, isSmall: isSmall, besides: session) else {
            throw HearthError(
                .limitExceeded,
                "The saves of all clients take all the room: wait and save again."
            )
        }
        writes.quota.reserve(bytes, of: account)
    }

    /// Counts the bytes of an incomplete frame.
    func countFrame(of session: Session) throws(HearthError) {
        let bytes = session.isEnded ? 0 : session.splitter.pendingBytes
        let growth = bytes - session.unfinished.frameBytes
        guard growth != 0 else { return }
        let isSmall = bytes <= options.smallWriteBytes
        guard growth < 0 || makeRoom(for: growth, isSmall: isSmall, besides: session) else {
            throw HearthError(
                .limitExceeded,
                "The frames of all clients take all the room: connect and send again."
            )
        }
        setUnfinished(of: session, frameBytes: bytes, saveBytes: session.unfinished.saveBytes)
        writes.quota.countFrame(growth)
    }

    /// The incoming frame is complete, or was given up.
    func endFrame(of session: Session) {
        guard session.unfinished.frameBytes > 0 else { return }
        writes.quota.countFrame(-session.unfinished.frameBytes)
        setUnfinished(of: session, frameBytes: 0, saveBytes: session.unfinished.saveBytes)
    }

    /// Adds to the bytes of saves whose last frame has not arrived; subtracts when `bytes` is negative.
    func countUnfinishedSave(_ bytes: Int, of session: Session) {
        let unfinished = session.unfinished
        setUnfinished(of: session, frameBytes: unfinished.frameBytes, saveBytes: unfinished.saveBytes + bytes)
    }

    private func setUnfinished(of session: Session, frameBytes: Int, saveBytes: Int) {
        let before = session.unfinished.bytes
        session.unfinished.set(frameBytes: frameBytes, saveBytes: saveBytes)
        let after = session.unfinished.bytes
        session.client?.account.unfinishedBytes += after - before
        if (before == 0) != (after == 0) {
            writes.quota.set(session.id, isUnfinished: after > 0, at: time.nanoseconds)
        }
    }

    private var unfinishedSessions: some Sequence<Session> {
        writes.quota.unfinished.lazy.compactMap { [sessions] in sessions[$0.number] }
    }

    // MARK: - Under pressure

    /// Makes room for more bytes by giving up unfinished input. Returns whether that is enough.
    private func makeRoom(for bytes: Int, isSmall: Bool, besides session: Session) -> Bool {
        while !writes.quota.hasRoom(for: bytes, isSmall: isSmall) {
            guard let other = idlest(besides: session) ?? greediest(than: bytes, besides: session) else { return false }
            giveUp(other)
        }
        return true
    }

    /// The stalled connection with the most unfinished bytes.
    private func idlest(besides session: Session) -> Session? {
        let since = time.nanoseconds - options.contestedNanoseconds
        return unfinishedSessions.filter { other in
            other !== session && !other.isPaced && other.decoding == nil && other.unfinished.lastProgress <= since
                && other.unfinished.bytes >= ServerCore.leastWorthBytes
        }.max { ($0.unfinished.bytes, $1.id.number) < ($1.unfinished.bytes, $0.id.number) }
    }

    /// The largest connection of the client with the most unfinished bytes, if it has more than this client will have.
    private func greediest(than bytes: Int, besides session: Session) -> Session? {
        let own = (session.client?.account.unfinishedBytes ?? session.unfinished.bytes) + bytes
        func rank(_ other: Session) -> (Int, Int, UInt64) {
            (other.client?.account.unfinishedBytes ?? 0, other.unfinished.bytes, .max - other.id.number)
        }
        return unfinishedSessions.filter { other in
            other !== session && other.client?.account !== session.client?.account
                && !(other.decoding?.isUnderWay ?? false) && rank(other).0 > own
                && other.unfinished.bytes >= ServerCore.leastWorthBytes
        }.max { rank($0) < rank($1) }
    }

    /// Giving up less would hardly make room.
    private static let leastWorthBytes = 4 << 10

    /// Gives up a connection's unfinished input. Its saves end with an error. In the middle of a frame the connection
    /// ends.
    private func giveUp(_ session: Session) {
        let frameBytes = session.unfinished.frameBytes
        for call in calls.openCalls(of: session.id) {
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
        guard writes.quota.isDue(at: time.nanoseconds) else { return }
        let since = time.nanoseconds - options.unfinishedNanoseconds
        var oldest = Int64.max - options.unfinishedNanoseconds
        for session in unfinishedSessions.sorted(by: { $0.id.number < $1.id.number }) {
            if session.unfinished.lastInput <= since, !session.isPaced, session.backlog.isEmpty,
                session.decoding == nil
            {
                giveUp(session)
            } else {
                oldest = min(oldest, session.unfinished.lastInput)
            }
        }
        writes.quota.noteExamination(oldest: oldest, at: time.nanoseconds)
    }
}
