internal import HearthModel

/// Goes through neighbouring buckets once, from the first to the last, as data come by their starts. A datum that
/// extends beyond its bucket is carried over to the next one.
struct BucketPass {
    /// The statistics of a bucket that holds something, of all sources together and of each by itself, in the order of the
    /// sources' identifiers.
    struct Finished {
        let merged: StatisticsRow
        let sources: [(source: Int, row: StatisticsRow)]
    }

    /// A segment whose samples all lie in one bucket and match.
    struct WholeSegment {
        let segment: SegmentSummary
        let totals: SegmentTotals
        /// The source of all its samples; nil: it makes no difference.
        let source: Int?
        /// Its number among those of the pass.
        let bucket: Int
    }

    private let options: StatisticsOptions
    private let aggregation: Aggregation
    private let bySource: Bool
    /// The bounds of the buckets, in nanoseconds.
    private let edges: [Int64]
    /// The number of the first bucket.
    private let firstBucket: Int
    /// The bucket that is filled; -1: none yet.
    private var bucket = -1
    /// Its bounds.
    private var lower = Int64.min
    private(set) var upper = Int64.min
    private var merged = BucketStatistics()
    /// Nil if sources do not overlap, or it makes no difference.
    private var sweep: SourceSweep?
    /// The statistics of sources, in the order in which they first came; those after `sourcesInUse` are kept for later.
    private var sources: [BucketStatistics] = []
    private var sourcesInUse: [Int] = []
    /// By source; -1: nothing of it is in the bucket.
    private var slots: [Int] = []
    /// Data that extend beyond the bucket.
    private var carried: [Datum] = []
    /// Those that were carried over from the bucket before and are still to be placed.
    private var arriving: ArraySlice<Datum> = []
    /// Segments that lie in one bucket whole and are not read, by their buckets.
    private var whole: ArraySlice<WholeSegment> = []
    private(set) var finished: [Finished] = []
    private(set) var isDone = false

    /// `edges`: those of the buckets from `firstBucket` on; empty: one bucket has everything.
    init(
        _ request: QueryStatistics,
        _ aggregation: Aggregation,
        edges: [Timestamp],
        firstBucket: Int,
        _ order: SourceOrder?,
        sweeps: Bool
    ) {
        options = request.options
        self.aggregation = aggregation
        bySource = request.bySource
        self.edges = edges.isEmpty ? [.min, .max] : edges.map(\.nanoseconds)
        self.firstBucket = firstBucket
        if sweeps, let order {
            sweep = SourceSweep(order)
        }
        slots = Array(repeating: -1, count: bySource ? order?.apps.count ?? 0 : 0)
    }

    /// The memory that it holds.
    var heldBytes: Int {
        (carried.count + arriving.count) * MemoryLayout<Datum>.stride + (sources.count + 1) * BucketPass.bytesOfBucket
            + finished.reduce(0) { $0 + ($1.sources.count + 1) * MemoryLayout<StatisticsRow>.stride }
            + (edges.count + slots.count) * 8 + (sweep?.heldBytes ?? 0)
            + whole.count * MemoryLayout<WholeSegment>.stride
    }

    private static let bytesOfBucket = 1_024

    /// Whether a datum with this start can be placed at once.
    @inline(__always)
    func isOpen(to start: Int64) -> Bool { start < upper && arriving.isEmpty && !hasWhole }

    /// Whether segments wait to be added to the bucket.
    private var hasWhole: Bool { whole.first?.bucket == bucket }

    /// Gives it segments that are not read, by their buckets, before the first datum.
    mutating func use(_ segments: [WholeSegment]) {
        whole = segments[...]
    }

    /// Whether quantities may be added many at once.
    var takesRuns: Bool { sweep == nil && !bySource }

    /// The bucket, among those of the pass, in which something lies whole; nil: none, or several.
    func bucket(_ starts: ClosedRange<Timestamp>, _ ends: ClosedRange<Timestamp>) -> Int? {
        let bucket = edges.indices.partition { edges[$0] <= starts.lowerBound.nanoseconds } - 1
        guard bucket >= 0, bucket + 1 < edges.count, starts.upperBound.nanoseconds < edges[bucket + 1],
            ends.upperBound.nanoseconds <= edges[bucket + 1]
        else { return nil }
        return bucket
    }

    /// Finishes all buckets before that of a start, as far as the reader is allowed to work. False: it is the turn of
    /// others, or of what is finished.
    mutating func advance(to start: Int64, _ reader: SegmentReader) -> Bool {
        while !isDone {
            while hasWhole, let next = whole.popFirst() {
                add(next)
                reader.charge(1)
                guard !reader.isExhausted else { return false }
            }
            while let datum = arriving.popFirst() {
                place(datum)
                reader.charge(BucketPass.workOfDatum)
                guard !reader.isExhausted else { return false }
            }
            if start < upper { return true }
            guard finished.isEmpty else { return false }
            reader.charge(BucketPass.workOfRow * (1 + sourcesInUse.count))
            finishBucket()
            let following = carried.isEmpty ? bucket(of: start) : bucket + 1
            let next = min(following, whole.first?.bucket ?? following)
            if next < edges.count - 1 {
                begin(next)
            } else {
                isDone = true
            }
            guard !reader.isExhausted else { return false }
        }
        return true
    }

    /// The work of a row of the reply, from its sums to its bytes, in rows that are read.
    private static let workOfRow = 32
    /// The work of a datum that is placed by itself, and of one among many whose sources may overlap.
    static let workOfDatum = 8
    static let workOfShare = 2

