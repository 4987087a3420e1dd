internal import HearthModel

/// The segments of one kind and type, in the order of their sequence numbers.
typealias SegmentList = ChunkedList<Segment, SegmentChunkSummary>

/// What is known of up to 64 neighbouring segments together.
struct SegmentChunkSummary: ChunkSummary {
    private(set) var starts: ClosedRange<Timestamp>
    private(set) var ends: ClosedRange<Timestamp>
    /// Of those segments whose range says something; nil when there are none.
    private(set) var ids: ClosedRange<ObjectID>?
    private(set) var samples: Int
    private(set) var fewestSamples: Int

    /// One pass, with comparisons that the compiler sees through.
    init(_ elements: [Segment]) {
        var starts: ClosedRange<Timestamp>?
        var ends: ClosedRange<Timestamp>?
        var ids: ClosedRange<ObjectID>?
        var samples = 0
        var fewestSamples = Int.max
        for segment in elements {
            starts = SegmentChunkSummary.union(starts, segment.summary.starts, Timestamp.isLess)
            ends = SegmentChunkSummary.union(ends, segment.summary.ends, Timestamp.isLess)
            if !segment.summary.hasUnorderedIDs {
                ids = SegmentChunkSummary.union(ids, segment.summary.ids, ObjectID.isLess)
            }
            samples += segment.count
            fewestSamples = min(fewestSamples, segment.count)
        }
        self.starts = starts ?? .nothing
        self.ends = ends ?? .nothing
        self.ids = ids
        self.samples = samples
        self.fewestSamples = fewestSamples
    }

    func joined(with others: SegmentChunkSummary) -> SegmentChunkSummary {
        var joined = self
        joined.starts = SegmentChunkSummary.union(starts, others.starts, Timestamp.isLess)
        joined.ends = SegmentChunkSummary.union(ends, others.ends, Timestamp.isLess)
        joined.ids = others.ids.map { SegmentChunkSummary.union(ids, $0, ObjectID.isLess) } ?? ids
        joined.samples += others.samples
        joined.fewestSamples = min(fewestSamples, others.fewestSamples)
        return joined
    }

    /// From the lesser lower bound to the greater upper bound.
    @inline(__always)
    private static func union<Bound>(
        _ one: ClosedRange<Bound>?,
        _ other: ClosedRange<Bound>,
        _ isLess: (Bound, Bound) -> Bool
    ) -> ClosedRange<Bound> {
        guard let one else { return other }
        let lower = isLess(other.lowerBound, one.lowerBound) ? other.lowerBound : one.lowerBound
        let upper = isLess(one.upperBound, other.upperBound) ? other.upperBound : one.upperBound
        return ClosedRange(uncheckedBounds: (lower, upper))
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

    /// The segments with sequence numbers in a range.
    func segments(with sequences: ClosedRange<UInt64>) -> [Segment] {
        var found: [Segment] = []
        var position = partition { $0.summary.lastSequence < sequences.lowerBound }
        while position < end, self[position].summary.firstSequence <= sequences.upperBound {
            found.append(self[position])
            position = after(position)
        }
        return found
    }

    /// Where a segment of the list lies.
    func position(of segment: Segment) -> Position {
        partition { $0.summary.lastSequence < segment.summary.firstSequence }
    }

    func contains(_ segment: Segment) -> Bool {
        let position = position(of: segment)
        return position < end && self[position] === segment
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
