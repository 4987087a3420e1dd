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

    /// Nil: it makes no difference from which source a datum comes.
    let order: SourceOrder?
    /// Those of the rows that were loaded last.
    private var columns = DatumColumns()
    /// Those that were loaded before: mostly two sources take turns.
    private var earlier = DatumColumns()
    /// Of the segments that rows came from lately. A merge of segments that overlap in time hands out a few rows of each in
    /// turns.
    private var known: [ObjectIdentifier: DatumColumns] = [:]
    /// With this number, those of which no more rows come are forgotten.
    private var knownMax = DatumInput.knownLeast
    private static let knownLeast = 16
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
            + known.values.reduce(0) { $0 + $1.heldBytes }
    }

    var starts: [Timestamp] { columns.starts }
    /// Empty: equal to the starts.
    var ends: [Timestamp] { columns.ends }
    var values: [Double] { columns.values }

    /// Takes rows, when all before were taken apart.
    mutating func load(_ rows: SizedRows, _ range: Range<Int>) throws(HearthError) {
        self.range = range
        guard columns.rows !== rows else { return }
        if earlier.rows === rows {
            swap(&columns, &earlier)
            return
        }
        earlier = columns
        if let known = known[ObjectIdentifier(rows)] {
            columns = known
            return
        }
        columns = try DatumColumns(rows, order)
        if known.count >= knownMax {
            known = known.filter { $0.value.isInUse }
            knownMax = max(2 * known.count, DatumInput.knownLeast)
        }
        known[ObjectIdentifier(rows)] = columns
    }

    /// No more rows come.
    mutating func finish() {
        isFinished = true
        (columns, earlier, known) = (DatumColumns(), DatumColumns(), [:])
    }

    /// Whether the next rows are quantities of one source, one by one.
    var isPlain: Bool { columns.common != nil && !columns.isCondensed && columns.pointRanges.isEmpty && series.isEmpty }

    /// Notes that the first of the rows that are left were taken.
    mutating func skip(_ count: Int) {
        range = range.lowerBound + count..<range.upperBound
    }

    /// The next datum; nil: rows have to be loaded first, or there are no more.
    mutating func next() throws(HearthError) -> Datum? {
        while !range.isEmpty {
            let row = range.lowerBound
            if let first = series.first, first.start <= columns.starts[row].nanoseconds {
                return nextOfSeries()
            }
            skip(1)
            let (source, rank) = try sourceAndRank(of: row)
            if let points = columns.points, !columns.pointRanges[row].isEmpty {
                seriesSoFar += 1
                insert(
                    SeriesRun(
                        points: points,
                        rest: columns.pointRanges[row],
                        source: source,
                        rank: rank,
                        number: seriesSoFar
                    )
                )
                continue
            }
            return datum(row, source, rank)
        }
        return isFinished && !series.isEmpty ? nextOfSeries() : nil
    }

    private func sourceAndRank(of row: Int) throws(HearthError) -> (source: Int, rank: Int) {
        if let common = columns.common { return common }
        guard let order else { return (0, 0) }
        return try columns.sourceAndRank(of: row, order)
    }

    private func datum(_ row: Int, _ source: Int, _ rank: Int) -> Datum {
        let start = columns.starts[row].nanoseconds
        let end = columns.ends.isEmpty ? start : columns.ends[row].nanoseconds
        let value = columns.values[row]
        guard columns.isCondensed, columns.condensed.counts[row] > 1 else {
            return Datum(start: start, end: end, value: value, source: source, rank: rank)
        }
        let condensed = columns.condensed
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
