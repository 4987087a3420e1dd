import HearthModel
import HearthStore

/// Acknowledgements that name a cursor, on connections where other calls may concern the same types.
///
///     divide -> what counts at once; wait, for the rest -> didWrite -> takeReached
///
/// A type counts as acknowledged only as far as all these calls had notified the app.
struct CursorAcknowledgements {
    private var connections: [ConnectionID: ConnectionCursors] = [:]
    private var waitingByApp: [AppID: Set<ConnectionID>] = [:]
    /// What waits as soon as the acknowledgement is durable, by the number of its call.
    private var underWay: [ConnectionID: [UInt64: WaitingAcknowledgement]] = [:]

    /// What the answer depends on.
    struct Context {
        let app: AppID
        let calls: [(id: CallID, call: NotifyingCall)]
        let snapshot: Snapshot
        let positions: CallPositions

        init(
            _ app: AppID,
            _ calls: [(id: CallID, call: NotifyingCall)],
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

    mutating func close(_ connection: ConnectionID, of app: AppID) {
        connections[connection] = nil
        underWay[connection] = nil
        stopWaiting(connection, app)
    }

    private mutating func stopWaiting(_ connection: ConnectionID, _ app: AppID) {
        waitingByApp[app]?.remove(connection)
        if waitingByApp[app]?.isEmpty == true {
            waitingByApp[app] = nil
        }
    }

    // MARK: - What is sent

    /// A batch of a cursor was sent. `restarts`: by a call that follows nothing.
    mutating func didSend(_ place: CursorPlace, on connection: ConnectionID, restarts: Bool) {
        connections[connection, default: ConnectionCursors()].didSend(place, restarts: restarts)
    }

    /// An observation sends a notice.
    mutating func didNotify(_ news: [UnacknowledgedChange], toldBefore told: UInt64, on connection: ConnectionID) {
        guard let index = connections.index(forKey: connection) else { return }
        for change in news {
            connections.values[index].didNotify(change.type, toldBefore: told, acknowledged: change.acknowledged)
        }
    }

    // MARK: - Acknowledgements

    /// Divides an acknowledgement into what counts at once and what is to wait.
    func divide(_ acknowledgement: Acknowledge, on connection: ConnectionID, _ context: Context) -> (
        counting: Acknowledge, waiting: WaitingAcknowledgement?
    ) {
        guard acknowledgement.setsCursor, !acknowledgement.types.isEmpty,
            let anchor = try? Anchor(decoding: acknowledgement.anchor),
            anchor.storeID == context.snapshot.storeID, anchor.deletions <= context.snapshot.head
        else { return (acknowledgement, nil) }
        var waiting = WaitingAcknowledgement(cursor: Array(acknowledgement.cursor.utf8))
        var counting = acknowledgement
        let deliveries = context.snapshot.background.deliveries(of: context.app)
        counting.types = acknowledgement.types.filter { type in
            guard let progress = deliveries.first(where: { $0.type == type })?.progress else { return true }
            let wanted = min(anchor.sequence, context.snapshot.lastChange(of: type))
            guard wanted > progress.acknowledged,
                covered(type, progress, by: waiting.cursor, upTo: wanted, on: connection, context) < wanted
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
        waitingByApp[app, default: []].insert(call.connection)
    }

    /// What counts by now of the acknowledgements that wait: types by the commit up to which they are acknowledged.
    mutating func takeReached(_ context: Context) -> [UInt64: [ObjectType]] {
        var reached: [ObjectType: UInt64] = [:]
        let deliveries = context.snapshot.background.deliveries(of: context.app)
        for connection in waitingByApp[context.app] ?? [] {
            connections[connection]?.keepWaiting(Set(deliveries.map(\.type)))
            for (type, _, progress) in deliveries {
                for (cursor, commit) in connections[connection]?.waiting(type) ?? [:] {
                    let covered = covered(type, progress, by: cursor, upTo: commit, on: connection, context)
                    if covered > max(progress.acknowledged, reached[type] ?? 0) {
                        reached[type] = covered
                    }
                }
                connections[connection]?.settle(type, upTo: progress.acknowledged)
            }
            if connections[connection]?.isWaiting != true {
                stopWaiting(connection, context.app)
            }
        }
        return Dictionary(grouping: reached.keys) { reached[$0] ?? 0 }
    }

    /// The commit up to which a type is acknowledged when a cursor has acknowledged it.
    private func covered(
        _ type: ObjectType,
        _ progress: DeliveryProgress,
        by cursor: ConnectionCursors.Name,
        upTo commit: UInt64,
        on connection: ConnectionID,
        _ context: Context
    ) -> UInt64 {
        var covered = commit
        for (id, call) in context.calls
        where id.connection == connection && call.isAcknowledged && call.cursor != cursor && call.concerns(type) {
            covered = min(covered, context.positions[id] ?? 0)
            if let other = call.cursor {
                // Its stream resumes from there.
                let place = context.snapshot.background.cursor(named: other, of: context.app)?.sequence ?? 0
                if place < min(commit, call.lastNotified(of: type)) {
                    covered = min(covered, place)
                }
            } else if let known = connections[connection]?.covered(type, by: cursor, upTo: commit) {
                covered = min(covered, known)
            } else if call.lastNotified(of: type) > progress.acknowledged,
                min(call.lastOffered(of: type), context.snapshot.lastChange(of: type)) != commit
            {
                // The anchor is not that of the last notice: the batch came on an earlier connection.
                covered = min(covered, progress.acknowledged)
            }
        }
        return covered
    }
}

/// The part of an acknowledgement by a cursor that other calls have yet to reach.
struct WaitingAcknowledgement {
    let cursor: ConnectionCursors.Name
    var commits: [ObjectType: UInt64] = [:]
}
