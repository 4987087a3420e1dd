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
                    "An app saves samples under its own name only. The owner's tool may name another app.",
                    field: "provenances[\(index)].source"
                )
            }
        }
    }

    /// The samples as they are stored, still without sequence numbers. `numbers`: those of the provenances of the save.
    func stored(by app: AppID, _ numbers: ProvenanceNumbers) -> [SegmentRows] {
        columns.indices.map { index in
            let samples = columns[index]
            var stored = samples.normalized()
            stored.provenance = DictionaryColumn()
            var provenances: [UInt32] = []
            samples.provenance.appendNumbers(rows: samples.count, to: &provenances, numbers.ofEntries[index])
            return SegmentRows(
                samples: stored,
                provenances: provenances,
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
