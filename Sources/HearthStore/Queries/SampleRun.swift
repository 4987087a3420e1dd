internal import HearthModel

/// Samples of one segment that match, in the order that is asked for. A class, as it changes its place in a heap often.
final class SampleRun {
    /// Which of the selections they belong to.
    let selection: Int
    let content: WeighedRows
    /// For each key the numbers of the rows. Empty: the order is that of the starts.
    private let numbers: [[UInt64]]
    /// Those of the content, once more: to look at one there would copy its columns.
    private let starts: [Timestamp]
    /// What decides between equal numbers: that of each row, or one for all rows of the segment.
    private let sequences: [UInt64]
    private let firstSequence: UInt64
    /// The first row that was not taken yet.
    private(set) var next = 0

    /// Nil when no sample matches.
    init?(
        _ segment: Segment,
        _ selection: Int,
        _ content: SegmentRows,
        matching: RowList?,
        _ order: SortOrder,
        atMost most: Int,
        _ context: ReadingContext
    ) throws(HearthError) {
        guard matching?.isEmpty != true else { return nil }
        self.selection = selection
        firstSequence = segment.summary.firstSequence
        var rows = content
        if let matching, matching.count < content.count {
            rows = content.selecting(matching)
        }
        var numbers = order.isThatOfSegments ? [] : order.numbers(of: rows.samples)
        if !numbers.isEmpty, let sorted = SampleRun.sorted(numbers, rows.sequences) {
            let taken = most < sorted.count ? Array(sorted.prefix(most)) : sorted
            rows = rows.selecting(.each(taken))
            numbers = numbers.map { numbers in taken.map { numbers[$0] } }
        } else if most < rows.count {
            rows = rows.selecting(.range(0..<most))
            numbers = numbers.map { Array($0.prefix(most)) }
        }
        self.content = try context.weigh(rows, segment.id)
        self.numbers = numbers
        starts = rows.samples.starts
        sequences = rows.sequences
    }

    /// The rows in order; nil when they are in order.
    ///
    /// Rows of a segment are in the order of their starts, and in that of their sequence numbers where those are equal.
    private static func sorted(_ numbers: [[UInt64]], _ sequences: [UInt64]) -> [Int]? {
        if numbers.count == 1 {
            if numbers[0].isAscending, sequences.isEmpty || sequences.isAscending {
                return nil
            }
            if numbers[0].isDescending, sequences.isEmpty {
                return reversed(numbers[0])
            }
        }
        return numbers[0].indices.sorted { left, right in
            for key in numbers where key[left] != key[right] {
                return key[left] < key[right]
            }
            return sequences.isEmpty ? left < right : sequences[left] < sequences[right]
        }
    }

    /// Rows whose numbers descend, the other way round; equal ones stay in their order.
    private static func reversed(_ numbers: [UInt64]) -> [Int] {
        var rows: [Int] = []
        rows.reserveCapacity(numbers.count)
        var end = numbers.count
        while end > 0 {
            var start = end - 1
            while start > 0, numbers[start - 1] == numbers[end - 1] {
                start -= 1
            }
            rows += start..<end
            end = start
        }
        return rows
    }

    /// How many rows are left.
    var count: Int { starts.count - next }

    /// The first number of the next row.
    var least: UInt64 { firstNumber(next) }

    private func firstNumber(_ row: Int) -> UInt64 {
        numbers.isEmpty ? SortOrder.number(starts[row]) : numbers[0][row]
    }

    /// Whether the next row of this run comes before that of another.
    func precedes(_ other: SampleRun) -> Bool {
        isRow(next, before: other)
    }

    private func isRow(_ row: Int, before other: SampleRun) -> Bool {
        let (own, others) = (firstNumber(row), other.least)
        guard own == others else { return own < others }
        for (own, others) in zip(numbers, other.numbers).dropFirst() where own[row] != others[other.next] {
            return own[row] < others[other.next]
        }
        let isKnown = !sequences.isEmpty && !other.sequences.isEmpty
        let sequence = isKnown ? sequences[row] : firstSequence
        let othersSequence = isKnown ? other.sequences[other.next] : other.firstSequence
        // Two segments of one write.
        guard sequence != othersSequence else { return starts[row] < other.starts[other.next] }
        return sequence < othersSequence
    }

    /// How many of the next rows come before all of another run's and before what begins with a number.
    ///
    /// All of them, or one or two where segments cover the same time: the search goes from the next one on, twice as far
    /// each time.
    func lead(over other: SampleRun?, below bound: UInt64?) -> Int {
        var end = next
        var width = 1
        while end < starts.count {
            let probe = min(end + width, starts.count) - 1
            guard leads(probe, over: other, below: bound) else {
                return (end..<probe).partition { leads($0, over: other, below: bound) } - next
            }
            end = probe + 1
            width *= 2
        }
        return end - next
    }

    private func leads(_ row: Int, over other: SampleRun?, below bound: UInt64?) -> Bool {
        if let bound, firstNumber(row) >= bound { return false }
        return other.map { isRow(row, before: $0) } ?? true
    }

    func take(_ count: Int) -> Range<Int> {
        defer { next += count }
        return next..<next + count
    }
}
