/// The position of a change among all changes: commits in order, and in a commit first the deletions, as a reader
/// applies them first and a UUID may be in both, then the samples, each by their sequence numbers.
struct ChangePosition: Comparable {
    let commit: UInt64
    let isSample: Bool
    let sequence: UInt64

    @inline(__always)
    static func < (one: ChangePosition, other: ChangePosition) -> Bool {
        guard one.commit == other.commit else { return one.commit < other.commit }
        guard one.isSample == other.isSample else { return other.isSample }
        return one.sequence < other.sequence
    }

    /// A position that no change of a segment is before.
    static func beginning(of segment: Segment) -> ChangePosition {
        ChangePosition(commit: segment.summary.firstSequence, isSample: false, sequence: 0)
    }
}
