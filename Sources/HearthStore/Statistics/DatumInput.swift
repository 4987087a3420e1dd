internal import HearthModel

/// Takes samples apart into data, in the order of their starts.
///
/// Rows come from a merge, in that order. Each series is a run of its own from its first quantity on: others may begin
/// between two of its quantities.
struct DatumInput {
    /// The points of a series that are still to come. A class, because it moves in a heap with each of them.
    private final class SeriesRun {
        let points: SeriesPoints
        var rest: Range<Int>
        let source: Int
        let rank: Int

        init(_ points: SeriesPoints, _ range: Range<Int>, _ source: Int, _ rank: Int) {
            self.points = points
            rest = range
            self.source = source
            self.rank = rank
        }
    }

    /// A series in the heap.
    private struct SeriesEntry: HeapElement {
        let run: SeriesRun
        /// Where its next point starts.
        let start: Int64
        /// Of equal starts, those of the sample that came first come first.
        let number: Int

        init(_ run: SeriesRun, number: Int) {
            self.run = run
            start = run.points.starts[run.rest.lowerBound].nanoseconds
            self.number = number
        }

        func precedes(_ other: SeriesEntry) -> Bool {
            (start, number) < (other.start, other.number)
        }
    }

    /// Nil if it makes no difference from which source a datum comes.
    let order: SourceOrder?
    /// Those of the rows that were loaded last.
    private(set) var columns = DatumColumns()
    /// Rows of several segments that are not all plain: what is left of them, and the next row of each part.
    private var turns: (rows: MergedRows, next: [Int], rest: ArraySlice<UInt32>)?
    /// Of the segments that rows came from lately. A merge of segments that overlap in time hands out a few rows of each in
    /// turns.
    private var known: [ObjectIdentifier: DatumColumns] = [:]
    /// At this number, those that are no longer in use are forgotten.
    private var knownMax = DatumInput.knownLeast
    private static let knownLeast = 16
    /// The rows that are left.
    private(set) var range = 0..<0
    private var series = LeastHeap<SeriesEntry>()
    private var seriesSoFar = 0
    /// Whether no more rows come.
    private(set) var isFinished = false

    init(_ order: SourceOrder?) {
        self.order = order
    }

    /// The memory that it holds in addition to the rows that it was given last. Each series keeps all points of its segment.
    var heldBytes: Int {
        series.elements.reduce(order?.heldBytes ?? 0) {
            $0 + $1.run.points.values.count * 24 + DatumInput.bytesOfSeries
        } + known.values.reduce(columns.heldBytes) { $0 + $1.heldBytes } + (turns?.rest.count ?? 0) * 4
    }

    private static let bytesOfSeries = 160

    var starts: [Timestamp] { columns.starts }
    /// Empty: equal to the starts.
    var ends: [Timestamp] { columns.ends }
    var values: [Double] { columns.values }

    /// Takes rows, when all before were taken apart.
    mutating func load(_ rows: MergedRows) throws(HearthError) {
        if let single = rows.single {
            columns = try columns(of: single.rows)
            range = single.range
            return
        }
        let parts = try rows.parts.map { (part) throws(HearthError) in try columns(of: part.rows) }
        if parts.allSatisfy(\.isPlain) {
            columns = DatumColumns(rows, parts)
            range = 0..<rows.count
        } else {
            turns = (rows, rows.parts.map(\.range.lowerBound), rows.turns)
            try takeTurn()
        }
    }

    /// Continues with the next rows of one segment.
    private mutating func takeTurn() throws(HearthError) {
        guard let (rows, next, rest) = turns, let turn = rest.first else { return }
        let part = Int(turn)
        let count = rest.prefix { $0 == turn }.count
        columns = try columns(of: rows.parts[part].rows)
        range = next[part]..<next[part] + count
        turns?.next[part] += count
        turns?.rest.removeFirst(count)
        if rest.count == count {
            turns = nil
        }
    }

    private mutating func columns(of rows: SizedRows) throws(HearthError) -> DatumColumns {
        if columns.rows === rows { return columns }
        if let known = known[ObjectIdentifier(rows)] { return known }
        let columns = try DatumColumns(rows, order)
        if known.count >= knownMax {
            known = known.filter { $0.value.isInUse }
            knownMax = max(2 * known.count, DatumInput.knownLeast)
        }
        known[ObjectIdentifier(rows)] = columns
        return columns
    }

    /// No more rows come.
    mutating func finish() {
        isFinished = true
        (columns, known) = (DatumColumns(), [:])
    }

    /// Whether the next rows are single quantities, of one source or with an origin for each.
    var isPlain: Bool { !columns.isCondensed && columns.pointRanges.isEmpty && series.isEmpty }

    /// Notes that the first of the rows that are left were taken.
    mutating func skip(_ count: Int) {
        range = range.lowerBound + count..<range.upperBound
    }

    /// The next datum; nil: rows have to be loaded first, or there are no more.
    mutating func next() throws(HearthError) -> Datum? {
        while true {
            if range.isEmpty {
                guard turns != nil else { break }
                try takeTurn()
            }
            let row = range.lowerBound
            if let first = series.first, first.start <= columns.starts[row].nanoseconds {
                return nextOfSeries(first)
            }
            skip(1)
            let (source, rank) = try sourceAndRank(of: row)
            if let points = columns.points, !columns.pointRanges[row].isEmpty {
                seriesSoFar += 1
                let run = SeriesRun(points, columns.pointRanges[row], source, rank)
                series.insert(SeriesEntry(run, number: seriesSoFar))
                continue
            }
            return datum(row, source, rank)
        }
        return isFinished ? series.first.map { nextOfSeries($0) } : nil
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

    private mutating func nextOfSeries(_ first: SeriesEntry) -> Datum {
        let run = first.run
        let point = run.rest.removeFirst()
        if run.rest.isEmpty {
            series.removeFirst()
        } else {
            series.replaceFirst(with: SeriesEntry(run, number: first.number))
        }
        return Datum(
            start: first.start,
            end: run.points.ends.isEmpty ? first.start : run.points.ends[point].nanoseconds,
            value: run.points.values[point],
            source: run.source,
            rank: run.rank
        )
    }
}
