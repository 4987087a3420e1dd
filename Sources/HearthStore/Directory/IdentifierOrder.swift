internal import HearthModel

/// Whether identifiers are in the order in which they were saved, as those of version 7 are.
enum IdentifierOrder {
    /// Whether the ranges of segments do not lead to that of an identifier: identifiers that are not ordered by time,
    /// or whose range covers too many other segments.
    static func areUnordered(_ ids: [ObjectID], amid lists: some Sequence<SegmentList>) -> Bool {
        guard ids.allSatisfy({ $0.version == 7 }) else { return true }
        let range = ids.bounds
        var overlaps = 0
        for list in lists {
            for chunk in list.chunks where chunk.summary.ids?.overlaps(range) == true {
                for segment in chunk.elements where !segment.summary.hasUnorderedIDs {
                    overlaps += segment.summary.ids.overlaps(range) ? 1 : 0
                }
            }
        }
        return overlaps > overlapsMax
    }

    private static let overlapsMax = 64
}
