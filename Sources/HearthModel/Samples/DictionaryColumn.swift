/// A column of repeating values: each distinct value once, and for each row the index of its value.
package struct DictionaryColumn<Entry: Hashable & Sendable>: Hashable, Sendable {
    /// Each different value once.
    package var entries: [Entry]
    /// For each row, an index into `entries`. Empty: all rows have the only entry, or none.
    package var indexes: [UInt32]

    package init(entries: [Entry] = [], indexes: [UInt32] = []) {
        self.entries = entries
        self.indexes = indexes
    }

    /// The value of a row; nil: the column is empty.
    @inlinable package subscript(row: Int) -> Entry? {
        indexes.isEmpty ? entries.first : entries[Int(indexes[row])]
    }

    /// Checks that every row has a value to point at.
    func validate(rows: Int, entriesField: String, indexesField: String) throws(HearthError) {
        guard !indexes.isEmpty else {
            guard entries.count <= 1 else {
                throw HearthError(
                    .malformedColumn,
                    "The \(entries.count) entries in \(entriesField) need a column of indexes.",
                    field: indexesField
                )
            }
            return
        }
        try checkRows(of: indexes, rows, indexesField)
        let count = UInt32(clamping: entries.count)
        try checkEach(indexes, indexesField, "The index is beyond \(entriesField).", code: .malformedColumn) {
            $0 < count
        }
    }
}
