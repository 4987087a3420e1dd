import HearthModel
import HearthStore
import HearthWire

/// An Observe: says at once where the store is, then which types have changed. Without
/// credit, changes are coalesced into one notice.
final class ObserveCall: ReadingCall, SubscribingCall {
    let lane = Lane.changes
    static let field = "observe"
    let credit: CreditAccount?
    /// Empty: all types.
    let clausesByType: [ObjectType: [Clause]]
    let types: Set<ObjectType>
    /// Up to where changes were looked at; nil before the first notice. No snapshot, which would keep what is deleted.
    private var examined: Anchor?
    private var task: ObserveTask?
    var isLarge = false
    private let cost: RequestCost
    private let isAcknowledged: Bool
    /// The types that the next notice names whether or not they have changed.
    private var reminders: Set<ObjectType> = []

    init(_ request: Observe, _ cost: RequestCost, _ limits: Limits) {
        clausesByType = Dictionary(grouping: request.clauses, by: \.type)
        types = Set(clausesByType.keys)
        credit = CreditAccount(limits)
        isAcknowledged = request.acknowledges
        self.cost = cost
    }

    var subscription: (any SubscribingCall)? { self }

    var observedTypes: Set<ObjectType>? { types }

    func position(fedUpTo _: UInt64?) -> SubscriptionPosition {
        SubscriptionPosition(types: types, sequence: examined?.sequence ?? 0, isLive: nil)
    }

    var isSmall: Bool { task?.isSmall ?? cost.isSimple }
    var held: ReadingMemory { task?.held ?? ReadingMemory() }

    func nextTask(_ newest: Snapshot) -> any ReadTask {
        if let task { return task }
        let made = ObserveTask(clausesByType, after: examined, in: newest, cost)
        task = made
        return made
    }

    /// Nothing was sent of what the task has found, so the next task finds it again.
    func releaseSnapshot() -> (any ReadTask)? {
        defer { task = nil }
        return task
    }

    func finish(_ outcome: ReadOutcome, _ newest: Snapshot) -> ReadingStep {
        guard case .end = outcome, let task else { return .pause }
        self.task = nil
        guard examined != nil else {
            examined = newest.anchor
            return .notice(
                Notice(types: [], anchor: newest.sealedAnchor),
                ChangeNotification(commit: newest.head)
            )
        }
        let end = task.end
        let types = Set(task.changed).union(reminders)
        examined = end.anchor
        reminders = []
        guard !types.isEmpty else {
            // What was committed while the call was reading did not wake it.
            return .passedOver(upTo: end.head, hasMore: end.head != newest.head)
        }
        return .notice(
            Notice(types: types.map(\.identifier).sorted(), anchor: end.sealedAnchor),
            ChangeNotification(types: Array(types), commit: end.head)
        )
    }

    var notifying: NotifyingCall? { NotifyingCall(observing: types, isAcknowledged: isAcknowledged) }

    func remind(of type: ObjectType) {
        reminders.insert(type)
    }
}
