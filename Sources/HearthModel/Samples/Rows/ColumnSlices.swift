extension DictionaryColumn {
    /// Rows that follow each other, without the entries that none of them has.
    func slice(_ rows: Range<Int>) -> DictionaryColumn {
        indexes.isEmpty ? self : DictionaryColumn(entries: entries, indexes: indexes.slice(rows)).compacted()
    }
}

extension Array {
    /// Rows that follow each other; nothing of a column that is left out.
    func slice(_ rows: Range<Int>) -> [Element] {
        isEmpty ? [] : Array(self[rows])
    }
}

extension [UInt32] {
    /// The range of the elements of some series, if these are the lengths of all.
    func elements(of rows: Range<Int>) -> Range<Int> {
        guard !isEmpty else { return 0..<0 }
        let first = self[..<rows.lowerBound].reduce(0) { $0 + Int($1) }
        return first..<self[rows].reduce(first) { $0 + Int($1) }
    }
}
