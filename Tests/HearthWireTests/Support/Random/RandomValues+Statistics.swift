import HearthModel

extension RandomValues {
    /// Statistics of one type and unit; of those that do not contradict the type, any.
    mutating func queryStatistics() -> QueryStatistics {
        let type = pick(Self.quantityTypes)
        let unit = unit(for: type)
        let fitting: [StatisticsOptions] =
            type.aggregation == .cumulative
            ? [.sum, .mostRecent, .duration] : [.average, .minimum, .maximum, .mostRecent, .duration]
        return QueryStatistics(
            clauses: array(count(1...3)) {
                Clause(type: type, predicate: $0.maybe { $0.predicate(for: type) }, unit: unit)
            },
            options: StatisticsOptions(fitting.filter { _ in flag() }),
            edges: edges(),
            bySource: flag(),
            follow: flag()
        )
    }

    private mutating func edges() -> [Timestamp] {
        let edges = Set(array(count(2...5)) { $0.anyTime() })
        return edges.count < 2 || chance(oneIn: 3) ? [] : edges.sorted()
    }

    mutating func statisticsBatch() -> StatisticsBatch {
        StatisticsBatch(
            merged: statisticsColumns(),
            sources: array(count(0...2)) { SourceStatistics(source: $0.source(), columns: $0.statisticsColumns()) },
            unit: maybe { $0.unit(for: $0.pick(Self.quantityTypes)) } ?? nil,
            anchor: anchor(),
            reset: flag(),
            caughtUp: flag()
        )
    }

    private mutating func statisticsColumns() -> StatisticsColumns {
        let buckets = Set(array(count(0...4)) { $0.unsigned32() }).sorted()
        let rows = buckets.count
        let hasMostRecent = flag()
        let times = array(rows) { $0.times() }
        let mostRecentTimes = array(hasMostRecent ? rows : 0) { $0.times() }
        return StatisticsColumns(
            buckets: buckets,
            counts: array(rows) { Int64($0.unsigned() >> 1) },
            starts: times.map(\.lowerBound),
            ends: times.map(\.upperBound),
            sums: emptyOr(rows) { $0.number() },
            averages: emptyOr(rows) { $0.number() },
            minimums: emptyOr(rows) { $0.number() },
            maximums: emptyOr(rows) { $0.number() },
            mostRecents: array(hasMostRecent ? rows : 0) { $0.number() },
            mostRecentStarts: mostRecentTimes.map(\.lowerBound),
            mostRecentEnds: mostRecentTimes.map(\.upperBound),
            durations: emptyOr(rows) { $0.number() }
        )
    }

    private mutating func times() -> ClosedRange<Timestamp> {
        let start = time()
        return start...time(in: start...Self.last)
    }

    mutating func sourceRanks() -> SourceRanks {
        SourceRanks(type: pick(Self.quantityTypes), set: maybe { $0.sourceRankList() })
    }

    mutating func sourceRankList() -> SourceRankList {
        SourceRankList(Set(array(count(0...3)) { AppID($0.name()) }).sorted())
    }
}
