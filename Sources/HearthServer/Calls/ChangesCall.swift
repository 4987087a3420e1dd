import HearthModel
import HearthStore
import HearthWire

/// A QueryChanges: reads the log from an anchor. One that follows has nothing to do once it has caught up; its feed
/// then sends what comes, and hands the call back when it has no credit for it.
final class ChangesCall: ReadingCall, SubscribingCall {
    let lane = Lane.changes
    static let field = "query_changes"
    let credit: CreditAccount?
    let request: QueryChanges
    let types: Set<ObjectType>
    /// Whether a feed sends it the changes.
    private(set) var isFollowing = false
    /// The anchor of the last batch that the call read itself; nil: the beginning.
    private(set) var anchor: Anchor?
    /// Nil until it is made from the anchor, in the newest snapshot.
    private var task: ChangesTask?
    var isLarge = false
    private let cost: RequestCost
    let notifying: NotifyingCall?
    private let cursor: ConnectionCursors.Name?

    /// `lastNotified`: the commit that the app was notified of by an earlier call, and has not acknowledged.
    init(
        _ request: QueryChanges,
        _ cost: RequestCost,
        lastNotified: UInt64 = 0,
        in snapshot: Snapshot,
        _ limits: Limits
    ) throws(HearthError) {
        if request.follow, request.limit > 0 {
            throw HearthError(
                .invalidArgument,
                "A stream that follows has no limit: leave one of the two out.",
                field: "limit"
            )
        }
        _ = try ChangeCursor.beginning(of: request, in: snapshot)
        self.request = request
        let types = Set(request.clauses.map(\.type))
        self.types = types
        // The cursor says what the app has acknowledged. Without one, the call does not count as notifying the app.
        cursor = request.cursor.isEmpty ? nil : Array(request.cursor.utf8)
        notifying =
            request.follow
            ? cursor.map { NotifyingCall(following: types, from: $0, lastNotified: lastNotified) } : nil
        anchor = request.anchor.isEmpty ? nil : try Anchor(decoding: request.anchor, from: snapshot)
        credit = CreditAccount(limits)
        self.cost = cost
    }

    var isSmall: Bool { task?.isSmall ?? cost.isSimple }
    var held: ReadingMemory { task?.held ?? ReadingMemory() }

    func nextTask(_ newest: Snapshot) -> any ReadTask {
        if let task { return task }
        var request = request
        request.anchor = anchor?.unsealed ?? []
        let made = ChangesTask(request, in: newest, cost)
        task = made
        return made
    }

    /// While it follows nothing, only its batches say where its cursor is.
    var unfollowedCursor: CursorPlace? {
        guard let cursor, let anchor, !request.follow else { return nil }
        return CursorPlace(cursor: cursor, commit: anchor.sequence)
    }

    func finish(_ outcome: ReadOutcome, _ newest: Snapshot) -> ReadingStep {
        guard let task else { return .pause }
        let reason: DoneReason = task.reachedLimit ? .limit : .complete
        switch outcome {
        case .pause: return .pause
        case .end: return .end(reason)
        case .batch(let packed, _):
            guard let batch = task.last else { return .pause }
            anchor = batch.anchor
            guard request.follow else {
                return batch.caughtUp || task.reachedLimit ? .last(packed, reason) : .batch(packed)
            }
            let notification = notifying == nil ? nil : batch.lastChange.map { ChangeNotification(commit: $0) }
            guard batch.caughtUp else { return .batch(packed, notification) }
            let view = task.view
            self.task = nil
            // What was committed while the call was reading comes from the log as well.
            guard task.end == newest.head else { return .batch(packed, notification) }
            isFollowing = true
            let key = Feed.Key(
                clauses: request.clauses,
                includeSeries: request.includeSeries,
                view: view,
                visibility: batch.anchor.visibility,
                cost: cost
            )
            return .follow(packed, notification, key)
        }
    }

    var subscription: (any SubscribingCall)? { request.follow ? self : nil }

    func position(fedUpTo position: UInt64?) -> SubscriptionPosition {
        if isFollowing, let position {
            return SubscriptionPosition(types: types, sequence: position, isLive: true)
        }
        return SubscriptionPosition(types: types, sequence: anchor?.sequence ?? 0, isLive: false)
    }

    /// In the middle of a write the task is kept; and with a limit the cursor, which counts.
    func releaseSnapshot() -> (any ReadTask)? {
        guard let dropped = task, dropped.isBetweenWrites, request.limit == 0 else { return nil }
        task = nil
        return dropped
    }

    /// The call could not receive what its feed sent. It reads on by itself from the point before that.
    func leaveFeed(resumingAt point: Feed.ResumePoint) {
        isFollowing = false
        anchor = point.anchor
        task = point.task?.fork()
    }
}
