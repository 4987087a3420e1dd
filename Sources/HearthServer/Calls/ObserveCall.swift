import HearthModel
import HearthStore
import HearthWire

/// An Observe: says at once where the store is, then which types have changed. Changes that meet for want of credit
/// become one notice.
final class ObserveCall: TellingCall {
    let lane = Lane.changes
    static let field = "observe"
    let credit: CreditAccount?
    /// Empty: all types.
    let clausesByType: [ObjectType: [Clause]]
    let types: Set<ObjectType>
    /// Up to where changes were looked at; nil before the first notice. No snapshot, which would keep what is deleted.
    private var position: Anchor?
    /// Types that are still to be looked into, and those that are to be named.
    private var open: [ObjectType] = []
    private var changed: [ObjectType] = []
    private var end: Snapshot?
    private var cursor: ChangeCursor?
    let isAcknowledged: Bool
    /// The commits of the last notices: of the first, which stands for all types, and of those that named some.
    private var toldOfAll: UInt64 = 0
    private var toldOf: [ObjectType: UInt64] = [:]
    /// What the next notice names in any case.
    private var reminders: Set<ObjectType> = []

    init(_ request: Observe, _ reading: Reading) throws(HearthError) {
        clausesByType = Dictionary(grouping: request.clauses, by: \.type)
        types = Set(clausesByType.keys)
        credit = CreditAccount(reading.limits)
        isAcknowledged = request.acknowledges
        // What is wrong with a clause is said now and not with the first change.
        _ = try reading.reader.changes(QueryChanges(clauses: request.clauses), in: reading.snapshot)
    }

    func place(in snapshot: Snapshot) -> SubscriptionPlace? {
        let place = position?.sequence ?? 0
        let hasNews = snapshot.changedTypes(after: place).contains { types.isEmpty || types.contains($0) }
        return SubscriptionPlace(types: types, sequence: hasNews ? place : snapshot.head, isLive: !hasNews)
    }

    func step(_ reading: Reading) throws(HearthError) -> ReadingStep {
        guard let position else {
            position = reading.snapshot.anchor
            toldOfAll = reading.snapshot.head
            return .batch(.notice(Notice(types: [], anchor: reading.snapshot.anchor.encoded)))
        }
        if end == nil {
            end = reading.snapshot
            open = reading.snapshot.changedTypes(after: position.sequence).filter {
                clausesByType.isEmpty || clausesByType[$0] != nil
            }
        }
        guard let end, try examine(reading, from: position, to: end) else { return .pause }
        let types = Set(changed).union(reminders)
        self.position = end.anchor
        self.end = nil
        changed = []
        reminders = []
        guard !types.isEmpty else { return .idle }
        for type in types {
            toldOf[type] = end.head
        }
        return .batch(.notice(Notice(types: types.map(\.identifier).sorted(), anchor: end.anchor.encoded)))
    }

    var telling: (any TellingCall)? { self }

    func told(_ type: ObjectType) -> UInt64 { max(toldOfAll, toldOf[type] ?? 0) }

    func remind(of type: ObjectType) {
        reminders.insert(type)
    }

    /// Looks whether the changes match; false when there is more to look at.
    private func examine(
        _ reading: Reading,
        from position: Anchor,
        to end: Snapshot
    ) throws(HearthError) -> Bool {
        while let type = open.last {
            let clauses = clausesByType[type] ?? []
            // Of what was deleted long ago nobody knows whether it matched.
            if clauses.allSatisfy({ $0.predicate?.terms.isEmpty ?? true }) || position.sequence < end.oldest {
                changed.append(type)
            } else {
                if cursor == nil {
                    let request = QueryChanges(clauses: clauses, anchor: position.encoded)
                    cursor = try reading.reader.changes(request, in: end)
                }
                switch try cursor?.step() {
                case .pause: return false
                case .batch(let batch) where !batch.isEmpty: changed.append(type)
                case .batch, .end, nil: break
                }
                cursor = nil
            }
            open.removeLast()
        }
        return true
    }
}
