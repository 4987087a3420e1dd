/// Statistics of buckets: of all that hold something, later of those that have changed.
package struct StatisticsBatch: Hashable, Sendable {
    /// Of all sources together.
    package var merged: StatisticsColumns
    /// Of each source by itself.
    package var sources: [SourceStatistics]
    /// The unit of the values; nil: unknown to this version.
    package var unit: Unit?
    /// The store's state from which this was computed.
    package var anchor: EncodedAnchor
    /// What came before no longer holds, and all buckets follow.
    package var reset: Bool
    /// The whole now shows the state at the anchor.
    package var caughtUp: Bool

    package init(
        merged: StatisticsColumns = StatisticsColumns(),
        sources: [SourceStatistics] = [],
        unit: Unit?,
        anchor: EncodedAnchor,
        reset: Bool,
        caughtUp: Bool
    ) {
        self.merged = merged
        self.sources = sources
        self.unit = unit
        self.anchor = anchor
        self.reset = reset
        self.caughtUp = caughtUp
    }
}

/// The statistics of one source.
package struct SourceStatistics: Hashable, Sendable {
    package var source: Source
    package var columns: StatisticsColumns

    package init(source: Source, columns: StatisticsColumns) {
        self.source = source
        self.columns = columns
    }
}

/// Statistics as parallel columns, with a row for each bucket. A column that was not asked for is empty.
package struct StatisticsColumns: Hashable, Sendable {
    /// Ascending.
    package var buckets: [UInt32]
    /// The number of quantities. 0: the bucket holds nothing any more, and the row means nothing else.
    package var counts: [Int64]
    package var starts: [Timestamp]
    package var ends: [Timestamp]
    package var sums: [Double]
    package var averages: [Double]
    package var minimums: [Double]
    package var maximums: [Double]
    package var mostRecents: [Double]
    package var mostRecentStarts: [Timestamp]
    package var mostRecentEnds: [Timestamp]
    /// Seconds.
    package var durations: [Double]

    package init(
        buckets: [UInt32] = [],
        counts: [Int64] = [],
        starts: [Timestamp] = [],
        ends: [Timestamp] = [],
        sums: [Double] = [],
        averages: [Double] = [],
        minimums: [Double] = [],
        maximums: [Double] = [],
        mostRecents: [Double] = [],
        mostRecentStarts: [Timestamp] = [],
        mostRecentEnds: [Timestamp] = [],
        durations: [Double] = []
    ) {
        self.buckets = buckets
        self.counts = counts
        self.starts = starts
        self.ends = ends
        self.sums = sums
        self.averages = averages
        self.minimums = minimums
        self.maximums = maximums
        self.mostRecents = mostRecents
        self.mostRecentStarts = mostRecentStarts
        self.mostRecentEnds = mostRecentEnds
        self.durations = durations
    }

    /// The number of rows.
    package var count: Int { buckets.count }

    /// Checks the shape of the columns.
    package func validate() throws(HearthError) {
        try checkRows(of: counts, count, "counts")
        try checkEach(counts, "counts", "The count is negative.") { $0 >= 0 }
        try checkRows(of: starts, count, "starts")
        try checkRows(of: ends, count, "ends")
        try checkPairs(buckets, Array(buckets.dropFirst()), "buckets", "The next bucket is not greater.") { $0 < $1 }
        try checkTimes(starts, "starts")
        try checkTimes(ends, "ends")
        try checkPairs(starts, ends, "ends", "The end is before the start.") { $0 <= $1 }
        let numbers: [(column: [Double], field: String)] = [
            (sums, "sums"), (averages, "averages"), (minimums, "minimums"), (maximums, "maximums"),
            (mostRecents, "most_recents"), (durations, "durations"),
        ]
        for (column, field) in numbers {
            try checkOptionalRows(of: column, count, field)
            try checkFinite(column, field)
        }
        try checkRows(of: mostRecentStarts, mostRecents.count, "most_recent_starts")
        try checkRows(of: mostRecentEnds, mostRecents.count, "most_recent_ends")
        try checkTimes(mostRecentStarts, "most_recent_starts")
        try checkTimes(mostRecentEnds, "most_recent_ends")
        try checkPairs(mostRecentStarts, mostRecentEnds, "most_recent_ends", "The end is before the start.") {
            $0 <= $1
        }
    }
}
