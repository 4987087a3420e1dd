internal import HearthModel

/// Finds the stored samples that may have the sync identifiers of some columns of a save, step by step and for all columns
/// together: each segment is read once, however the samples are divided into columns.
struct HolderSearch {
    enum Step {
        case more
        /// Rows of a segment with the hash of one of the identifiers.
        case found(Segment, rows: [Int])
        case done
    }

    /// Columns of one type.
    private var types: [(type: ObjectType, columns: [Int])]
    /// The hashes of the identifiers of the last of those types, and the segments that are still to be read.
    private var hashes: Set<UInt64> = []
    private var segments: [Segment] = []

    init(of columns: [Int], in rows: [SegmentRows]) {
        var byType: [ObjectType: [Int]] = [:]
        for column in columns where !rows[column].syncKeys.isEmpty {
            byType[rows[column].samples.type, default: []].append(column)
        }
        types = byType.map { ($0, $1) }
    }

    mutating func step(
        _ rows: [SegmentRows],
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> Step {
        guard let segment = segments.popLast() else {
            guard let (type, columns) = types.popLast() else { return .done }
            seek(columns.map { rows[$0].syncKeys }, of: type, in: snapshot, reader)
            return .more
        }
        let keys = try reader.syncKeys(of: segment)
        let found = keys.indices.filter { hashes.contains(keys[$0]) }
        return found.isEmpty ? .more : .found(segment, rows: found)
    }

    /// Finds the segments that may have one of the identifiers.
    private mutating func seek(
        _ keys: [[UInt64]],
        of type: ObjectType,
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) {
        hashes = []
        for keys in keys {
            hashes.formUnion(keys)
        }
        hashes.remove(0)
        reader.charge(hashes.count)
        var found: [Int64: Segment] = [:]
        for segment in snapshot.syncKeys.unindexed {
            found[segment.id] = segment
        }
        snapshot.syncKeys.forEachRange(of: hashes.map(SyncKey.fingerprint)) { _, sequences in
            for segment in snapshot.segments(with: sequences, of: type) {
                found[segment.id] = segment
            }
        }
        segments = found.values.filter { $0.summary.hasSyncKeys && $0.type == type }
    }
}
