internal import HearthModel
internal import HearthSystem

/// The statistics of a collection: of each interval that has quantities.
struct StatisticsTable: Sendable {
    let type: ObjectType
    private let intervals: StatisticsIntervals
    /// The edges of the intervals from the first with quantities to the last; none without quantities.
    let edges: [Timestamp]
    /// The intervals between the edges, by their numbers.
    var numbers: Range<Int> { 0..<max(0, edges.count - 1) }
    private let isBySource: Bool
    private var merged = StatisticsRows()
    /// By identifier.
    private var sources: [SourceRows] = []

    private struct SourceRows {
        var source: Source
        var rows: StatisticsRows
    }

    init(of type: ObjectType, _ intervals: StatisticsIntervals, edges: [Timestamp], bySource: Bool) {
        self.type = type
        self.intervals = intervals
        self.edges = edges
        isBySource = bySource
    }

    // MARK: - Reading

    /// The statistics of each interval with quantities, in the order of time.
    var all: [HKStatistics] { merged.numbers.map(statistics) }

    /// The sources of all quantities, if they are separated.
    var allSources: [Source] { sources.filter { !$0.rows.isEmpty }.map(\.source) }

    /// The interval that contains a time; nil: it is too far away.
    func interval(containing time: Timestamp) -> Range<Timestamp>? {
        number(containing: time).map { edges[$0]..<edges[$0 + 1] } ?? intervals.interval(containing: time)
    }

    /// The statistics of an interval, also of one without quantities.
    func statistics(of interval: Range<Timestamp>) -> HKStatistics {
        guard let number = number(containing: interval.lowerBound) else {
            let none = StatisticsValues()
            return HKStatistics(
                of: type,
                from: interval.lowerBound,
                to: interval.upperBound,
                none,
                parts: isBySource ? [] : nil
            )
        }
        return statistics(number)
    }

    private func statistics(_ number: Int) -> HKStatistics {
        let parts = sources.compactMap { part in
            part.rows[number].map { SourceValues(source: part.source, values: $0) }
        }
        return HKStatistics(
            of: type,
            from: edges[number],
            to: edges[number + 1],
            merged[number] ?? StatisticsValues(),
            parts: isBySource ? parts : nil
        )
    }

    private func number(containing time: Timestamp) -> Int? {
        guard let first = edges.first, let last = edges.last, time >= first, time < last else { return nil }
        return edges.indices.partition { edges[$0] <= time } - 1
    }

    // MARK: - Comparing

    /// The statistics that another table has differently, in the order of time: of the given intervals, or of all when
    /// the tables have other edges.
    func differences(from old: StatisticsTable, among numbers: Set<Int>) -> [HKStatistics] {
        guard edges != old.edges else {
            return numbers.sorted().filter { !isSame($0, as: $0, of: old) }.map(statistics)
        }
        let before = old.merged.numbers.map { old.edges[$0]..<old.edges[$0 + 1] }
        let known = Set(merged.numbers + before.compactMap { number(containing: $0.lowerBound) })
        let changed = known.filter { !isSame($0, as: old.number(containing: edges[$0]), of: old) }.map(statistics)
        let gone = before.filter { number(containing: $0.lowerBound) == nil }.map(statistics)
        return (changed + gone).sorted { $0.startDate < $1.startDate }
    }

    private func isSame(_ number: Int, as oldNumber: Int?, of old: StatisticsTable) -> Bool {
        guard let oldNumber else { return merged[number] == nil }
        return statistics(number) == old.statistics(oldNumber)
    }

    // MARK: - Writing

    /// Takes over a reply. `number` is the interval of a bucket, or nil if the bucket is none.
    mutating func take(_ batch: StatisticsBatch, number: (Int) -> Int?) {
        merged.take(batch.merged, number: number)
        for part in batch.sources {
            let app = part.source.app
            let index = sources.firstIndex { $0.source.app >= app } ?? sources.count
            if index == sources.count || sources[index].source.app != app {
                sources.insert(SourceRows(source: part.source, rows: StatisticsRows()), at: index)
            }
            // One that holds nothing any more comes without its name.
            if part.columns.counts.contains(where: { $0 > 0 }) {
                sources[index].source = part.source
            }
            sources[index].rows.take(part.columns, number: number)
        }
    }

    /// Forgets the statistics of a range of intervals.
    mutating func remove(_ range: Range<Int>) {
        merged.remove(range)
        for index in sources.indices {
            sources[index].rows.remove(range)
        }
    }
}
