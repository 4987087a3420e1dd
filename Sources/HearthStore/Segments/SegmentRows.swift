package import HearthModel

/// Samples as a segment holds them: the columns, and for each what the store adds to it.
package struct SegmentRows {
    /// Without provenances: those have numbers here.
    package var samples: SampleColumns
    /// For each row the number of its provenance in the store.
    package var provenances: [UInt32]
    /// For each row its number in the order of all changes.
    package var sequences: [UInt64]
    /// For each row the last number of the write that brought it: the anchor right after it.
    package var commits: [UInt64]
    /// For each row the hash of its sync identifier, and 0 for none. Empty: none has one.
    package var syncKeys: [UInt64]

    package var count: Int { samples.starts.count }

    func selecting(_ rows: RowList) -> SegmentRows {
        SegmentRows(
            samples: samples.selecting(rows),
            provenances: provenances.selecting(rows),
            sequences: sequences.selecting(rows),
            commits: commits.selecting(rows),
            syncKeys: syncKeys.selecting(rows)
        )
    }

    /// The rows of several, one after the other; there is at least one.
    static func joined(_ parts: [SegmentRows]) -> SegmentRows {
        guard parts.count > 1 else { return parts[0] }
        let hasSyncKeys = parts.contains { !$0.syncKeys.isEmpty }
        return SegmentRows(
            samples: SampleColumns.joined(parts.map(\.samples)),
            provenances: parts.flatMap(\.provenances),
            sequences: parts.flatMap(\.sequences),
            commits: parts.flatMap(\.commits),
            syncKeys: !hasSyncKeys
                ? [] : parts.flatMap { $0.syncKeys.isEmpty ? Array(repeating: 0, count: $0.count) : $0.syncKeys }
        )
    }

    /// The same rows by start; of equal starts the first stays first.
    func sortedByStart() -> SegmentRows {
        samples.starts.ascendingOrder.map { selecting(.each($0)) } ?? self
    }

    /// What distinguishes columns that cannot lie in one segment.
    var shape: UInt8 {
        if case .route(let columns) = samples.payload { columns.shape } else { 0 }
    }
}

/// What the store adds to the rows of several saves, one after the other.
struct RowNumbers {
    var provenances: [UInt32] = []
    private(set) var sequences: [UInt64] = []
    private(set) var commits: [UInt64] = []

    /// Rows of one save, with the numbers from `first` on.
    mutating func append(_ count: Int, from first: UInt64, commit: UInt64) {
        sequences.append(contentsOf: first..<first + UInt64(count))
        commits.append(contentsOf: repeatElement(commit, count: count))
    }
}

extension SegmentRows {
    /// Samples without sync identifiers.
    init(_ samples: SampleColumns, _ numbers: RowNumbers) {
        self.init(
            samples: samples,
            provenances: numbers.provenances,
            sequences: numbers.sequences,
            commits: numbers.commits,
            syncKeys: []
        )
    }
}

extension [Timestamp] {
    /// The rows by these times, of equal ones the first first; nil when they are in this order.
    var ascendingOrder: [Int]? {
        guard !isAscending else { return nil }
        return indices.sorted { (self[$0], $0) < (self[$1], $1) }
    }
}

/// Deletions as a segment holds them.
package struct DeletionRows {
    package var ids: [ObjectID]
    package var times: [Timestamp]
    /// For each row its number in the order of all changes.
    package var sequences: [UInt64]
    package var commits: [UInt64]
    /// The two sync keys of those that had them.
    package var metadata: DictionaryColumn<Metadata>
    /// For each row the number of a provenance of the app whose sample it was. Empty: not known, as an earlier version
    /// stored the rows.
    package var owners: [UInt32] = []
    /// For each row when the sample ended. Empty: not known, as an earlier version stored the rows.
    package var ends: [Timestamp] = []

    package var count: Int { ids.count }

    /// The number for a row whose app is not known.
    static let unknownOwner = UInt32.max
    /// The end of a row whose sample's end is not known.
    static let unknownEnd = Timestamp(nanoseconds: .min)

    /// The number of a provenance of the app whose sample a row was; nil: not known.
    func owner(_ row: Int) -> UInt32? { owners.isEmpty || owners[row] == Self.unknownOwner ? nil : owners[row] }

    /// When the sample of a row ended; nil: not known.
    func end(_ row: Int) -> Timestamp? { ends.isEmpty || ends[row] == Self.unknownEnd ? nil : ends[row] }

    /// The rows of several, one after the other; there is at least one.
    static func joined(_ parts: [DeletionRows]) -> DeletionRows {
        DeletionRows(
            ids: parts.flatMap(\.ids),
            times: parts.flatMap(\.times),
            sequences: parts.flatMap(\.sequences),
            commits: parts.flatMap(\.commits),
            metadata: .joined(parts.map(\.metadata), missing: .none, rows: parts.map(\.count)),
            owners: joined(parts, \.owners, unknown: unknownOwner),
            ends: joined(parts, \.ends, unknown: unknownEnd)
        )
    }

    /// A column that rows of earlier versions do not have.
    private static func joined<Value>(
        _ parts: [DeletionRows],
        _ column: KeyPath<DeletionRows, [Value]>,
        unknown: Value
    ) -> [Value] {
        guard parts.contains(where: { !$0[keyPath: column].isEmpty }) else { return [] }
        return parts.flatMap { part in
            let values = part[keyPath: column]
            return values.isEmpty ? Array(repeating: unknown, count: part.count) : values
        }
    }

    func selecting(_ rows: RowList) -> DeletionRows {
        DeletionRows(
            ids: ids.selecting(rows),
            times: times.selecting(rows),
            sequences: sequences.selecting(rows),
            commits: commits.selecting(rows),
            metadata: metadata.selecting(rows),
            owners: owners.selecting(rows),
            ends: ends.selecting(rows)
        )
    }

    /// Numbers rows that a version stored without their numbers, from those of their segment. Where it was merged of
    /// several writes, rows of one write share the last number that any of them can have.
    mutating func number(in sequences: ClosedRange<UInt64>) {
        let isOneToOne = sequences.upperBound - sequences.lowerBound == UInt64(max(count, 1) - 1)
        self.sequences = isOneToOne ? Array(sequences) : commits.map { min($0, sequences.upperBound) }
    }
}

extension [SegmentRows] {
    /// The number of the provenance of the first row; of no rows that of none.
    var firstProvenance: UInt32 { lazy.compactMap(\.provenances.first).first ?? DeletionRows.unknownOwner }
}
