internal import HearthModel

/// Takes samples apart into data, in the order of their starts.
///
/// Rows come from a merge, in that order. Each series is a run of its own from its first quantity on: others may begin
/// between two of its quantities.
struct DatumInput {
    /// The points of a series that are still to come.
    private struct SeriesRun {
        let points: SeriesPoints
        var rest: Range<Int>
        let source: Int
        let rank: Int
        /// Of equal starts, those of the sample that came first come first.
        let number: Int

        var start: Int64 { points.starts[rest.lowerBound].nanoseconds }

        func precedes(_ other: SeriesRun) -> Bool {
            (start, number) < (other.start, other.number)
        }
    }

    /// What is found by looking at all rows of a segment. A merge of segments that overlap in time hands out a few rows of
    /// each in turns.
    private struct Facts {
        weak var rows: WeighedRows?
        var isCondensed = false
        var pointRanges: [Range<Int>] = []
        var isEntered: [Bool] = []
        var common: (source: Int, rank: Int)?
    }

    /// Nil: it makes no difference from which source a datum comes.
    let order: SourceOrder?
    private var rows: WeighedRows?
    /// Of the segments that rows came from lately.
    private var known: [ObjectIdentifier: Facts] = [:]
    private static let knownMax = 256
    // The columns of the rows that were loaded last. Each for itself: to look at one in a struct would copy that.
    private(set) var starts: [Timestamp] = []
    /// Empty: equal to the starts.
    private(set) var ends: [Timestamp] = []
    private(set) var values: [Double] = []
    private var condensed = QuantityColumns(values: [])
    private var isCondensed = false
    private var points: SeriesPoints?
    /// Of each row the points of its series; empty: there are none.
    private var pointRanges: [Range<Int>] = []
    private var provenances: [UInt32] = []
    private var entries: [UInt32] = []
    /// By entry of the metadata.
    private var isEntered: [Bool] = []
    /// The source and the rank of all rows; nil: each has its own.
    private(set) var common: (source: Int, rank: Int)?
    /// The rows that are left.
    private(set) var range = 0..<0
    /// A heap.
    private var series: [SeriesRun] = []
    private var seriesSoFar = 0
    /// Whether no more rows come.
    private(set) var isFinished = false

    init(_ order: SourceOrder?) {
        self.order = order
    }

    /// The memory that it holds in addition to the rows that it was given last. Each series keeps all points of its segment.
    var heldBytes: Int {
        series.reduce(0) { $0 + $1.points.values.count * 24 + MemoryLayout<SeriesRun>.stride } + (order?.heldBytes ?? 0)
            + known.values.reduce(0) { $0 + $1.pointRanges.count * 16 + $1.isEntered.count }
    }

    /// Takes rows, when all before were taken apart.
    mutating func load(_ rows: WeighedRows, _ range: Range<Int>) throws(HearthError) {
        self.range = range
        guard self.rows !== rows else { return }
        self.rows = rows
        let samples = rows.rows.samples
        guard case .quantity(let quantities) = samples.payload else { throw .damagedBlock }
        let facts = try facts(about: rows, quantities)
        starts = samples.starts
        ends = samples.ends
        values = quantities.values
        isCondensed = facts.isCondensed
        condensed = isCondensed ? quantities : QuantityColumns(values: [])
        points = quantities.points
        pointRanges = facts.pointRanges
        common = facts.common
        isEntered = facts.isEntered
        if order != nil {
            provenances = rows.rows.provenances
            entries = samples.metadata.indexes
        }
    }

    private mutating func facts(about rows: WeighedRows, _ quantities: QuantityColumns) throws(HearthError) -> Facts {
        if let facts = known[ObjectIdentifier(rows)], facts.rows === rows { return facts }
        var facts = Facts(rows: rows)
        facts.isCondensed = quantities.counts.contains { $0 > 1 }
        facts.pointRanges = quantities.points.map { Series($0.lengths).ranges } ?? []
        let metadata = rows.rows.samples.metadata
        let key = MetadataKey.wasUserEntered.rawValue
        facts.isEntered = order == nil ? [] : metadata.entries.map { $0[key].isTrue }
        facts.common = try common(of: rows.rows, facts.isEntered)
        if known.count == DatumInput.knownMax {
            known.removeAll(keepingCapacity: true)
        }
        known[ObjectIdentifier(rows)] = facts
        return facts
    }

