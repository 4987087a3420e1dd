internal import HearthModel

/// The statistics of some quantities, in the storage unit of their type. What was not asked for is nil.
struct StatisticsValues: Hashable, Sendable {
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?
    var mostRecent: WorkoutStatistics.MostRecent?
    /// Seconds.
    var duration: Double?
}

/// The statistics of the quantities of one source.
struct SourceValues: Hashable, Sendable {
    var source: Source
    var values: StatisticsValues
}

extension StatisticsValues {
    /// The statistics of a workout.
    init(_ statistics: WorkoutStatistics) {
        self.init(
            sum: statistics.sum,
            average: statistics.average,
            minimum: statistics.minimum,
            maximum: statistics.maximum,
            mostRecent: statistics.mostRecent
        )
    }

    /// A row of a reply.
    init(_ columns: StatisticsColumns, row: Int) {
        let value = { (column: [Double]) in column.isEmpty ? nil : column[row] }
        self.init(
            sum: value(columns.sums),
            average: value(columns.averages),
            minimum: value(columns.minimums),
            maximum: value(columns.maximums),
            mostRecent: value(columns.mostRecents).map {
                WorkoutStatistics.MostRecent(
                    value: $0,
                    start: columns.mostRecentStarts[row],
                    end: columns.mostRecentEnds[row]
                )
            },
            duration: value(columns.durations)
        )
    }
}

extension StatisticsColumns {
    /// A reply with one row: the only bucket.
    init(_ values: StatisticsValues, from start: Timestamp, to end: Timestamp) {
        let column = { (value: Double?) in value.map { [$0] } ?? [] }
        self.init(
            buckets: [0],
            counts: [1],
            starts: [start],
            ends: [end],
            sums: column(values.sum),
            averages: column(values.average),
            minimums: column(values.minimum),
            maximums: column(values.maximum),
            mostRecents: column(values.mostRecent?.value),
            mostRecentStarts: values.mostRecent.map { [$0.start] } ?? [],
            mostRecentEnds: values.mostRecent.map { [$0.end] } ?? [],
            durations: column(values.duration)
        )
    }
}
