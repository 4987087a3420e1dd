internal import HearthModel

/// The rows that a deletion by predicate deletes, as far as segments were searched for them.
///
/// Segments do not change, so what was found in one stays right while others are saved and deleted. Only a change of the
/// workouts and correlations that the predicate names can change an answer: the segments that it concerns are searched
/// again.
package struct FoundRows: Sendable {
    private var bySegment: [Int64: RowMask] = [:]
    private(set) var matching: DeletionMatching

    init(_ matching: DeletionMatching) {
        self.matching = matching
    }

    /// The rows of a segment that was searched; nil if it was not.
    subscript(segment: Segment) -> RowList? { bySegment[segment.id]?.chosen }

    mutating func note(_ rows: RowMask, in segment: Segment) {
        bySegment[segment.id] = rows
    }

    /// The segments of a snapshot that are still to be searched, once `update` has seen it.
    func unsearched(in snapshot: Snapshot) -> [Segment] {
        (snapshot.samples[matching.clause.type]?.elements ?? []).filter { bySegment[$0.id] == nil }
    }

    /// Forgets the segments for which the answer may be another one in a later snapshot.
    mutating func update(to snapshot: Snapshot, _ reader: SegmentReader) throws(HearthError) {
        guard !matching.holds(in: snapshot) else { return }
        let (updated, changed) = try matching.updated(to: snapshot, reader)
        matching = updated
        let locator = Locator(snapshot: snapshot, reader: reader)
        for (segment, _) in locator.candidates(for: Array(changed)) {
            bySegment[segment.id] = nil
        }
    }
}
