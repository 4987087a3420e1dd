import HearthModel
import HearthStore

/// What reads batch by batch, once the clauses are prepared.
protocol PreparedCursor {
    /// The memory that it holds between two steps.
    var held: ReadingMemory { get }
}

extension QueryCursor: PreparedCursor {}
extension ChangeCursor: PreparedCursor {}
extension SourceSearch: PreparedCursor {}
extension StatisticsCursor: PreparedCursor {}

/// What a task reads with, once its clauses are prepared in steps.
enum PreparedReading<Cursor: PreparedCursor> {
    case requested
    case preparing(ClausePreparation)
    case reading(Cursor)

    var cursor: Cursor? {
        if case .reading(let cursor) = self { cursor } else { nil }
    }

    /// The memory that is held between two steps.
    var held: ReadingMemory {
        switch self {
        case .requested: ReadingMemory()
        case .preparing(let preparation): preparation.held
        case .reading(let cursor): cursor.held
        }
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
