import HearthModel
import HearthStore
import HearthWire

/// Computes the statistics of a request: of all buckets, or of those that may have changed.
final class StatisticsTask: ReadTask {
    /// What is computed.
    enum Scope {
        case all
        /// The buckets that commits after one may have changed.
        case changes(after: UInt64)
        case nothing
    }

    private let request: QueryStatistics
    private let scope: Scope
    let snapshot: Snapshot
    private let live: LiveStatistics?
    /// Whether the first batch is the first of the call.
    private let begins: Bool
    /// Whether a batch has to say that the client has everything.
    private let mustFinish: Bool
    private(set) var isSmall: Bool
    /// Whether all batches were made.
    private(set) var isFinished = false
    private var hasRows = false
    private var hasBatches = false
    private var changes: StatisticsChanges?
    /// The buckets that are still to be computed, the first ones last.
    private var open: [Range<Int>] = []
    private var reading = PreparedReading<StatisticsCursor>.requested

    init(
        _ request: QueryStatistics,
        _ scope: Scope,
        _ live: LiveStatistics?,
        in snapshot: Snapshot,
        begins: Bool,
        mustFinish: Bool,
        isSmall: Bool
    ) {
        self.request = request
        self.scope = scope
        self.snapshot = snapshot
        self.live = live
        self.begins = begins
        self.mustFinish = mustFinish
        // A step that is given up must not have told `live` what it would have sent.
        self.isSmall = isSmall && live == nil
        begin()
    }

    private func begin() {
        switch scope {
        case .all: open = [0..<request.bucketCount]
        case .changes(let commit): changes = StatisticsChanges(request, after: commit, in: snapshot)
        case .nothing: break
        }
    }

    func restart() {
        reading = .requested
        begin()
    }

    var held: ReadingMemory {
        var held = reading.held
        held.bytes += (live?.heldBytes ?? 0) + (changes?.held.bytes ?? 0) + open.count * MemoryLayout<Range<Int>>.stride
        return held
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        if let changes {
            guard let buckets = try changes.step(reader, rows: rows) else { return .pause }
            open = buckets.reversed()
            self.changes = nil
        }
        var rows = rows
        while let buckets = open.last {
            guard let cursor = try cursor(buckets, reader, &rows) else { return .pause }
            let before = reader.work
            guard case .batch(let batch) = try cursor.step(reader, rows: rows) else { return .pause }
            rows = max(rows - (reader.work - before), 1)
            if batch.isLast {
                open.removeLast()
                reading = .requested
            }
            hasRows = hasRows || !batch.isEmpty
            if !batch.isEmpty || open.isEmpty {
                return try reply(with: batch)
            }
        }
        return try reply(with: StatisticsCursor.Rows())
    }

    private func reply(with rows: StatisticsCursor.Rows) throws(HearthError) -> CursorStep<Reply> {
        isFinished = open.isEmpty
        guard !rows.isEmpty || hasBatches || begins || mustFinish else { return .end }
        if !request.follow, request.edges.isEmpty, !hasRows {
            throw HearthError(.noData, "There are no samples to compute statistics from.")
        }
        defer { hasBatches = true }
        return .batch(
            .statistics(
                StatisticsBatch(
                    merged: rows.merged,
                    sources: rows.sources,
                    unit: request.clauses.first?.unit ?? request.clauses.first?.type.storageUnit,
                    anchor: snapshot.anchor.encoded,
                    reset: begins && !hasBatches,
                    caughtUp: isFinished
                )
            )
        )
    }

    private func cursor(
        _ buckets: Range<Int>,
        _ reader: StoreReader,
        _ rows: inout Int
    ) throws(HearthError) -> StatisticsCursor? {
        try reading.cursor(of: request.clauses(of: buckets), in: snapshot, reader, &rows) {
            prepared throws(HearthError) in
            try StatisticsCursor(request, of: buckets, in: snapshot, reader, live: live, prepared)
        }
    }
}
