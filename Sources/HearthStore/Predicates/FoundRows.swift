internal import HearthModel

/// The rows that a deletion by predicate deletes, as far as segments were searched for them.
///
/// Segments do not change, so what was found in one stays right while others are saved and deleted. Only a change of the
/// workouts and correlations that the predicate names can change an answer: `FoundRowsUpdate` has the segments that it
/// concerns searched again.
package struct FoundRows: Sendable {
    private var bySegment: [Int64: RowMask] = [:]
    private(set) var matching: DeletionMatching
    private var rowBytes = 0
    let rewrites = SegmentRewrites()
    let deletions = PreparedDeletions()

    init(_ matching: DeletionMatching) {
        self.matching = matching
    }

    /// The memory of the rows, and of what is prepared for them.
    var heldBytes: Int { rowBytes + rewrites.heldBytes + deletions.heldBytes }

    /// The number of segments that were still to be prepared when the writer had the deletion last: rewritten, and noted.
    var lackingCount: Int { rewrites.lackingCount + deletions.lackingCount }

    /// The rows of a segment that was searched; nil if it was not.
    subscript(segment: Segment) -> RowList? { bySegment[segment.id]?.chosen }

    mutating func note(_ rows: RowMask, in segment: Segment) {
        bySegment[segment.id] = rows
        rowBytes += rows.heldBytes
    }

    /// The segments of a snapshot that are still to be searched, once the found rows are those of it.
    func unsearched(in snapshot: Snapshot) -> [Segment] {
        (snapshot.samples[matching.clause.type]?.elements ?? []).filter { bySegment[$0.id] == nil }
    }

    /// The rows by their segments, as far as a snapshot has those.
    func bySegment(in snapshot: Snapshot) -> [DeletedRows] {
        (snapshot.samples[matching.clause.type]?.elements ?? []).compactMap { segment in
            guard let rows = self[segment], !rows.isEmpty else { return nil }
            return DeletedRows(segment: segment, rows: rows)
        }
    }

    /// Whether the rows are those of a later snapshot, as far as its segments were searched.
    mutating func hold(in snapshot: Snapshot, _ reader: SegmentReader) -> Bool {
        guard matching.memberships.hold(in: snapshot, reader) else { return false }
        matching.take(snapshot.provenances, reader)
        return true
    }

    /// Takes the matching for a later snapshot, and forgets the segments for which its answer may differ.
    mutating func take(_ updated: DeletionMatching, changed: [Segment]) {
        matching = updated
        for segment in changed {
            rowBytes -= bySegment.removeValue(forKey: segment.id)?.heldBytes ?? 0
        }
    }
}

/// Brings what was found for a deletion to a later snapshot, in steps.
struct FoundRowsUpdate {
    let snapshot: Snapshot
    private var preparation: DeletionPreparation
    private var prepared: (matching: DeletionMatching, changed: CandidateSearch)?

    init(of found: FoundRows, to snapshot: Snapshot, _ reader: SegmentReader) {
        let matching = found.matching
        self.snapshot = snapshot
        preparation = DeletionPreparation(
            matching.clause,
            by: matching.origin,
            snapshot,
            reader,
            after: matching.memberships
        )
    }

    /// What it holds in addition to the found rows.
    var held: ReadingMemory { preparation.context.held }

    /// False: the step has done its work, and the found rows are still those of the earlier snapshot.
    mutating func proceed(_ found: inout FoundRows, _ reader: SegmentReader) throws(HearthError) -> Bool {
        if prepared == nil {
            guard let matching = try preparation.proceed(reader) else { return false }
            let changes = preparation.context.changes
            prepared = (matching, CandidateSearch(of: matching.clause.type, changes))
        }
        guard var (matching, changed) = prepared else { return false }
        prepared = nil
        guard let segments = changed.proceed(Locator(snapshot: snapshot, reader: reader)) else {
            prepared = (matching, changed)
            return false
        }
        matching.take(snapshot.provenances, reader)
        found.take(matching, changed: segments)
        return true
    }
}
