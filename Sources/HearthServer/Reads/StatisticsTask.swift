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
    private var hasBatches = false
    private var changes: StatisticsChanges?
    /// The buckets that are still to be computed, the first ones last.
    private var open: [Range<Int>] = []
    private var reading = PreparedReading<StatisticsCursor>.requested
    private let orders = SharedSourceOrder()

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
        self.isSmall = isSmall
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
        let before = reader.work
        if let changes {
            guard let buckets = try changes.step(reader, rows: rows) else { return .pause }
            open = buckets.reversed()
            self.changes = nil
        }
        // What is found is sent at once: a task can be dropped between two steps.
        var batch: StatisticsAssembly?
        while let buckets = open.last {
            var left = rows - (reader.work - before)
            guard left > 0, let cursor = try cursor(buckets, reader, &left) else { return try pause(with: batch) }
            var found = batch ?? cursor.newBatch()
            batch = nil
            switch try cursor.step(reader, rows: left, into: &found) {
            case .full: return try reply(with: found)
            case .pause: return try pause(with: found)
            case .done:
                open.removeLast()
                reading = .requested
            }
            batch = found
        }
        return try reply(with: batch)
    }

    /// The statistics of the buckets that hold something, all of one type.
    func samples(in batch: Reply) -> SampleCounts {
        guard case .statistics(let batch) = batch, let type = request.clauses.first?.type else { return SampleCounts() }
        let columns = batch.sources.map(\.columns) + [batch.merged]
        return SampleCounts(columns.reduce(0) { $0 + $1.counts.count(where: { $0 > 0 }) }, of: type)
    }

    private func pause(with batch: StatisticsAssembly?) throws(HearthError) -> CursorStep<Reply> {
        batch?.isEmpty == false ? try reply(with: batch) : .pause
    }

    private func reply(with batch: StatisticsAssembly?) throws(HearthError) -> CursorStep<Reply> {
        isFinished = open.isEmpty
        let isEmpty = batch?.isEmpty ?? true
        guard !isEmpty || hasBatches || begins || mustFinish else { return .end }
        if !request.follow, request.edges.isEmpty, isEmpty, !hasBatches {
            throw HearthError(.noData, "There are no samples to compute statistics from.")
        }
        defer { hasBatches = true }
        return .batch(
            .statistics(
                StatisticsBatch(
                    merged: batch?.merged ?? StatisticsColumns(),
                    sources: batch?.sources ?? [],
                    unit: request.clauses.first?.unit ?? request.clauses.first?.type.storageUnit,
                    anchor: snapshot.sealedAnchor,
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
            try StatisticsCursor(request, of: buckets, in: snapshot, reader, live: live, sharing: orders, prepared)
        }
    }
}
