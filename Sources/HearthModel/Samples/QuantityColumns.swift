/// Quantities. A sample with a count above 1 condenses a series of quantities into one.
package struct QuantityColumns: Hashable, Sendable {
    /// The values; for a series the sum (cumulative types) or the average (discrete types).
    package var values: [Double]
    /// The unit of all values here. Nil for the type's storage unit.
    package var unit: Unit?
    /// How many quantities each sample stands for. Empty: 1 each.
    package var counts: [Int64]
    // The summary of the series. Each column may be empty: equal to the value, or to the sample's times.
    package var minimums: [Double]
    package var maximums: [Double]
    package var mostRecents: [Double]
    package var mostRecentStarts: [Timestamp]
    package var mostRecentEnds: [Timestamp]
    /// The quantities of the series. Nil if they are not included.
    package var points: SeriesPoints?

    package init(
        values: [Double],
        unit: Unit? = nil,
        counts: [Int64] = [],
        minimums: [Double] = [],
        maximums: [Double] = [],
        mostRecents: [Double] = [],
        mostRecentStarts: [Timestamp] = [],
        mostRecentEnds: [Timestamp] = [],
        points: SeriesPoints? = nil
    ) {
        self.values = values
        self.unit = unit
        self.counts = counts
        self.minimums = minimums
        self.maximums = maximums
        self.mostRecents = mostRecents
        self.mostRecentStarts = mostRecentStarts
        self.mostRecentEnds = mostRecentEnds
        self.points = points
    }
}

extension QuantityColumns {
    /// Checks the columns as part of `samples`.
    func validate(in samples: SampleColumns) throws(HearthError) {
        let rows = samples.count
        try checkRows(of: values, rows, "values")
        try checkFinite(values, "values")
        if let unit {
            try samples.type.checkCompatible(unit, "unit")
        }
        try checkOptionalRows(of: counts, rows, "counts")
        try checkEach(counts, "counts", "The count is not positive.") { $0 > 0 }
        try validateSeries(rows)
        if let points {
            try locating("points", points.validate(counts: counts, in: samples))
        }
    }

    private func validateSeries(_ rows: Int) throws(HearthError) {
        try checkOptionalRows(of: minimums, rows, "minimums")
        try checkFinite(minimums, "minimums")
        try checkOptionalRows(of: maximums, rows, "maximums")
        try checkFinite(maximums, "maximums")
        try checkPairs(minimums, maximums, "maximums", "The maximum is below the minimum.") { $0 <= $1 }
        try checkOptionalRows(of: mostRecents, rows, "most_recents")
        try checkFinite(mostRecents, "most_recents")
        try checkOptionalRows(of: mostRecentStarts, rows, "most_recent_starts")
        try checkTimes(mostRecentStarts, "most_recent_starts")
        try checkOptionalRows(of: mostRecentEnds, rows, "most_recent_ends")
        try checkTimes(mostRecentEnds, "most_recent_ends")
        try checkPairs(mostRecentStarts, mostRecentEnds, "most_recent_ends", "The end is before the start.") {
            $0 <= $1
        }
    }

    /// A save with the points of series must leave out the values that the server derives from them.
    func validateForSaving() throws(HearthError) {
        guard points != nil else { return }
        let derived: [(isEmpty: Bool, field: String)] = [
            (minimums.isEmpty, "minimums"),
            (maximums.isEmpty, "maximums"),
            (mostRecents.isEmpty, "most_recents"),
            (mostRecentStarts.isEmpty, "most_recent_starts"),
            (mostRecentEnds.isEmpty, "most_recent_ends"),
        ]
        for column in derived where !column.isEmpty {
            throw HearthError(
                .invalidArgument,
                "The server computes this column from the points: leave it out.",
                field: column.field
            )
        }
    }
}
