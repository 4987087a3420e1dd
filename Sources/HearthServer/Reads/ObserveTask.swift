import HearthModel
import HearthStore
import HearthWire

/// Finds the types of which samples that match have changed between an anchor and a snapshot.
final class ObserveTask: ReadTask {
    private let clausesByType: [ObjectType: [Clause]]
    /// Nil: the task only checks the clauses.
    private let position: Anchor?
    let end: Snapshot
    private(set) var isSmall: Bool
    /// Types that are still to be examined.
    private var open: [ObjectType]
    private var cursor: ChangeCursor?
    /// The types that have changed, once the task has ended.
    private(set) var changed: [ObjectType] = []

    init(_ clausesByType: [ObjectType: [Clause]], after position: Anchor?, in snapshot: Snapshot, isSimple: Bool) {
        self.clausesByType = clausesByType
        self.position = position
        end = snapshot
        isSmall = isSimple
        open =
            position.map { position in
                snapshot.changedTypes(after: position.sequence).filter {
                    clausesByType.isEmpty || clausesByType[$0] != nil
                }
            } ?? []
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        guard let position else {
            // An invalid clause ends the call at once and not with the first change.
            _ = try reader.changes(QueryChanges(clauses: clausesByType.values.flatMap(\.self)), in: end)
            return .end
        }
        while let type = open.last {
            let clauses = clausesByType[type] ?? []
            // Whether an expired deletion matched is unknown.
            if clauses.allSatisfy({ $0.predicate?.terms.isEmpty ?? true }) || position.sequence < end.oldest {
                changed.append(type)
                open.removeLast()
                continue
            }
            if try examine(type, clauses, from: position, reader, rows) {
                open.removeLast()
            }
            return open.isEmpty ? .end : .pause
        }
        return .end
    }

    /// Searches the changes of one type for one that matches; false: there is more to search.
    private func examine(
        _ type: ObjectType,
        _ clauses: [Clause],
        from position: Anchor,
        _ reader: StoreReader,
        _ rows: Int
    ) throws(HearthError) -> Bool {
        if cursor == nil {
            cursor = try reader.changes(QueryChanges(clauses: clauses, anchor: position.encoded), in: end)
        }
        switch try cursor?.step(reader, rows: rows) {
        case .pause: return false
        case .batch(let batch) where !batch.isEmpty: changed.append(type)
        case .batch, .end, nil: break
        }
        self.cursor = nil
        return true
    }
}
