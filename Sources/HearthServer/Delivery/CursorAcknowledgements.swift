import HearthModel
import HearthStore

/// Acknowledgements that name a cursor, on connections where other calls may concern the same types.
///
///     divide -> what counts at once; wait, for the rest -> didWrite -> takeReached
///
/// A type counts as acknowledged only as far as all these calls had notified the app.
struct CursorAcknowledgements {
    private var connections: [ConnectionID: ConnectionCursors] = [:]
    private var waitingByApp: [AppID: Waiting] = [:]
    /// What waits as soon as the acknowledgement is durable, by the number of its call.
    private var underWay: [ConnectionID: [UInt64: WaitingAcknowledgement]] = [:]

    /// The connections of an app with acknowledgements that wait. They are looked at one after the other.
    private struct Waiting {
        var connections = ReadyQueue<ConnectionID>()
        /// How many are in the queue, and how many of them are to be looked at since something has changed.
        var count = 0
        var unchecked = 0
    }

    /// What the answer depends on.
    struct Context {
        let app: AppID
        let calls: NotifyingCalls
        let snapshot: Snapshot
        let positions: CallPositions

        init(
            _ app: AppID,
            _ calls: NotifyingCalls,
            _ snapshot: Snapshot,
            _ positions: CallPositions
        ) {
            self.app = app
            self.calls = calls
            self.snapshot = snapshot
            self.positions = positions
        }
    }

    /// The apps whose acknowledgements wait.
    var waitingApps: some Sequence<AppID> { waitingByApp.keys }

    /// Whether acknowledgements of an app wait.
    func isWaiting(_ app: AppID) -> Bool { waitingByApp[app] != nil }

    /// Whether batches of cursors were sent on a connection.
    func isUsed(on connection: ConnectionID) -> Bool { connections[connection] != nil }

    /// The connection that is looked at next for an app.
    func nextWaiting(_ app: AppID) -> ConnectionID? { waitingByApp[app]?.connections.first }

    /// Something has changed for an app: all its connections are looked at.
    mutating func restart(_ app: AppID) {
        if let count = waitingByApp[app]?.count {
            waitingByApp[app]?.unchecked = count
        }
    }

    /// Whether connections are still to be looked at.
    func hasUnchecked(_ app: AppID) -> Bool { waitingByApp[app].map { $0.unchecked > 0 } ?? false }

    mutating func close(_ connection: ConnectionID, of app: AppID) {
        connections[connection] = nil
        underWay[connection] = nil
        // One that is not the first leaves the queue in its turn.
        guard var waiting = waitingByApp.removeValue(forKey: app) else { return }
        while let first = waiting.connections.first, connections[first]?.isWaiting != true {
            _ = waiting.connections.popFirst()
            waiting.count -= 1
        }
        if waiting.count > 0 {
            waitingByApp[app] = waiting
        }
    }

    // MARK: - What is sent

    /// A batch of a cursor was sent. `restarts`: by a call that follows nothing.
    mutating func didSend(_ place: CursorPlace, on connection: ConnectionID, restarts: Bool) {
        connections[connection, default: ConnectionCursors()].didSend(place, restarts: restarts)
    }

    /// An observation sends a notice.
    mutating func didNotify(_ news: [UnacknowledgedChange], reportedUpTo: UInt64, on connection: ConnectionID) {
        guard let index = connections.index(forKey: connection) else { return }
        for change in news {
            connections.values[index].didNotify(
                change.type,
                reportedUpTo: reportedUpTo,
                acknowledged: change.acknowledged
            )
        }
    }

    // MARK: - Acknowledgements

