internal import HearthModel

/// A segment in a snapshot. Its block may be deleted once no snapshot refers to it.
final class Segment: Sendable {
    let summary: SegmentSummary
    /// Nil for a type of a newer version, which is kept and not read.
    let type: ObjectType?
    private let retirement: Retirement
    /// The one that was staged with the block, which cannot be deleted before this one is gone. Nil if there is none.
    private let staged: Segment?

    init(_ summary: SegmentSummary, _ retirement: Retirement) {
        self.summary = summary
        self.retirement = retirement
        staged = nil
        type = ObjectType(identifier: summary.type)
    }

    /// A staged segment with the sequence numbers, and the time, that its directory entry gets.
    init(_ staged: Segment, _ numbered: SegmentSummary) {
        var summary = numbered
        summary.id = staged.id
        self.summary = summary
        self.staged = staged
        retirement = staged.retirement
        type = staged.type
    }

    deinit {
        if staged == nil {
            retirement.released(summary.id, bytes: summary.encodedSize)
        }
    }

    var id: Int64 { summary.id }
    var count: Int { summary.count }
    /// The range that anchors are compared with.
    var sequences: ClosedRange<UInt64> { summary.sequences }
}
