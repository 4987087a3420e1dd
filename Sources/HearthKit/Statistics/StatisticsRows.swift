internal import HearthModel

/// The statistics of those intervals that have quantities, by their numbers.
struct StatisticsRows: Sendable {
    private var values: [Int: StatisticsValues] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// Ascending.
    var numbers: [Int] { values.keys.sorted() }

    /// The statistics of an interval; nil: it has no quantities.
    subscript(number: Int) -> StatisticsValues? { values[number] }

    /// Takes over rows of a reply. `number` is the interval of a bucket, or nil if the bucket is none.
    mutating func take(_ columns: StatisticsColumns, number: (Int) -> Int?) {
        for row in 0..<columns.count {
            guard let number = number(Int(columns.buckets[row])) else { continue }
            values[number] = columns.counts[row] > 0 ? StatisticsValues(columns, row: row) : nil
        }
    }

    /// Forgets the statistics of a range of intervals.
    mutating func remove(_ range: Range<Int>) {
        values = values.filter { !range.contains($0.key) }
    }
}
