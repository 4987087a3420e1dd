import HearthModel
import HearthStore
import HearthWire

/// A QueryStatistics: computes the statistics of one snapshot. One that follows then computes the buckets that a commit may
/// have changed, and sends those that it has.
final class StatisticsCall: ReadingCall, SubscribingCall {
    let lane: Lane
    static let field = "query_statistics"
    let credit: CreditAccount?
    let observedTypes: Set<ObjectType>?
    var isLarge = false
    private let request: QueryStatistics
    private let types: Set<ObjectType>
    private let cost: RequestCost
    private var task: StatisticsTask?
    /// What the client was sent, if it follows.
    private let live: LiveStatistics?
    /// The state that the client was sent whole; nil: none yet.
    private var sent: StatisticsMark?
    private var hasBegun = false
    /// Whether the last batch said that the client has everything.
    private var isCaughtUp = false

    init(_ request: QueryStatistics, _ cost: RequestCost, _ limits: Limits) {
        self.request = request
        self.cost = cost
        types = Set(request.clauses.map(\.type))
        lane = request.follow ? .changes : .queries
        live = request.follow ? LiveStatistics(buckets: request.bucketCount) : nil
        // What belongs to what changes with samples of other types.
        observedTypes = request.follow ? request.dependsOnMembership ? [] : types : nil
        credit = CreditAccount(limits)
    }

    // A step that is given up must not have recorded in `live` what it would have sent.
    var isSmall: Bool { live == nil && (task?.isSmall ?? cost.isSimple) }

    var held: ReadingMemory { task?.held ?? ReadingMemory(bytes: live?.heldBytes ?? 0) }

    func nextTask(_ newest: Snapshot) -> any ReadTask {
        if let task { return task }
        let made = StatisticsTask(
            request,
            scope(in: newest),
            live,
            in: newest,
            begins: !hasBegun,
            mustFinish: !isCaughtUp,
            isSmall: isSmall
        )
        task = made
        return made
    }

    private func scope(in newest: Snapshot) -> StatisticsTask.Scope {
        guard let sent else { return .all }
        let mark = StatisticsMark(of: request, in: newest)
        if mark == sent { return .nothing }
        return request.dependsOnMembership || mark.ranks != sent.ranks ? .all : .changes(after: sent.head)
    }

    func finish(_ outcome: ReadOutcome, _ newest: Snapshot) -> ReadingStep {
        guard let task else { return .pause }
        if task.isFinished {
            self.task = nil
            sent = StatisticsMark(of: request, in: task.snapshot)
        }
        switch outcome {
        case .pause: return .pause
        case .batch(let packed, _):
            hasBegun = true
            isCaughtUp = task.isFinished
            return task.isFinished && live == nil ? .last(packed, .complete) : .batch(packed)
        case .end:
            // What was committed while the call was reading did not wake it.
            return sent == StatisticsMark(of: request, in: newest) ? .idle : .pause
        }
    }

    var subscription: (any SubscribingCall)? { request.follow ? self : nil }

    func position(fedUpTo _: UInt64?) -> SubscriptionPosition {
        SubscriptionPosition(types: types, sequence: sent?.head ?? 0, isLive: nil)
    }

    /// What was sent is known, so that a later task continues with what has changed since.
    func releaseSnapshot() -> (any ReadTask)? {
        guard live != nil, let dropped = task else { return nil }
        task = nil
        return dropped
    }
}
