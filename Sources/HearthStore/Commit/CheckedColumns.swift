internal import HearthModel

/// Columns of a save that may be stored. Only this check makes them.
///
/// It checks what validation cannot: that values are small enough for the storage unit, to which they are converted, and
/// that an app saves under its own name.
struct CheckedColumns {
    /// With the indexes that they have in the save.
    private(set) var columns: ArraySlice<SampleColumns>

    /// Checks some of a save's columns.
    init(_ saved: ArraySlice<SampleColumns>, from origin: WriteOrigin) throws(HearthError) {
        columns = saved
        // By index: a loop over the elements would copy them.
        for index in columns.indices {
            do throws(HearthError) {
                // Only then: a change copies all of them.
                if columns[index].needsConversion {
                    try columns[index].convertToStorageUnit()
                }
                try CheckedColumns.checkSources(of: columns[index].provenance.entries, origin)
            } catch {
                throw error.within("columns[\(index)]")
            }
        }
    }

    private static func checkSources(of entries: [Provenance], _ origin: WriteOrigin) throws(HearthError) {
        for (index, entry) in entries.enumerated() {
            guard !origin.isForeign(entry) || origin.namesSources else {
                throw HearthError(
                    .invalidArgument,
                    "An app saves samples under its own name only. The owner's tool may name another one.",
                    field: "provenances[\(index)].source"
                )
            }
        }
    }

    /// The samples as they are stored, still without sequence numbers. `number`: that of the provenance of what came with
    /// one.
    func stored(by app: AppID, _ number: (Provenance?) -> UInt32) -> [SegmentRows] {
        columns.map { samples in
            var stored = samples.normalized()
            stored.provenance = DictionaryColumn()
            return SegmentRows(
                samples: stored,
                provenances: samples.provenance.numbers(rows: samples.count, number),
                sequences: [],
                commits: [],
                syncKeys: CheckedColumns.syncKeys(of: samples, app)
            )
        }
    }

    private static func syncKeys(of samples: SampleColumns, _ app: AppID) -> [UInt64] {
        let entries = samples.metadata.entries.map { entry -> UInt64 in
            guard let mark = SyncMark(entry) else { return 0 }
            return SyncKey(app: app, type: samples.type, identifier: mark.identifier).hash
        }
        guard entries.contains(where: { $0 != 0 }) else { return [] }
        let indexes = samples.metadata.indexes
        return indexes.isEmpty
            ? Array(repeating: entries[0], count: samples.count) : indexes.map { entries[Int($0)] }
    }
}

extension DictionaryColumn<Provenance> {
    /// For each of `rows` rows the number of its provenance.
    func numbers(rows: Int, _ number: (Provenance?) -> UInt32) -> [UInt32] {
        var numbers: [UInt32] = []
        appendNumbers(rows: rows, to: &numbers, number)
        return numbers
    }

    /// Appends them to those of other rows.
    func appendNumbers(rows: Int, to numbers: inout [UInt32], _ number: (Provenance?) -> UInt32) {
        guard !indexes.isEmpty else {
            numbers.append(contentsOf: repeatElement(number(entries.first), count: rows))
            return
        }
        // Entries without rows get no number.
        let used = Set(indexes)
        var numbersOfEntries = [UInt32](repeating: 0, count: entries.count)
        for index in entries.indices where used.contains(UInt32(index)) {
            numbersOfEntries[index] = number(entries[index])
        }
        numbers.append(contentsOf: indexes.lazy.map { numbersOfEntries[Int($0)] })
    }
}
