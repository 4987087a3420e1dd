/// Quantities. A sample with a count above 1 condenses a series of quantities into one.
package struct QuantityColumns: Hashable, Sendable {
    /// The value; of a series the sum (cumulative types) or the average (discrete types).
    package var values: [Double]
    /// The unit of all values here. Nil: the type's storage unit.
    package var unit: Unit?
    /// How many quantities each sample stands for. Empty: 1 each.
    package var counts: [Int64]
    // What is known of the series. Each may be empty: equal to the value, and to the sample's times.
    package var minimums: [Double]
    package var maximums: [Double]
    package var mostRecents: [Double]
    package var mostRecentStarts: [Timestamp]
    package var mostRecentEnds: [Timestamp]
    /// The quantities of the series. Nil: not carried here.
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

/// The quantities of series, one series after the other.
package struct SeriesPoints: Hashable, Sendable {
    /// For each sample the number of its points here: its count, or 0 when it carries none.
    package var lengths: [UInt32]
    /// Ascending within a series.
    package var starts: [Timestamp]
    /// Empty: equal to the starts.
    package var ends: [Timestamp]
    package var values: [Double]

    package init(lengths: [UInt32], starts: [Timestamp], ends: [Timestamp] = [], values: [Double]) {
        self.lengths = lengths
        self.starts = starts
        self.ends = ends
        self.values = values
    }
}

extension QuantityColumns {
    /// Checks the columns as those of `samples`.
    func validate(in samples: SampleColumns) throws(HearthError) {
        let rows = samples.count
        try checkRows(of: values, rows, "values")
        try checkFinite(values, "values")
        if let unit {
            try samples.type.checkCompatible(unit, "unit")
        }
        try checkOptionalRows(of: counts, rows, "counts")
        try checkEach(counts, "counts", "the count is not positive") { $0 > 0 }
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
        try checkPairs(minimums, maximums, "maximums", "the maximum is below the minimum") { $0 <= $1 }
        try checkOptionalRows(of: mostRecents, rows, "most_recents")
        try checkFinite(mostRecents, "most_recents")
        try checkOptionalRows(of: mostRecentStarts, rows, "most_recent_starts")
        try checkTimes(mostRecentStarts, "most_recent_starts")
        try checkOptionalRows(of: mostRecentEnds, rows, "most_recent_ends")
        try checkTimes(mostRecentEnds, "most_recent_ends")
        try checkPairs(mostRecentStarts, mostRecentEnds, "most_recent_ends", "the end is before the start") {
            $0 <= $1
        }
    }

    /// Who sends the points of series leaves what follows from them to the server.
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
            throw HearthError(.invalidArgument, "the server computes this from the points", field: column.field)
        }
    }
}

extension SeriesPoints {
    fileprivate func validate(counts: [Int64], in samples: SampleColumns) throws(HearthError) {
        try checkRows(of: lengths, samples.count, "lengths")
        try checkLengths(lengths, points: starts.count, "lengths", of: "starts")
        for (row, length) in lengths.enumerated() where length != 0 {
            guard Int64(length) == (counts.isEmpty ? 1 : counts[row]) else {
                throw HearthError(.valueOutOfRange, "the length is neither 0 nor the count", field: "lengths[\(row)]")
            }
        }
        try checkRows(of: values, starts.count, "values")
        try checkFinite(values, "values")
        try checkTimes(starts, "starts")
        try checkAscending(starts, lengths: lengths, "starts")
        try checkOptionalRows(of: ends, starts.count, "ends")
        try checkTimes(ends, "ends")
        try checkPairs(starts, ends, "ends", "the end is before the start") { $0 <= $1 }
        try checkWithin(samples)
    }

    private func checkWithin(_ samples: SampleColumns) throws(HearthError) {
        let lasts = ends.isEmpty ? starts : ends
        for (row, points) in Series(lengths).ranges.enumerated() {
            let start = samples.starts[row]
            let end = samples.end(row)
            for point in points where starts[point] < start || lasts[point] > end {
                let field = starts[point] < start || ends.isEmpty ? "starts" : "ends"
                throw HearthError(
                    .valueOutOfRange,
                    "the point is outside the sample's times",
                    field: "\(field)[\(point)]"
                )
            }
        }
    }
}

extension ObjectType {
    /// Checks that values of this quantity type can be given in a unit.
    func checkCompatible(_ unit: Unit, _ field: String) throws(HearthError) {
        guard let storageUnit, storageUnit.isCompatible(with: unit) else {
            throw HearthError(.incompatibleUnit, "\(unit) is not a unit for \(identifier)", field: field)
        }
    }
}
