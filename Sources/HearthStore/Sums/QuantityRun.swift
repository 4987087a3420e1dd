internal import HearthModel

/// Neighbouring rows of plain quantities, in the order of their starts: what they come to together.
///
/// Unsafe pointers: columns are gone through where they lie, for the time of a call, several numbers at a time.
struct QuantityRun {
    let starts: UnsafeBufferPointer<Timestamp>
    /// Empty: equal to the starts.
    let ends: UnsafeBufferPointer<Timestamp>
    let values: UnsafeBufferPointer<Double>

    /// A quantity weighs at least as much as one that lasts a second.
    static let weightMin: Int64 = 1_000_000_000

    static func with<Result>(
        _ starts: [Timestamp],
        _ ends: [Timestamp],
        _ values: [Double],
        _ rows: Range<Int>,
        _ body: (QuantityRun) -> Result
    ) -> Result {
        starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                values.withUnsafeBufferPointer { values in
                    body(
                        QuantityRun(
                            starts: UnsafeBufferPointer(rebasing: starts[rows]),
                            ends: UnsafeBufferPointer(rebasing: ends[ends.isEmpty ? 0..<0 : rows]),
                            values: UnsafeBufferPointer(rebasing: values[rows])
                        )
                    )
                }
            }
        }
    }

    var count: Int { values.count }

    func end(_ row: Int) -> Int64 { ends.isEmpty ? starts[row].nanoseconds : ends[row].nanoseconds }

    /// How many of the first rows lie before a moment whole.
    func whole(before moment: Int64) -> Int {
        let begun = (0..<count).partition { starts[$0].nanoseconds < moment }
        guard !ends.isEmpty else { return begun }
        for row in 0..<begun where ends[row].nanoseconds > moment {
            return row
        }
        return begun
    }

    func prefix(_ rows: Int) -> QuantityRun {
        QuantityRun(
            starts: UnsafeBufferPointer(rebasing: starts[..<rows]),
            ends: UnsafeBufferPointer(rebasing: ends[..<min(rows, ends.count)]),
            values: UnsafeBufferPointer(rebasing: values[..<rows])
        )
    }

    /// The quantity that ends last; of these the one that begins last, of these the last one.
    var latest: Int {
        guard !ends.isEmpty else { return count - 1 }
        var latest = 0
        var end = Int64.min
        for row in 0..<count where ends[row].nanoseconds >= end {
            end = ends[row].nanoseconds
            latest = row
        }
        return latest
    }

    /// The time that the quantities cover, beyond a moment up to which all was counted; and up to where it is counted now.
    func covered(after counted: Int64) -> (time: Int64, end: Int64) {
        guard !ends.isEmpty else { return (0, max(counted, starts[count - 1].nanoseconds)) }
        var time: Int64 = 0
        var covered = counted
        for row in 0..<count {
            let end = ends[row].nanoseconds
            time += max(end - max(starts[row].nanoseconds, covered), 0)
            covered = max(covered, end)
        }
        return (time, covered)
    }

    /// Adds the values to a sum, each times what it weighs; and what they weigh together. `energy`: of sound levels.
    func addWeighted(to sum: inout ExactSum, _ weight: inout Int128, _ energy: ((Double) -> Double)?) {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { weighted in
            var isFinite = true
            for row in 0..<count {
                let time = length(row)
                let value = energy?(values[row]) ?? values[row]
                let product = value * Double(time)
                weighted.initializeElement(at: row, to: product)
                isFinite = isFinite && product.isFinite
                weight += Int128(time)
            }
            guard !isFinite else {
                sum.add(UnsafeBufferPointer(weighted))
                return
            }
            for row in 0..<count {
                sum.add(energy?(values[row]) ?? values[row], times: length(row))
            }
        }
    }

    /// How long a quantity lasts, for its weight.
    func length(_ row: Int) -> Int64 { max(end(row) - starts[row].nanoseconds, QuantityRun.weightMin) }
}
