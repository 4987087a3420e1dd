internal import HearthModel

/// What a stream lacks of the changes up to its anchor, as its reader may see more than before.
struct LackingChanges {
    /// Types whose deletions were hidden and are now visible.
    let deletions: [TypeSelection]
    let samples: [TypeSelection]
    /// All that the stream brings.
    private let all: [TypeSelection]
    /// What it has had, up to a number.
    private let had: (selections: [TypeSelection], last: UInt64)
    /// For each of the types the deletions that the stream has had.
    private let hadDeletions: [ObjectType: VisibleDeletions]

    /// `asked`: the predicates without regard to what the reader may see.
    init(
        _ change: ViewChange,
        _ clauses: [Clause],
        _ visible: [PreparedPredicate],
        asked: [PreparedPredicate],
        in snapshot: Snapshot,
        upTo last: UInt64
    ) throws(HearthError) {
        all = try TypeSelection.selections(clauses, visible)
        deletions = all.filter { change.showsDeletions($0.type) }
        let predicates = zip(clauses, visible).map { clause, predicate in
            change.lacking(predicate, of: clause.type, in: snapshot)
        }
        samples = try TypeSelection.selections(clauses, predicates).filter { change.widens($0.type) }
        let had = zip(clauses, asked).map { clause, predicate in
            change.had(predicate, of: clause.type, in: snapshot)
        }
        self.had = (try TypeSelection.selections(clauses, had), last)
        hadDeletions = change.hadDeletions(of: deletions.map(\.type), in: snapshot)
    }

    /// The deletions that the stream lacks. That of a UUID which is in use again would take away what the stream has
    /// brought since.
    func rows(
        of deletions: DeletionRows,
        _ type: ObjectType,
        _ context: ReadingContext
    ) throws(HearthError) -> [Int] {
        let stored = try context.locator.locate(deletions.ids)
        let had = hadDeletions[type]
        var lacking: [Int] = []
        for row in stored.indices {
            if let had, had.sight(of: row, in: deletions) != .nothing { continue }
            if let location = stored[row], try isInCopy(location, context) { continue }
            lacking.append(row)
        }
        return lacking
    }

    /// Whether the stream brings a sample that is stored, or has brought it.
    private func isInCopy(_ location: Location, _ context: ReadingContext) throws(HearthError) -> Bool {
        if try matches(location, all, context, upTo: .max) { return true }
        return try matches(location, had.selections, context, upTo: had.last)
    }

    private func matches(
        _ location: Location,
        _ selections: [TypeSelection],
        _ context: ReadingContext,
        upTo last: UInt64
    ) throws(HearthError) -> Bool {
        guard let selection = selections.first(where: { $0.type == location.segment.type }) else { return false }
        let parts = context.parts.union(.log).union(selection.parts)
        let rows = try context.reader.rows(of: location.segment, parts).selecting(.each([location.row]))
        guard rows.sequences[0] <= last else { return false }
        var search = RowSearch(rows, selection.predicates, in: context.snapshot)
        // It is one row, which is judged in this step.
        return try context.reader.withBudget(rows: .max) { () throws(HearthError) in
            try search.proceed(context.reader)?.chosen.isEmpty == false
        }
    }
}
