internal import HearthModel

/// The position of a sample in a sorted query.
struct SortPosition: Comparable {
    /// One for each key.
    let numbers: [UInt64]
    let sequence: UInt64
    let start: Timestamp

    /// The position of a row of a run.
    init(
        _ row: Int,
        _ numbers: [[UInt64]],
        _ sequences: [UInt64],
        _ firstSequence: UInt64,
        _ starts: [Timestamp]
    ) {
        self.numbers = numbers.isEmpty ? [SortOrder.number(starts[row])] : numbers.map { $0[row] }
        sequence = sequences.isEmpty ? firstSequence : sequences[row]
        start = starts[row]
    }

    static func < (left: SortPosition, right: SortPosition) -> Bool {
        for (one, other) in zip(left.numbers, right.numbers) where one != other {
            return one < other
        }
        guard left.sequence == right.sequence else { return left.sequence < right.sequence }
        return left.start < right.start
    }
}

/// The part of a sorted query that one pass over the segments reads.
struct SortWindow {
    /// The first position that it has; nil: it begins with the first sample.
    var from: SortPosition?
    /// The first position that it does not have any more; nil: it has all others.
    var end: SortPosition?

    /// Whether rows may be in it whose first numbers lie in a range.
    func canHave(_ numbers: ClosedRange<UInt64>) -> Bool {
        if let from, numbers.upperBound < from.numbers[0] { return false }
        if let end, numbers.lowerBound > end.numbers[0] { return false }
        return true
    }

    /// Begins the next window; false if this one was the last.
    mutating func advance() -> Bool {
        guard let end else { return false }
        from = end
        self.end = nil
        return true
    }
}
