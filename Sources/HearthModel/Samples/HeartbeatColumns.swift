/// Heartbeat series: the moments of beats, one series after the other.
package struct HeartbeatColumns: Hashable, Sendable {
    /// For each series, the number of its beats in these columns. Empty: no beats are included.
    package var lengths: [UInt32]
    /// For each series, its total number of beats. Empty: the same as `lengths`.
    package var counts: [Int64]
    /// Seconds since the sample's start, ascending within a series.
    package var offsets: [Double]
    /// 1 where a gap precedes the beat, else 0. Empty: nowhere.
    package var gaps: [UInt8]

    package init(lengths: [UInt32] = [], counts: [Int64] = [], offsets: [Double] = [], gaps: [UInt8] = []) {
        self.lengths = lengths
        self.counts = counts
        self.offsets = offsets
        self.gaps = gaps
    }

    func validate(in samples: SampleColumns) throws(HearthError) {
        try validateSeriesCounts(lengths, counts, samples.count, points: offsets.count, of: "offsets")
        try checkEach(offsets, "offsets", "The offset is negative or not finite.") { $0.isFinite && $0 >= 0 }
        try checkAscending(offsets, lengths: lengths, "offsets")
        try checkOptionalRows(of: gaps, offsets.count, "gaps")
        try checkEach(gaps, "gaps", "The flag is neither 0 nor 1.") { $0 <= 1 }
    }

    func validateForSaving(_ rows: Int) throws(HearthError) {
        try validateSeriesForSaving(lengths, counts, rows)
    }
}
