extension DictionaryColumn {
    /// The rows of several columns, one after the other; `missing` is what rows without an entry have among rows with
    /// some.
    package static func joined(_ parts: [DictionaryColumn], missing: Entry, rows: [Int]) -> DictionaryColumn
    where Entry: ExactlyComparable {
        let first = parts[0].entries.first
        if parts.allSatisfy({ $0.indexes.isEmpty && $0.entries.first.isIdentical(to: first) }) {
            return parts[0]
        }
        var distinct = DistinctEntries<Entry>()
        var indexes: [UInt32] = []
        indexes.reserveCapacity(rows.reduce(0, +))
        for (part, count) in zip(parts, rows) {
            let added = (part.entries.isEmpty ? [missing] : part.entries).map { distinct.insert($0) }
            if part.indexes.isEmpty {
                indexes += repeatElement(added[0], count: count)
            } else {
                indexes += part.indexes.map { added[Int($0)] }
            }
        }
        return DictionaryColumn(entries: distinct.entries, indexes: indexes)
    }
}

/// Appends to a column that stays left out as long as it is left out on both sides, and else is filled in.
func appendOptional<Element>(
    _ column: inout [Element],
    _ other: [Element],
    own: @autoclosure () -> [Element],
    others: @autoclosure () -> [Element]
) {
    guard !column.isEmpty || !other.isEmpty else { return }
    if column.isEmpty {
        column = own()
    }
    column += other.isEmpty ? others() : other
}
