internal import HearthModel

extension SamplesBuilder {
    mutating func quantities(_ type: ObjectType, _ times: RowTimes) -> WireBytes {
        let rows = times.count
        var message = WireBytes()
        message.bytes(1, numbers(each(rows) { $0.finite() }))
        if choices.flag() {
            message.text(2, fails() ? wrongUnit() : type.canonicalUnit?.text ?? "")
        }
        var counts = optional(rows) { Int64($0.choices.below(4)) + 1 }
        let rightCounts = counts.isEmpty ? [Int64](repeating: 1, count: rows) : counts
        spoil(&counts, 0, -1, .min)
        message.bytes(3, column(counts))
        addSummaries(to: &message, rows)
        if choices.flag() {
            message.message(9, points(rightCounts, times))
        }
        return message
    }

    /// A column of numbers, maybe with one that is none.
    mutating func numbers(_ right: [Double]) -> [UInt8] {
        var numbers = right
        spoil(&numbers, .nan, .infinity, -.infinity, .signalingNaN)
        return column(numbers)
    }

    private mutating func wrongUnit() -> String {
        let units = ["lx·IU", "mg//dL", "mg\0", "(((((((((m)))))))))", String(repeating: "m·", count: 64)]
        return units[choices.below(units.count)]
    }

    private mutating func addSummaries(to message: inout WireBytes, _ rows: Int) {
        let minimums = optional(rows) { $0.finite() }
        message.bytes(4, numbers(minimums))
        var maximums = minimums.isEmpty ? optional(rows) { $0.finite() } : minimums
        if !minimums.isEmpty, fails() {
            maximums[0] = minimums[0].nextDown
        }
        message.bytes(5, numbers(maximums))
        message.bytes(6, numbers(optional(rows) { $0.finite() }))
        var starts = optional(rows) { $0.time() }
        spoil(&starts, wrongTimes[0], wrongTimes[1])
        message.bytes(7, column(starts))
        var ends = starts.isEmpty ? optional(rows) { $0.time() } : starts
        spoil(&ends, (starts.min() ?? Timestamp.earliest.nanoseconds) - 1, wrongTimes[2], wrongTimes[3])
        message.bytes(8, column(ends))
    }

    private mutating func points(_ counts: [Int64], _ times: RowTimes) -> WireBytes {
        let lengths = counts.map { choices.flag() ? UInt32($0) : 0 }
        var (starts, ends): ([Int64], [Int64]) = ([], [])
        for (row, length) in lengths.enumerated() where length > 0 {
            let points = ascending(Int(length), from: times.starts[row], to: times.ends[row])
            starts += points
            ends += points.map { $0 + span(atMost: times.ends[row] - $0) }
        }
        let values = each(starts.count) { $0.finite() }
        var message = WireBytes()
        var wrongLengths = lengths
        spoil(&wrongLengths, 5, .max, 1 << 17 + 1)
        message.bytes(1, column(wrongLengths))
        spoil(&starts, times.starts.reduce(.max, min) - 1, .max)
        message.bytes(2, column(starts))
        if choices.flag() {
            spoil(&ends, times.ends.reduce(.min, max) + 1, .min)
            message.bytes(3, column(ends))
        }
        message.bytes(4, numbers(values))
        return message
    }
}
