import HearthModel
import HearthStore

/// What a task reads with, once its clauses are prepared in steps.
enum PreparedReading<Cursor> {
    case requested
    case preparing(ClausePreparation)
    case reading(Cursor)

    var cursor: Cursor? {
        if case .reading(let cursor) = self { cursor } else { nil }
    }

    /// The cursor; nil: the step has done its work. What is left of it in `rows` is for the cursor.
    mutating func cursor(
        of clauses: @autoclosure () -> [Clause],
        in snapshot: Snapshot,
        _ reader: StoreReader,
        _ rows: inout Int,
        _ make: (ClausePreparation) throws(HearthError) -> Cursor
    ) throws(HearthError) -> Cursor? {
        let preparation: ClausePreparation
        switch self {
        case .reading(let cursor): return cursor
        case .preparing(let begun): preparation = begun
        case .requested: preparation = reader.preparation(of: clauses(), in: snapshot)
        }
        let before = reader.work
        guard try preparation.step(reader, rows: rows) else {
            self = .preparing(preparation)
            return nil
        }
        rows = max(rows - (reader.work - before), 1)
        let cursor = try make(preparation)
        self = .reading(cursor)
        return cursor
    }
}
