internal import HearthModel

/// A segment in a snapshot. Its block may be deleted once no snapshot refers to it.
final class Segment: Sendable {
    let summary: SegmentSummary
    /// Nil: a type of a newer version, which is kept and not read.
    let type: ObjectType?
    private let retirement: Retirement

    init(_ summary: SegmentSummary, _ retirement: Retirement) {
        self.summary = summary
        self.retirement = retirement
        type = ObjectType(identifier: summary.type)
    }

    deinit {
        retirement.released(summary.id, bytes: summary.weight)
    }

    var id: Int64 { summary.id }
    var count: Int { summary.count }
    /// The range that anchors are compared with.
    var sequences: ClosedRange<UInt64> { summary.firstSequence...summary.lastSequence }
}
