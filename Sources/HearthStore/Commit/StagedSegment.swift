internal import HearthModel

/// A block that is written for a deletion which is not done yet, to take the place of a segment.
struct StagedSegment {
    let segment: Segment
    let block: [UInt8]
    let rewrites: SegmentRewrites
    let old: Int64
}
