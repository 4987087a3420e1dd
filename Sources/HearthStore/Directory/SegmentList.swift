internal import HearthModel

/// The segments of one kind and type, in the order of their sequence numbers.
typealias SegmentList = ChunkedList<Segment, SegmentChunkSummary>

/// What is known of up to 128 neighbouring segments together.
struct SegmentChunkSummary: ChunkSummary {
    let starts: ClosedRange<Timestamp>
    let ends: ClosedRange<Timestamp>
    /// Of those segments whose range says something; nil when there are none.
    let ids: ClosedRange<ObjectID>?
    let samples: Int
    let fewestSamples: Int

    init(_ elements: [Segment]) {
        starts = elements.lazy.map(\.summary.starts).union() ?? .nothing
        ends = elements.lazy.map(\.summary.ends).union() ?? .nothing
        ids = elements.lazy.filter { !$0.summary.isScattered }.map(\.summary.ids).union()
        samples = elements.reduce(0) { $0 + $1.count }
        fewestSamples = elements.reduce(.max) { min($0, $1.count) }
    }
}

extension Sequence {
    /// From the least lower bound to the greatest upper bound.
    fileprivate func union<Bound>() -> ClosedRange<Bound>? where Element == ClosedRange<Bound> {
        var union: ClosedRange<Bound>?
        for range in self {
            union = union?.widened(to: range) ?? range
        }
        return union
    }
}

extension ClosedRange {
    fileprivate func widened(to other: ClosedRange) -> ClosedRange {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension ClosedRange<Timestamp> {
    /// What a chunk without segments covers.
    fileprivate static var nothing: ClosedRange { Timestamp.latest...Timestamp.latest }
}

extension SegmentList {
    var sampleCount: Int { chunks.reduce(0) { $0 + $1.summary.samples } }

    /// The number of the newest change in the list.
    var lastSequence: UInt64 { chunks.last?.elements.last?.summary.lastSequence ?? 0 }

    /// Where a segment of the list lies.
    func position(of segment: Segment) -> Position {
        partition { $0.summary.lastSequence < segment.summary.firstSequence }
    }

    /// The segments with changes after a commit, in order.
    func segments(after commit: UInt64) -> [Segment] {
        var found: [Segment] = []
        var position = partition { $0.summary.lastSequence <= commit }
        while position < end {
            found.append(self[position])
            position = after(position)
        }
        return found
    }
}
