internal import HearthModel

// The payloads whose rows have points of their own number, and the plainest one.
extension SamplesBuilder {
    mutating func categories(_ rows: Int) -> WireBytes {
        var message = WireBytes()
        message.bytes(1, column(each(rows) { Int64($0.choices.byte()) }))
        return message
    }

    mutating func correlations(_ rows: Int) -> WireBytes {
        var lengths = each(rows) { UInt32($0.choices.below(3)) + 1 }
        let members = each(lengths.reduce(0) { $0 + Int($1) }) { $0.id() }
        spoil(&lengths, 0, 4, .max)
        var message = WireBytes()
        message.bytes(1, column(lengths))
        message.bytes(2, column(members))
        return message
    }

    mutating func routes(_ rows: Int) -> WireBytes {
        var message = WireBytes()
        let lengths = seriesLengths(rows, &message)
        let count = lengths.reduce(0) { $0 + Int($1) }
        var times: [Int64] = []
        for length in lengths {
            let start = time()
            times += ascending(Int(length), from: start, to: start + longestSpan)
        }
        spoil(&times, wrongTimes[0], wrongTimes[1], wrongTimes[2], wrongTimes[3])
        message.bytes(3, column(times))
        var latitudes = each(count) { $0.degrees(90) }
        spoil(&latitudes, 90.00000000000001, -91, .infinity)
        message.bytes(4, numbers(latitudes))
        var longitudes = each(count) { $0.degrees(180) }
        spoil(&longitudes, 180.00000000000003, -181, .infinity)
        message.bytes(5, numbers(longitudes))
        for field in 6...12 {
            message.bytes(field, numbers(optional(count) { $0.finite() }))
        }
        return message
    }

    mutating func heartbeats(_ rows: Int) -> WireBytes {
        var message = WireBytes()
        let lengths = seriesLengths(rows, &message)
        var offsets: [Double] = []
        for length in lengths {
            offsets += each(Int(length)) { $0.notNegative() }.sorted()
        }
        let count = offsets.count
        spoil(&offsets, -1, -.leastNonzeroMagnitude)
        message.bytes(3, numbers(offsets))
        var gaps = optional(count) { UInt8($0.choices.below(2)) }
        spoil(&gaps, 2, 0xFF)
        message.bytes(4, column(gaps))
        return message
    }

    /// Writes the two columns that say how long series are; at least one of them is there. Returns how many points of
    /// each series follow.
    private mutating func seriesLengths(_ rows: Int, _ message: inout WireBytes) -> [UInt32] {
        if fails() {
            return []
        }
        let lengths = choices.flag() ? [] : each(rows) { UInt32($0.choices.below(4)) }
        var wrong = lengths
        spoil(&wrong, 4, .max, 1 << 17 + 1)
        message.bytes(1, column(wrong))
        // What is carried of a series is nothing or all of it.
        var counts = lengths.map { $0 > 0 ? Int64($0) : count() }
        if lengths.isEmpty {
            counts = each(rows) { $0.count() }
        } else if !choices.flag() {
            counts = []
        }
        spoil(&counts, -1, .min)
        if let row = lengths.firstIndex(where: { $0 > 0 }), !counts.isEmpty, fails() {
            counts[row] += 1
        }
        message.bytes(2, column(counts))
        return lengths
    }

    private mutating func count() -> Int64 {
        choices.number() & .max
    }
}
