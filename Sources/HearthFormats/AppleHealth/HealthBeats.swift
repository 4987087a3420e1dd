package import HearthModel

/// The heartbeats of records, by time and source: the format has them within a record of heart rate variability.
package struct HealthBeats: Sendable {
    struct Key: Hashable {
        let start: Timestamp
        let end: Timestamp
        let source: Source?

        init(_ columns: SampleColumns, _ row: Int) {
            start = columns.starts[row]
            end = columns.end(row)
            source = columns.provenance[row]?.source
        }
    }

    /// The beats of one record.
    struct Series {
        /// Seconds since the start.
        let offsets: [Double]
        /// Whether beats before were not recorded.
        let gaps: [Bool]
    }

    private var series: [Key: Series] = [:]

    package init() {}

    var isEmpty: Bool { series.isEmpty }

    package var count: Int { series.count }

    subscript(key: Key) -> Series? { series[key] }

    /// Adds heartbeat series.
    package mutating func append(_ columns: SampleColumns) {
        guard case .heartbeat(let beats) = columns.payload else { return }
        for (row, range) in HearthModel.Series(beats.lengths).ranges.enumerated() {
            series[Key(columns, row)] = Series(
                offsets: Array(beats.offsets[range]),
                gaps: beats.gaps.isEmpty ? range.map { _ in false } : range.map { beats.gaps[$0] == 1 }
            )
        }
    }

    /// Those that belong to records.
    package func matching(_ columns: SampleColumns) -> Int {
        columns.ids.indices.count { series[Key(columns, $0)] != nil }
    }
}

extension HealthBeats.Series {
    /// For each beat the time of day in UTC and the rate: that of the interval since the beat before. An interval with a gap
    /// is longer than its rate says.
    func texts(from start: Timestamp) -> [(time: String, rate: Int)] {
        let day = 86_400_000_000_000 as Int64
        let startOfDay = ((start.nanoseconds % day) + day) % day
        var texts: [(time: String, rate: Int)] = []
        for (index, offset) in offsets.enumerated() {
            let hundredths = (startOfDay / 10_000_000 + Int64((offset * 100).rounded())) % 8_640_000
            func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let seconds = hundredths / 100
            let time =
                "\(digits(seconds / 3_600)):\(digits(seconds / 60 % 60)):\(digits(seconds % 60)).\(digits(hundredths % 100))"
            let other = index == 0 ? (offsets.count > 1 ? offsets[1] - offset : 1) : offset - offsets[index - 1]
            let rate = 60 / max(other, 0.01) * (gaps[index] ? 2 : 1)
            texts.append((time, max(1, Int(rate.rounded()))))
        }
        return texts
    }
}
