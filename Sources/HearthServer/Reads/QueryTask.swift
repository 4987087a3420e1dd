import HearthModel
import HearthStore
import HearthWire

/// Reads the samples of a query.
final class QueryTask: ReadTask {
    private let request: QuerySamples
    private let snapshot: Snapshot
    private var reading = PreparedReading<QueryCursor>.requested
    private(set) var isSmall: Bool

    init(_ request: QuerySamples, _ cost: RequestCost, in snapshot: Snapshot) {
        self.request = request
        self.snapshot = snapshot
        isSmall = cost.isSimple
    }

    /// Known after the last batch.
    var reachedLimit: Bool { reading.cursor?.reachedLimit ?? false }

    var held: ReadingMemory { reading.held }

    func restart() {
        reading = .requested
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        // A query with more than one batch reads much.
        isSmall = false
        var rows = rows
        guard let cursor = try cursor(reader, &rows) else { return .pause }
        switch try cursor.step(reader, rows: rows) {
        case .batch(let batch): return .batch(.samples(batch))
        case .pause: return .pause
        case .end: return .end
        }
    }

    func isAtEnd(_ reader: StoreReader, rows: Int) throws(HearthError) -> Bool {
        var rows = rows
        return try cursor(reader, &rows)?.isAtEnd(reader, rows: rows) ?? false
    }

    func samples(in batch: Reply) -> SampleCounts {
        guard case .samples(let batch) = batch else { return SampleCounts() }
        var samples = SampleCounts(batch.columns)
        samples.add(SampleCounts(batch.members))
        return samples
    }

    /// A store can hold a workout that an earlier version has accepted and no frame can carry. Such a sample is alone in its
    /// batch.
    func replacement(for batch: Reply, _ error: HearthError) throws(HearthError) -> Reply {
        guard case .samples(let samples) = batch, let id = samples.columns.first?.ids.first else { throw error }
        throw HearthError(
            .limitExceeded,
            "The sample \(id) is larger than a frame, so that it cannot be sent: leave it out by its UUID, or delete it."
        )
    }

    private func cursor(_ reader: StoreReader, _ rows: inout Int) throws(HearthError) -> QueryCursor? {
        try reading.cursor(of: request.clauses, in: snapshot, reader, &rows) { prepared throws(HearthError) in
            try reader.query(request, in: snapshot, prepared)
        }
    }
}
