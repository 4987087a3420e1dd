import HearthModel
import HearthWire

/// The memory for saves and for incomplete frames.
///
/// A client that pauses in the middle of a save or a frame loses its room when others need it, and in any case after a
/// long time. So does the client with the most unfinished bytes, if it has more than the client that needs room. A
/// complete save, which may be acknowledged, keeps its room until it is written.
final class StagingMemory {
    private let connections: Connections
    private let calls: CallScheduler
    private let writes: WriteScheduler
    private let replies: ReplySender
    private let sizes: WriteSizes

    init(
        _ connections: Connections,
        _ calls: CallScheduler,
        _ writes: WriteScheduler,
        _ replies: ReplySender,
        _ sizes: WriteSizes
    ) {
        self.connections = connections
        self.calls = calls
        self.writes = writes
        self.replies = replies
        self.sizes = sizes
    }

    /// The bytes of saves that are under way, and of frames that are not complete.
    var bytes: Int { writes.quota.total + connections.incompleteBytes }

    /// Reserves room for bytes of a write.
    func reserve(
        _ bytes: Int,
        isSmall: Bool,
        of account: ClientAccount,
        on connection: ConnectionID,
        at now: Int64
    ) throws(HearthError) {
        try writes.quota.check(bytes, of: account)
        guard makeRoom(for: bytes, isSmall: isSmall, excluding: connection, at: now) else {
            throw HearthError(
                .limitExceeded,
                "No memory is left for saves: try again later."
            )
        }
        writes.reserve(bytes, of: account)
    }

    /// Counts the bytes by which an incomplete frame has grown.
    func countFrame(_ effect: InputEffect, of connection: ConnectionID, at now: Int64) throws(HearthError) {
        guard effect.growth != 0 else { return }
        let isSmall = sizes.isSmall(effect.frameBytes)
        guard effect.growth < 0 || makeRoom(for: effect.growth, isSmall: isSmall, excluding: connection, at: now) else {
            throw HearthError(
                .limitExceeded,
                "No memory is left for incomplete frames: reconnect and send again."
            )
        }
        connections.count(frameBytes: effect.growth, of: connection, at: now)
    }

    /// Gives up input that has not progressed for a long time.
    func giveUpIdle(at now: Int64) {
        for connection in connections.takeIdle(at: now) {
            giveUp(connection)
        }
    }

    /// Makes room for more bytes by giving up unfinished input. Returns whether that is enough.
    private func makeRoom(for more: Int, isSmall: Bool, excluding connection: ConnectionID, at now: Int64) -> Bool {
        while !writes.quota.allows(bytes + more, isSmall: isSmall) {
            guard let other = connections.nextToGiveUp(for: more, excluding: connection, at: now) else {
                return false
            }
            giveUp(other)
        }
        return true
    }

    /// Gives up the unfinished input of a connection. Its saves end with an error. In the middle of a frame the connection
    /// ends.
    private func giveUp(_ connection: ConnectionID) {
        let isInFrame = connections.isInFrame(connection)
        for call in calls.openCalls(of: connection) {
            guard case .save = call.value else { continue }
            let error = HearthError(
                .limitExceeded,
                "The next frame of the save did not arrive in time, or other clients need its memory. Send the whole"
                    + " save again.",
                field: "save.more"
            )
            replies.fail(CallID(connection: connection, number: call.number), error)
        }
        if isInFrame {
            let error = HearthError(
                .limitExceeded,
                "The rest of the frame did not come in time, or others need its room: connect and send again."
            )
            replies.end(connection, error)
        }
    }
}
