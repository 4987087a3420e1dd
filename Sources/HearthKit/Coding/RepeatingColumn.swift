internal import HearthModel

/// Grows a dictionary column row by row. As long as a row is like the one before, nothing is looked up, and as long as
/// all are alike, there are no indexes.
struct RepeatingColumn<Entry: Hashable & ExactlyComparable & Sendable> {
    private var distinct = DistinctEntries<Entry>()
    private var latest: (entry: Entry, index: UInt32)?
    private var indexes: [UInt32] = []
    private var rows = 0

    mutating func append(_ entry: Entry) {
        if let latest, entry.isIdentical(to: latest.entry) {
            repeatLatest()
            return
        }
        let index = distinct.insert(entry)
        if indexes.isEmpty, index > 0 {
            indexes = Array(repeating: 0, count: rows)
        }
        latest = (entry, index)
        repeatLatest()
    }

    /// Adds a row that is like the one before.
    mutating func repeatLatest() {
        rows += 1
        if !indexes.isEmpty, let latest {
            indexes.append(latest.index)
        }
    }

    /// The column; empty if every entry is `nothing`.
    consuming func finished(without nothing: Entry) -> DictionaryColumn<Entry> {
        if distinct.entries.count == 1, distinct.entries[0].isIdentical(to: nothing) {
            return DictionaryColumn()
        }
        return DictionaryColumn(entries: distinct.entries, indexes: indexes)
    }
}
