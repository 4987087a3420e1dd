internal import HearthModel

/// Whether each of some rows satisfies a condition.
///
/// Rows of a segment are in the order of time, and what is asked is mostly a time: then those that satisfy it lie next
/// to each other, and nothing is kept for each.
struct RowMask: Truth, Sendable {
    private enum Form {
        case range(Range<Int>)
        /// A bit for each row, the first in the lowest of the first word.
        case bits([UInt64])
    }

    private let count: Int
    private var form: Form

    /// The same for each of `count` rows.
    init(_ truth: Bool, count: Int) {
        self.count = count
        form = .range(truth ? 0..<count : 0..<0)
    }

    /// True for the rows of a range.
    init(_ range: Range<Int>, count: Int) {
        self.count = count
        form = .range(range)
    }

    /// What is known of each row.
    init(_ rows: [Bool]) {
        count = rows.count
        guard let first = rows.firstIndex(of: true), let last = rows.lastIndex(of: true) else {
            form = .range(0..<0)
            return
        }
        form =
            rows[first...last].allSatisfy(\.self)
            ? .range(first..<last + 1) : .bits(RowMask.bits(count) { rows[$0] })
    }

    /// The memory that it takes, with an entry in a table.
    var heldBytes: Int {
        if case .bits(let words) = form { 96 + 8 * words.count } else { 64 }
    }

    /// The rows that satisfy the condition.
    var chosen: RowList {
        switch form {
        case .range(let range): return .range(range)
        case .bits(let words):
            var rows: [Int] = []
            for (index, word) in words.enumerated() {
                var rest = word
                while rest != 0 {
                    rows.append(index * 64 + rest.trailingZeroBitCount)
                    rest &= rest - 1
                }
            }
            guard let first = rows.first, let last = rows.last else { return .range(0..<0) }
            return last - first + 1 == rows.count ? .range(first..<last + 1) : .each(rows)
        }
    }

    private var words: [UInt64] {
        switch form {
        case .range(let range): RowMask.bits(count, range.contains)
        case .bits(let words): words
        }
    }

    private static func bits(_ count: Int, _ truth: (Int) -> Bool) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for row in 0..<count where truth(row) {
            words[row / 64] |= 1 << UInt64(row % 64)
        }
        return words
    }

    mutating func formAnd(_ other: RowMask) {
        if case .range(let own) = form, case .range(let others) = other.form {
            form = .range(own.clamped(to: others))
        } else {
            combine(with: other, &)
        }
    }

    mutating func formOr(_ other: RowMask) {
        if case .range(let own) = form, case .range(let others) = other.form,
            let both = own.joined(with: others)
        {
            form = .range(both)
        } else {
            combine(with: other, |)
        }
    }

    private mutating func combine(with other: RowMask, _ operation: (UInt64, UInt64) -> UInt64) {
        var words = words
        for (index, word) in other.words.enumerated() {
            words[index] = operation(words[index], word)
        }
        form = .bits(words)
    }

    mutating func negate() {
        var words = words.map { ~$0 }
        if count % 64 != 0 {
            words[words.count - 1] &= 1 << UInt64(count % 64) - 1
        }
        form = .bits(words)
    }
}

extension Range<Int> {
    /// Both ranges as one; nil when there is something between them.
    fileprivate func joined(with other: Range<Int>) -> Range<Int>? {
        if isEmpty || other.isEmpty {
            return isEmpty ? other : self
        }
        guard lowerBound <= other.upperBound, other.lowerBound <= upperBound else { return nil }
        return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
