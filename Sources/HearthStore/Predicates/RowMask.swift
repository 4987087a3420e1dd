internal import HearthModel

/// Whether each of some rows satisfies a condition.
///
/// Rows of a segment are in the order of time, and what is asked is mostly a time: then those that satisfy it lie next
/// to each other, and nothing is kept for each.
struct RowMask: Truth {
    private enum Form {
        case range(Range<Int>)
        case each([Bool])
    }

    private let count: Int
    private var form: Form

    /// The same for all of so many rows.
    init(_ truth: Bool, count: Int) {
        self.count = count
        form = .range(truth ? 0..<count : 0..<0)
    }

    /// What is known of each row.
    init(_ rows: [Bool]) {
        count = rows.count
        guard let first = rows.firstIndex(of: true), let last = rows.lastIndex(of: true) else {
            form = .range(0..<0)
            return
        }
        form = rows[first...last].allSatisfy(\.self) ? .range(first..<last + 1) : .each(rows)
    }

    /// The rows that satisfy the condition.
    var chosen: RowList {
        switch form {
        case .range(let range): .range(range)
        case .each(let rows): .each(rows.indices.filter { rows[$0] })
        }
    }

    private var each: [Bool] {
        switch form {
        case .range(let range):
            var rows = [Bool](repeating: false, count: count)
            for row in range {
                rows[row] = true
            }
            return rows
        case .each(let rows):
            return rows
        }
    }

    mutating func formAnd(_ other: RowMask) {
        if case .range(let own) = form, case .range(let others) = other.form {
            form = .range(own.clamped(to: others))
        } else {
            combine(with: other) { $0 && $1 }
        }
    }

    mutating func formOr(_ other: RowMask) {
        if case .range(let own) = form, case .range(let others) = other.form,
            let both = own.joined(with: others)
        {
            form = .range(both)
        } else {
            combine(with: other) { $0 || $1 }
        }
    }

    private mutating func combine(with other: RowMask, _ truth: (Bool, Bool) -> Bool) {
        let (own, others) = (each, other.each)
        self = RowMask(own.indices.map { truth(own[$0], others[$0]) })
    }

    mutating func negate() {
        self = RowMask(each.map { !$0 })
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