    /// Divides an acknowledgement into what counts at once and what is to wait.
    func divide(_ acknowledgement: Acknowledge, on connection: ConnectionID, _ context: Context) -> (
        counting: Acknowledge, waiting: WaitingAcknowledgement?
    ) {
        guard acknowledgement.setsCursor, !acknowledgement.types.isEmpty,
            let anchor = try? Anchor(decoding: acknowledgement.anchor, from: context.snapshot),
            anchor.storeID == context.snapshot.storeID, anchor.deletions <= context.snapshot.head
        else { return (acknowledgement, nil) }
        var waiting = WaitingAcknowledgement(cursor: Array(acknowledgement.cursor.utf8))
        var counting = acknowledgement
        let deliveries = context.snapshot.background.deliveries(of: context.app)
        counting.types = acknowledgement.types.filter { type in
            guard let progress = deliveries.first(where: { $0.type == type })?.progress else { return true }
            let wanted = min(anchor.sequence, context.snapshot.lastChange(of: type))
            guard wanted > progress.acknowledged,
                covered(
                    type,
                    by: waiting.cursor,
                    upTo: wanted,
                    beside: CallsBesideCursors(type, progress, on: connection, context),
                    on: connection
                ) < wanted
            else { return true }
            waiting.commits[type] = wanted
            return false
        }
        return (counting, waiting.commits.isEmpty ? nil : waiting)
    }

    /// A part of the acknowledgement of a call waits, once that is durable.
    mutating func wait(_ waiting: WaitingAcknowledgement, of call: CallID) {
        underWay[call.connection, default: [:]][call.number] = waiting
    }

    /// The acknowledgement of a call is durable or refused.
    mutating func didWrite(_ call: CallID, of app: AppID, isDurable: Bool) {
        guard let waiting = underWay[call.connection]?.removeValue(forKey: call.number) else { return }
        if underWay[call.connection]?.isEmpty == true {
            underWay[call.connection] = nil
        }
        guard isDurable else { return }
        for (type, commit) in waiting.commits {
            connections[call.connection, default: ConnectionCursors()].wait(type, for: waiting.cursor, upTo: commit)
        }
        if waitingByApp[app, default: Waiting()].connections.insert(call.connection) {
            waitingByApp[app]?.count += 1
        }
    }

    /// What counts by now of the acknowledgements that wait on the next connection: types by the commit up to which they
    /// are acknowledged.
    mutating func takeReached(_ context: Context) -> [UInt64: [ObjectType]] {
        guard let connection = waitingByApp[context.app]?.connections.popFirst() else { return [:] }
        var reached: [ObjectType: UInt64] = [:]
        let deliveries = context.snapshot.background.deliveries(of: context.app)
        connections[connection]?.keepWaiting(Set(deliveries.map(\.type)))
        for (type, _, progress) in deliveries {
            guard let waiting = connections[connection]?.waiting(type), !waiting.isEmpty else { continue }
            let others = CallsBesideCursors(type, progress, on: connection, context)
            for (cursor, commit) in waiting {
                let covered = covered(type, by: cursor, upTo: commit, beside: others, on: connection)
                if covered > max(progress.acknowledged, reached[type] ?? 0) {
                    reached[type] = covered
                }
            }
            connections[connection]?.settle(type, upTo: progress.acknowledged)
        }
        didCheck(connection, context.app)
        return Dictionary(grouping: reached.keys) { reached[$0] ?? 0 }
    }

    /// A connection was looked at. It is looked at again after the others, if something still waits on it.
    private mutating func didCheck(_ connection: ConnectionID, _ app: AppID) {
        guard var waiting = waitingByApp.removeValue(forKey: app) else { return }
        waiting.unchecked = max(0, waiting.unchecked - 1)
        if connections[connection]?.isWaiting == true {
            waiting.connections.insert(connection)
        } else {
            waiting.count -= 1
        }
        if waiting.count > 0 {
            waitingByApp[app] = waiting
        }
    }

    /// The commit up to which a type is acknowledged when a cursor has acknowledged it.
    private func covered(
        _ type: ObjectType,
        by cursor: ConnectionCursors.Name,
        upTo commit: UInt64,
        beside others: CallsBesideCursors,
        on connection: ConnectionID
    ) -> UInt64 {
        let known = connections[connection]?.covered(type, by: cursor, upTo: commit)
        return others.covered(by: cursor, upTo: commit, knownFromNotices: known)
    }
}

/// The part of an acknowledgement by a cursor that other calls have yet to reach.
struct WaitingAcknowledgement {
    let cursor: ConnectionCursors.Name
    var commits: [ObjectType: UInt64] = [:]
}
