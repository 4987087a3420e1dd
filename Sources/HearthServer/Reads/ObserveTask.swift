import HearthModel
import HearthStore
import HearthWire

/// Finds the types whose matching samples have changed between an anchor and a snapshot.
final class ObserveTask: ReadTask {
    private let clausesByType: [ObjectType: [Clause]]
    /// Nil if the task only checks the clauses.
    private let position: Anchor?
    let end: Snapshot
    private(set) var isSmall: Bool
    /// Types that are still to be examined.
    private var open: [ObjectType]
    private var reading = PreparedReading<ChangeCursor>.requested
    /// The types that have changed, once the task has ended.
    private(set) var changed: [ObjectType] = []

    init(_ clausesByType: [ObjectType: [Clause]], after position: Anchor?, in snapshot: Snapshot, _ cost: RequestCost) {
        self.clausesByType = clausesByType
        self.position = position
        end = snapshot
        isSmall = cost.isSimple
        open =
            position.map { position in
                snapshot.changedTypes(after: position.sequence).filter {
                    clausesByType.isEmpty || clausesByType[$0] != nil
                }
            } ?? []
    }

    /// Looks for changes of one type that an app may see.
    convenience init(_ examination: DeliveryExamination, in snapshot: Snapshot) {
        let visible = snapshot.seen(through: examination.view)
        var position = visible.anchor
        (position.sequence, position.deletions) = (examination.position, examination.position)
        let clause = Clause(type: examination.type)
        self.init([examination.type: [clause]], after: position, in: visible, RequestCost([]))
    }

    var held: ReadingMemory { reading.held }

    func restart() {
        reading = .requested
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        guard let position else {
            // An invalid clause ends the call at once and not with the first change.
            var rows = rows
            let request = QueryChanges(clauses: clausesByType.values.flatMap(\.self))
            return try cursor(request, reader, &rows) == nil ? .pause : .end
        }
        while let type = open.last {
            let clauses = clausesByType[type] ?? [Clause(type: type)]
            let isHidden = end.view?.reading(of: type) == .nothing
            // Whether an expired deletion matched is unknown. Of a hidden type the reader sees only its own samples.
            if end.isWhole(type) && clauses.allSatisfy({ $0.predicate?.terms.isEmpty ?? true })
                || position.sequence < end.oldest && !isHidden
            {
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
        var (rows, position) = (rows, position)
        position.deletions = max(position.deletions, end.oldest)
        let request = QueryChanges(clauses: clauses, anchor: position.unsealed)
        guard let cursor = try cursor(request, reader, &rows) else { return false }
        switch try cursor.step(reader, rows: rows) {
        case .pause: return false
        case .batch(let batch) where !batch.isEmpty: changed.append(type)
        case .batch, .end: break
        }
        reading = .requested
        return true
    }

    private func cursor(
        _ request: QueryChanges,
        _ reader: StoreReader,
        _ rows: inout Int
    ) throws(HearthError) -> ChangeCursor? {
        let end = end
        return try reading.cursor(of: request.clauses(in: end), in: end, reader, &rows) {
            prepared throws(HearthError) in
            try reader.changes(request, in: end, prepared)
        }
    }
}
