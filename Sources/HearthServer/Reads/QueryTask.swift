import HearthModel
import HearthStore
import HearthWire

/// Reads the samples of a query.
final class QueryTask: ReadTask {
    private let request: QuerySamples
    private let snapshot: Snapshot
    /// Nil: the query is not prepared.
    private var cursor: QueryCursor?
    private(set) var isSmall: Bool

    init(_ request: QuerySamples, in snapshot: Snapshot) {
        self.request = request
        self.snapshot = snapshot
        isSmall = request.clauses.isSimple
    }

    /// Known after the last batch.
    var reachedLimit: Bool { cursor?.reachedLimit ?? false }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        // A query with more than one batch reads much.
        isSmall = false
        switch try prepared(reader).step(reader, rows: rows) {
        case .batch(let batch): return .batch(.samples(batch))
        case .pause: return .pause
        case .end: return .end
        }
    }

    func isAtEnd(_ reader: StoreReader, rows: Int) throws(HearthError) -> Bool {
        try prepared(reader).isAtEnd(reader, rows: rows)
    }

    private func prepared(_ reader: StoreReader) throws(HearthError) -> QueryCursor {
        if let cursor { return cursor }
        let made = try reader.query(request, in: snapshot)
        cursor = made
        return made
    }
}
