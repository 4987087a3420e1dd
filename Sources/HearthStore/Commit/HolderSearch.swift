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
    /// The hashes of the identifiers of the last of those types, and those of them that are still to be sought.
    private var hashes: Set<UInt64> = []
    private var unsought: ArraySlice<UInt64> = []
    /// The segments that may have them, by their numbers, and those that are still to be read when all are found.
    private var found: [Int64: Segment] = [:]
    private var segments: [Segment] = []

    /// Identifiers that are sought in one step.
    private static let soughtAtOnce = 16_384

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
        guard unsought.isEmpty else {
            seek(in: snapshot, reader)
            return .more
        }
        guard let segment = segments.popLast() else {
            guard let columns = types.last?.columns else { return .done }
            beginSeeking(columns.map { rows[$0].syncKeys }, in: snapshot)
            if unsought.isEmpty {
                types.removeLast()
            }
            return .more
        }
        let keys = try reader.syncKeys(of: segment)
        let found = keys.indices.filter { hashes.contains(keys[$0]) }
        return found.isEmpty ? .more : .found(segment, rows: found)
    }

    /// Begins to find the segments that may have one of the identifiers.
    private mutating func beginSeeking(_ keys: [[UInt64]], in snapshot: Snapshot) {
        hashes = []
        for keys in keys {
            hashes.formUnion(keys)
        }
        hashes.remove(0)
        unsought = Array(hashes)[...]
        found = [:]
        for segment in snapshot.syncKeys.unindexed {
            found[segment.id] = segment
        }
    }

    /// Finds the segments that may have one of the next identifiers of the last type.
    private mutating func seek(in snapshot: Snapshot, _ reader: SegmentReader) {
        guard let type = types.last?.type else { return }
        let next = unsought.prefix(HolderSearch.soughtAtOnce)
        unsought = unsought.dropFirst(next.count)
        reader.charge(next.count)
        snapshot.syncKeys.forEachRange(of: next.map(SyncKey.fingerprint)) { _, sequences in
            for segment in snapshot.segments(with: sequences, of: type) {
                found[segment.id] = segment
            }
        }
        guard unsought.isEmpty else { return }
        segments = found.values.filter { $0.summary.hasSyncKeys && $0.type == type }
        found = [:]
        types.removeLast()
    }
}
