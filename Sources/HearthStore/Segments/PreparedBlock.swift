internal import HearthModel

/// A block that readers have made for a write before its commit. Its changes have numbers that say how they follow each
/// other; the commit gives them those that they keep.
enum PreparedBlock: Sendable {
    case encoded(SegmentSummary, [UInt8])
    /// With the directory's entry before it was numbered.
    case staged(Segment, SegmentSummary)

    init(_ unchecked: SegmentSummary, _ block: [UInt8]) {
        var summary = unchecked
        summary.blockChecksum = Checksum.of(block)
        self = .encoded(summary, block)
    }

    /// Of deletions.
    init(_ rows: DeletionRows, of type: ObjectType, _ coder: MetadataCoder) {
        self.init(
            rows.summary(id: 0, type: type.identifier, rows.sequences.bounds),
            SegmentEncoder.encode(rows, coder, isNumbered: false)
        )
    }

    var count: Int { summary.count }

    /// The bytes in memory.
    var encodedBytes: Int {
        if case .encoded(_, let block) = self { block.count } else { 0 }
    }

    var summary: SegmentSummary {
        switch self {
        case .encoded(let summary, _), .staged(_, let summary): summary
        }
    }
}
