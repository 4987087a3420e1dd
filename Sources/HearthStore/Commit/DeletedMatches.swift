internal import HearthModel

/// Which samples of a save have UUIDs of samples that other apps have deleted, found step by step.
///
/// A UUID stays that of the app whose sample had it last, as long as the deletion is kept: associations and correlations
/// name it still. The app may save it again, and the owner's tool may save it for any app.
struct DeletedMatches {
    private let origin: WriteOrigin
    /// The number of UUIDs whose candidates are found.
    private var searched = 0
    /// Segments that may have some of the UUIDs, and are not read yet.
    private var candidates = CandidateSegments()
    /// The last deletion of a UUID that has one. Nil for its match: it is the app's own.
    private var last: [Int: (sequence: UInt64, match: StoredMatches.Match?)] = [:]

    /// UUIDs whose segments are sought together.
    private static let searchedAtOnce = 16_384

    init(by origin: WriteOrigin) {
        self.origin = origin
    }

    /// The indexes of the UUIDs that are another app's.
    var found: [(index: Int, match: StoredMatches.Match)] {
        last.compactMap { index, deletion in deletion.match.map { (index, $0) } }
    }

    /// Does the next step. True: all are found.
    mutating func proceed(
        _ ids: [ObjectID],
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> Bool {
        guard snapshot.deletedIDs.concern(origin) else { return true }
        if searched < ids.count {
            search(ids, in: snapshot, reader)
            return false
        }
        guard let (segment, indexes) = candidates.popLast() else { return true }
        reader.charge(indexes.count)
        if let rows = try reader.intactDeletions(of: segment) {
            note(rows, of: segment, ids, indexes, in: snapshot)
        }
        return false
    }

    /// Finds the segments that may have the next UUIDs.
    private mutating func search(_ ids: [ObjectID], in snapshot: Snapshot, _ reader: SegmentReader) {
        let end = min(searched + DeletedMatches.searchedAtOnce, ids.count)
        let next = end - searched == ids.count ? ids : Array(ids[searched..<end])
        for (segment, indexes) in snapshot.deletedIDs.candidates(for: next, in: snapshot) {
            candidates.add(indexes.map { searched + $0 }, in: segment)
        }
        reader.charge(next.count)
        searched = end
    }

    private mutating func note(
        _ rows: DeletionRows,
        of segment: Segment,
        _ ids: [ObjectID],
        _ indexes: [Int],
        in snapshot: Snapshot
    ) {
        guard let type = segment.type else { return }
        let visible = VisibleDeletions(of: type, in: snapshot.seen(through: origin.view))
        rows.ids.forEachSought(of: ids, indexes) { index, row in
            guard let app = snapshot.provenances.owner(rows.owner(row)) else { return }
            let sequence = rows.sequences[row]
            if let known = last[index], known.sequence >= sequence { return }
            if app == origin.app {
                last[index] = (sequence, nil)
            } else {
                let isHidden = visible.map { $0.sight(of: row, in: rows) == .nothing } ?? false
                last[index] = (sequence, isHidden ? .hiddenDeleted : .deleted)
            }
        }
    }
}
