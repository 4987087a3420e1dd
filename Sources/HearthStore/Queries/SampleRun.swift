internal import HearthModel

/// Samples of one segment that match, in the order that is asked for. A class, because it often moves in a heap.
final class SampleRun {
    /// Which of the selections they belong to.
    let selection: Int
    private(set) var content: SizedRows
    /// For each key the numbers of the rows. Empty: the order is that of the starts.
    private var numbers: [[UInt64]]
    /// Those of the content, once more: to look at one there would copy its columns.
    private var starts: [Timestamp]
    /// What decides between equal numbers: that of each row, or one for all rows of the segment.
    private var sequences: [UInt64]
    let firstSequence: UInt64
    /// The first row that was not taken yet.
    private(set) var next = 0
    /// The memory that it takes.
    private(set) var bytes = 0

    /// The rows that match and that a window has. Nil if there are none.
    init?(
        _ segment: Segment,
        _ selection: Int,
        _ content: SegmentRows,
        matching: RowList?,
        _ order: SortOrder,
        in window: SortWindow,
        atMost most: Int,
        _ context: ReadingContext
    ) throws(HearthError) {
        guard matching?.isEmpty != true else { return nil }
        self.selection = selection
        let firstSequence = segment.summary.firstSequence
        self.firstSequence = firstSequence
        var rows = content
        if let matching, matching.count < content.count {
            rows = content.selecting(matching)
        }
        var numbers = order.isThatOfSegments ? [] : order.numbers(of: rows.samples)
        let (starts, sequences) = (rows.samples.starts, rows.sequences)
        let sorted = numbers.isEmpty ? nil : SampleRun.sorted(numbers, sequences)
        let inWindow = SampleRun.rows(of: window, among: rows.count) { row in
            SortPosition(sorted?[row] ?? row, numbers, sequences, firstSequence, starts)
        }.prefix(most)
        guard !inWindow.isEmpty else { return nil }
        if let sorted {
            let taken = Array(sorted[inWindow])
            rows = rows.selecting(.each(taken))
            numbers = numbers.map { numbers in taken.map { numbers[$0] } }
        } else if inWindow.count < rows.count {
            rows = rows.selecting(.range(inWindow))
            numbers = numbers.map { Array($0[inWindow]) }
        }
        self.content = try context.sized(rows)
        self.numbers = numbers
        self.starts = rows.samples.starts
        self.sequences = rows.sequences
        bytes = countBytes()
    }

    /// The rows, and the objects and arrays by themselves: of a run of one row they are most of it.
    private func countBytes() -> Int {
        content.heldBytes + 8 * content.rows.count * numbers.count + SampleRun.bytesOfObjects
            + numbers.count * SampleRun.bytesOfArray
    }

    private static let bytesOfArray = 48
    /// A run, its rows, and the arrays of their columns.
    private static let bytesOfObjects = 192 + MemoryLayout<SegmentRows>.stride + 12 * bytesOfArray

    /// The rows that a window has, when `position` ascends.
    private static func rows(of window: SortWindow, among count: Int, _ position: (Int) -> SortPosition) -> Range<Int> {
        let start = window.from.map { from in (0..<count).partition { position($0) < from } } ?? 0
        let end = window.end.map { end in (0..<count).partition { position($0) < end } } ?? count
        return start..<max(start, end)
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

    /// Whether the number of each row is known.
    var hasSequences: Bool { !sequences.isEmpty }

    /// How many rows are left.
    var count: Int { starts.count - next }

    /// The first number of the next row.
    var least: UInt64 { firstNumber(next) }

    @inline(__always)
    func firstNumber(_ row: Int) -> UInt64 {
        numbers.isEmpty ? SortOrder.number(starts[row]) : numbers[0][row]
    }

    /// Whether the next row of this run comes before that of another.
    func precedes(_ other: SampleRun) -> Bool {
        isRow(next, before: other)
    }

    private func isRow(_ row: Int, before other: SampleRun) -> Bool {
        let (own, others) = (firstNumber(row), other.least)
        guard own == others else { return own < others }
        return isRow(row, beforeEqual: other.next, of: other)
    }

    /// Whether a row comes before one of another run that has the same first number.
    func isRow(_ row: Int, beforeEqual otherRow: Int, of other: SampleRun) -> Bool {
        for (own, others) in zip(numbers, other.numbers).dropFirst() where own[row] != others[otherRow] {
            return own[row] < others[otherRow]
        }
        let isKnown = !sequences.isEmpty && !other.sequences.isEmpty
        let sequence = isKnown ? sequences[row] : firstSequence
        let othersSequence = isKnown ? other.sequences[otherRow] : other.firstSequence
        // Two segments of one write.
        guard sequence != othersSequence else { return starts[row] < other.starts[otherRow] }
        return sequence < othersSequence
    }

    /// Whether the next row comes before all samples of a segment with the same first number. They have later sequence numbers,
    /// which decide if there is no second key.
    func precedesAll(of segment: Segment) -> Bool {
        numbers.count < 2 && sequence(next) < segment.summary.firstSequence
    }

    @inline(__always)
    private func sequence(_ row: Int) -> UInt64 { sequences.isEmpty ? firstSequence : sequences[row] }

    /// How many of the next rows come before all of another run's and before a bound.
    ///
    /// All of them, or one or two where segments cover the same time: the search goes from the next one on, twice as far
    /// each time.
    func lead(over other: SampleRun?, below bound: SampleBound?) -> Int {
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

    private func leads(_ row: Int, over other: SampleRun?, below bound: SampleBound?) -> Bool {
        if let bound {
            let number = firstNumber(row)
            let isEarlier = number == bound.number && numbers.count < 2 && sequence(row) < bound.sequence
            guard number < bound.number || isEarlier else { return false }
        }
        return other.map { isRow(row, before: $0) } ?? true
    }

    /// The first numbers of rows.
    func firstNumbers(_ rows: Range<Int>) -> [UInt64] {
        numbers.isEmpty ? starts[rows].map(SortOrder.number) : Array(numbers[0][rows])
    }

    /// The rows that are left and whose first numbers are below a bound.
    func rows(below bound: UInt64) -> Range<Int> {
        next..<(next..<starts.count).partition { firstNumber($0) < bound }
    }

    /// The position of the row in the middle of those that are left.
    var middle: SortPosition { SortPosition(next + count / 2, numbers, sequences, firstSequence, starts) }

    /// Keeps only the rows before a position, and frees the others and those that were taken.
    func truncate(at end: SortPosition) {
        let kept =
            next..<(next..<starts.count).partition { row in
                SortPosition(row, numbers, sequences, firstSequence, starts) < end
            }
        guard kept.count < starts.count else { return }
        content = SizedRows(rows: content.rows.selecting(.range(kept)), sizes: content.sizes.selecting(kept))
        numbers = numbers.map { Array($0[kept]) }
        starts = content.rows.samples.starts
        sequences = content.rows.sequences
        next = 0
        bytes = countBytes()
    }

    func take(_ count: Int) -> Range<Int> {
        defer { next += count }
        return next..<next + count
    }
}

/// What samples that were not read cannot come before.
struct SampleBound {
    let number: UInt64
    /// The least sequence number of those with the number; 0: it is not known.
    let sequence: UInt64
}