    mutating func takeFinished() -> [Finished] {
        defer { finished.removeAll(keepingCapacity: true) }
        return finished
    }

    /// The bucket of a start, from the next one on; that of one before all buckets is the first.
    private func bucket(of start: Int64) -> Int {
        var low = bucket + 1
        var width = 1
        while low + width < edges.count, edges[low + width] <= start {
            low += width
            width *= 2
        }
        return (low + 1..<min(low + width, edges.count)).partition { edges[$0] <= start } - 1
    }

    private mutating func begin(_ next: Int) {
        bucket = next
        lower = edges[next]
        upper = edges[next + 1]
        arriving = carried[...]
        carried = []
    }

    private mutating func finishBucket() {
        guard bucket >= 0 else { return }
        sweep?.finish(&merged)
        guard merged.count > 0 else { return }
        let number = UInt32(firstBucket + bucket)
        finished.append(
            Finished(
                merged: merged.row(of: number, options, aggregation),
                sources: sourcesInUse.enumerated().sorted { $0.element < $1.element }.map { slot, source in
                    (source, sources[slot].row(of: number, options, aggregation))
                }
            )
        )
        merged.clear()
        for (slot, source) in sourcesInUse.enumerated() {
            sources[slot].clear()
            slots[source] = -1
        }
        sourcesInUse.removeAll(keepingCapacity: true)
    }

    /// Adds a datum to the bucket. It begins before the bucket ends.
    mutating func place(_ datum: Datum) {
        let part = max(datum.start, lower)..<max(min(datum.end, upper), max(datum.start, lower))
        guard datum.isInstant ? datum.start >= lower : !part.isEmpty else { return }
        if datum.end > upper {
            carried.append(datum)
        }
        merged.note(datum, in: part)
        if aggregation != .cumulative {
            merged.addDiscrete(datum, in: part, aggregation)
        } else if options.contains(.sum) {
            if sweep == nil {
                merged.add(datum.share(of: part.upperBound - part.lowerBound))
            } else {
                sweep?.begin(datum.timed, from: datum.source, datum.rank, in: part, &merged)
            }
        }
        if bySource {
            placeBySource(datum, part)
        }
    }

    /// Adds quantities of one source, as far as each lies in the bucket whole. Returns how many: the next one does not, or
    /// has to be shared out among sources.
    mutating func placeWhole(
        _ starts: [Timestamp],
        _ ends: [Timestamp],
        _ values: [Double],
        _ rows: Range<Int>
    ) -> Int {
        guard takesRuns, !rows.isEmpty, starts[rows.lowerBound].nanoseconds >= lower else { return 0 }
        guard rows.count >= BucketPass.leastRun else {
            return placeEach(starts, ends, values, rows)
        }
        let (options, aggregation, upper) = (options, aggregation, upper)
        return QuantityRun.with(starts, ends, values, rows) { run in
            let count = run.whole(before: upper)
            if count > 0 {
                merged.add(run.prefix(count), options, aggregation)
            }
            return count
        }
    }

    /// Adds quantities of several sources, as far as each lies in the bucket whole. Returns how many.
    mutating func placeShared(_ input: DatumInput) -> Int {
        guard sweep != nil, !bySource, input.columns.hasOrigins else { return 0 }
        let (columns, rows) = (input.columns, input.range)
        let (starts, ends, values) = (columns.starts, columns.ends, columns.values)
        for row in rows {
            let start = starts[row].nanoseconds
            let end = ends.isEmpty ? start : ends[row].nanoseconds
            guard start >= lower, start < upper, end <= upper else { return row - rows.lowerBound }
            let value = values[row]
            let (source, rank) = columns.origin(of: row)
            let latest = Datum.MostRecent(value: value, start: start, end: end)
            merged.note(1, from: start, to: end, in: start..<end, latest)
            sweep?.begin(TimedValue(value: value, duration: end - start), from: source, rank, in: start..<end, &merged)
        }
        return rows.count
    }

    /// Fewer quantities are added one by one.
    private static let leastRun = 8

    private mutating func placeEach(
        _ starts: [Timestamp],
        _ ends: [Timestamp],
        _ values: [Double],
        _ rows: Range<Int>
    ) -> Int {
        for row in rows {
            let start = starts[row].nanoseconds
            let end = ends.isEmpty ? start : ends[row].nanoseconds
            guard start < upper, end <= upper else { return row - rows.lowerBound }
            merged.add(values[row], from: start, to: end, aggregation)
        }
        return rows.count
    }

    private mutating func add(_ whole: WholeSegment) {
        merged.add(whole.segment, whole.totals, aggregation)
        if bySource, let source = whole.source {
            sources[slot(of: source)].add(whole.segment, whole.totals, aggregation)
        }
    }

    private mutating func slot(of source: Int) -> Int {
        if slots[source] < 0 {
            slots[source] = sourcesInUse.count
            sourcesInUse.append(source)
            if sources.count < sourcesInUse.count {
                sources.append(BucketStatistics())
            }
        }
        return slots[source]
    }

    private mutating func placeBySource(_ datum: Datum, _ part: Range<Int64>) {
        let slot = slot(of: datum.source)
        sources[slot].note(datum, in: part)
        if aggregation != .cumulative {
            sources[slot].addDiscrete(datum, in: part, aggregation)
        } else if options.contains(.sum) {
            sources[slot].add(datum.share(of: part.upperBound - part.lowerBound))
        }
    }
}
