internal import HearthModel

/// Checks of a save what validation cannot: that values are small enough for the storage unit, to which they are
/// converted, and that an app saves under its own name.
struct SaveCheck {
    let origin: WriteOrigin

    func check(_ columns: inout [SampleColumns]) throws(HearthError) {
        // By index: a loop over the elements would copy them.
        for index in columns.indices {
            do throws(HearthError) {
                try check(&columns[index])
            } catch {
                throw error.within("columns[\(index)]")
            }
        }
    }

    func check(_ samples: inout SampleColumns) throws(HearthError) {
        // Only then: a change copies all of them.
        if samples.needsConversion {
            try samples.convertToStorageUnit()
        }
        for (index, entry) in samples.provenance.entries.enumerated() {
            guard !origin.isForeign(entry) || origin.namesSources else {
                throw HearthError(
                    .invalidArgument,
                    "An app saves samples under its own name only. The owner's tool may name another one.",
                    field: "provenances[\(index)].source"
                )
            }
        }
    }
}

/// The samples of a save as they are stored, still without sequence numbers.
enum StoredForm {
    /// The rows of samples that are checked. `number`: that of the provenance of what came with one.
    static func rows(of samples: SampleColumns, by app: AppID, _ number: (Provenance?) -> UInt32) -> SegmentRows {
        var stored = samples.normalized()
        stored.provenance = DictionaryColumn()
        var numbers: [UInt32] = []
        append(samples.provenance, samples.count, to: &numbers, number)
        return SegmentRows(
            samples: stored,
            provenances: numbers,
            sequences: [],
            commits: [],
            syncKeys: syncKeys(of: samples, app)
        )
    }

    /// Appends the number of its provenance for each of `count` samples.
    static func append(
        _ provenances: DictionaryColumn<Provenance>,
        _ count: Int,
        to rows: inout [UInt32],
        _ number: (Provenance?) -> UInt32
    ) {
        let indexes = provenances.indexes
        let entries = provenances.entries
        guard !indexes.isEmpty else {
            rows.append(contentsOf: repeatElement(number(entries.first), count: count))
            return
        }
        // Entries without rows get no number.
        let used = Set(indexes)
        var numbers = [UInt32](repeating: 0, count: entries.count)
        for index in entries.indices where used.contains(UInt32(index)) {
            numbers[index] = number(entries[index])
        }
        rows.append(contentsOf: indexes.lazy.map { numbers[Int($0)] })
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
