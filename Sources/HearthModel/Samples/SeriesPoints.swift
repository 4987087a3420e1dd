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

extension SeriesPoints {
    func validate(counts: [Int64], in samples: SampleColumns) throws(HearthError) {
        try checkRows(of: lengths, samples.count, "lengths")
        try checkLengths(lengths, points: starts.count, "lengths", of: "starts")
        for (row, length) in lengths.enumerated() where length != 0 {
            guard Int64(length) == (counts.isEmpty ? 1 : counts[row]) else {
                throw HearthError(.valueOutOfRange, "The length is neither 0 nor the count.", field: "lengths[\(row)]")
            }
        }
        try checkRows(of: values, starts.count, "values")
        try checkFinite(values, "values")
        try checkTimes(starts, "starts")
        try checkAscending(starts, lengths: lengths, "starts")
        try checkOptionalRows(of: ends, starts.count, "ends")
        try checkTimes(ends, "ends")
        try checkPairs(starts, ends, "ends", "The end is before the start.") { $0 <= $1 }
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
                    "The point is outside the sample's times.",
                    field: "\(field)[\(point)]"
                )
            }
        }
    }
}
