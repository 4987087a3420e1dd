/// Selected rows of columns, in order. Adjacent rows, the most common case, are copied at once.
@usableFromInline
package enum RowList: Hashable, Sendable {
    case range(Range<Int>)
    case each([Int])

    package var count: Int {
        switch self {
        case .range(let range): range.count
        case .each(let rows): rows.count
        }
    }

    package var isEmpty: Bool { count == 0 }

    /// The rows one by one.
    package var numbers: [Int] {
        switch self {
        case .range(let range): Array(range)
        case .each(let rows): rows
        }
    }

    /// Wants these rows, too, after those before.
    package mutating func append(_ added: Range<Int>) {
        switch self {
        case .range(let range) where range.isEmpty: self = .range(added)
        case .range(let range) where range.upperBound == added.lowerBound:
            self = .range(range.lowerBound..<added.upperBound)
        default:
            var rows = numbers
            // One owner, so that the rows are not copied for each addition.
            self = .range(0..<0)
            rows += added
            self = .each(rows)
        }
    }
}

extension Array {
    /// These rows, in this order; empty for a missing column.
    @inlinable
    package func selecting(_ rows: RowList) -> [Element] {
        guard !isEmpty else { return [] }
        return switch rows {
        case .range(let range): Array(self[range])
        case .each(let rows): rows.map { self[$0] }
        }
    }
}