    /// The source and the rank of all rows; nil: each has its own.
    private func common(of rows: SegmentRows, _ isEntered: [Bool]) throws(HearthError) -> (source: Int, rank: Int)? {
        guard let order else { return (0, 0) }
        let isUniform = rows.samples.metadata.indexes.isEmpty || !isEntered.contains(true)
        guard let first = rows.provenances.first, isUniform, rows.provenances.allSatisfy({ $0 == first }) else {
            return nil
        }
        let isFirstEntered = rows.samples.metadata.indexes.isEmpty && isEntered.first == true
        return (try source(first, order), order.rank(ofProvenance: first, isEntered: isFirstEntered))
    }

    private func source(_ provenance: UInt32, _ order: SourceOrder) throws(HearthError) -> Int {
        let source = order.source(ofProvenance: provenance)
        guard source >= 0 else { throw .damagedBlock }
        return source
    }

    /// No more rows come.
    mutating func finish() {
        isFinished = true
        rows = nil
        (starts, ends, values, points) = ([], [], [], nil)
    }

    /// Whether the next rows are quantities of one source, one by one.
    var isPlain: Bool { common != nil && !isCondensed && pointRanges.isEmpty && series.isEmpty }

    /// Notes that the first of the rows that are left were taken.
    mutating func skip(_ count: Int) {
        range = range.lowerBound + count..<range.upperBound
    }

    /// The next datum; nil: rows have to be loaded first, or there are no more.
    mutating func next() throws(HearthError) -> Datum? {
        while !range.isEmpty {
            let row = range.lowerBound
            if let first = series.first, first.start <= starts[row].nanoseconds {
                return nextOfSeries()
            }
            skip(1)
            let (source, rank) = try place(of: row)
            if let points, !pointRanges[row].isEmpty {
                seriesSoFar += 1
                insert(
                    SeriesRun(points: points, rest: pointRanges[row], source: source, rank: rank, number: seriesSoFar)
                )
                continue
            }
            return datum(row, source, rank)
        }
        return isFinished && !series.isEmpty ? nextOfSeries() : nil
    }

    private func place(of row: Int) throws(HearthError) -> (source: Int, rank: Int) {
        if let common { return common }
        guard let order else { return (0, 0) }
        let entry = entries.isEmpty ? 0 : Int(entries[row])
        let isEntered = entry < isEntered.count && isEntered[entry]
        return (
            try source(provenances[row], order), order.rank(ofProvenance: provenances[row], isEntered: isEntered)
        )
    }

    private func datum(_ row: Int, _ source: Int, _ rank: Int) -> Datum {
        let start = starts[row].nanoseconds
        let end = ends.isEmpty ? start : ends[row].nanoseconds
        let value = values[row]
        guard isCondensed, condensed.counts[row] > 1 else {
            return Datum(start: start, end: end, value: value, source: source, rank: rank)
        }
        return Datum(
            start: start,
            end: end,
            value: value,
            count: condensed.counts[row],
            minimum: condensed.minimums.isEmpty ? value : condensed.minimums[row],
            maximum: condensed.maximums.isEmpty ? value : condensed.maximums[row],
            mostRecent: Datum.MostRecent(
                value: condensed.mostRecents.isEmpty ? value : condensed.mostRecents[row],
                start: condensed.mostRecentStarts.isEmpty ? start : condensed.mostRecentStarts[row].nanoseconds,
                end: condensed.mostRecentEnds.isEmpty ? end : condensed.mostRecentEnds[row].nanoseconds
            ),
            source: source,
            rank: rank
        )
    }

    // MARK: - Series

    private mutating func nextOfSeries() -> Datum {
        let run = series[0]
        let point = run.rest.lowerBound
        let start = run.start
        if run.rest.count > 1 {
            series[0].rest.removeFirst()
        } else {
            series.swapAt(0, series.count - 1)
            series.removeLast()
        }
        siftDown()
        return Datum(
            start: start,
            end: run.points.ends.isEmpty ? start : run.points.ends[point].nanoseconds,
            value: run.points.values[point],
            source: run.source,
            rank: run.rank
        )
    }

    private mutating func insert(_ run: SeriesRun) {
        series.append(run)
        var index = series.count - 1
        while index > 0, series[index].precedes(series[(index - 1) / 2]) {
            series.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < series.count {
                if series[child].precedes(series[least]) {
                    least = child
                }
            }
            guard least != index else { return }
            series.swapAt(index, least)
            index = least
        }
    }
}

extension MetadataValue? {
    /// Whether it says yes, in any of the forms in which apps say so.
    fileprivate var isTrue: Bool {
        switch self {
        case .boolean(let flag)?: flag
        case .integer(let number)?: number != 0
        case .double(let number)?: number != 0
        default: false
        }
    }
}
