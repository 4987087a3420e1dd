internal import HearthModel

extension StoreOptions {
    /// Groups of neighbours that fit into one segment.
    func groups(of segments: [Segment]) -> [[Segment]] {
        var groups: [[Segment]] = []
        var count = 0
        var weight = 0
        for segment in segments {
            let added = segment.summary.weight
            if let last = groups.last?.last, last.summary.shape == segment.summary.shape,
                count + segment.count <= segmentSamples, weight + added <= segmentBytes
            {
                groups[groups.count - 1].append(segment)
            } else {
                groups.append([segment])
                count = 0
                weight = 0
            }
            count += segment.count
            weight += added
        }
        return groups
    }
}

extension SegmentRows {
    /// Pieces that a segment may hold, in order.
    func cut(_ options: StoreOptions) -> [SegmentRows] {
        let weights = RowWeights(of: samples)
        guard count > options.segmentSamples || weight > options.segmentBytes else { return [self] }
        var pieces: [SegmentRows] = []
        var start = 0
        while start < count {
            let end = weights.end(
                of: start,
                in: count,
                atMost: options.segmentSamples,
                options.segmentBytes - weights.shared
            )
            pieces.append(selecting(.range(start..<end)))
            start = end
        }
        return pieces
    }

    /// The directory's entry for the rows. The checksum comes with the block.
    func summary(id: Int64, _ sequences: ClosedRange<UInt64>, isScattered: Bool) -> SegmentSummary {
        SegmentSummary(
            id: id,
            kind: .samples,
            type: samples.type.identifier,
            firstSequence: sequences.lowerBound,
            lastSequence: sequences.upperBound,
            count: count,
            starts: samples.starts.bounds,
            ends: samples.filledEnds.bounds,
            ids: samples.ids.bounds,
            values: SegmentSummary.Values(samples.payload),
            shape: shape,
            isScattered: isScattered,
            hasSyncKeys: syncKeys.contains { $0 != 0 },
            provenances: distinctProvenances,
            weight: weight,
            blockChecksum: 0
        )
    }

    var weight: Int {
        let weights = RowWeights(of: samples)
        return weights.shared + weights.bytes(of: 0..<count)
    }

    private var distinctProvenances: [UInt32] {
        guard let first = provenances.first else { return [] }
        return provenances.allSatisfy { $0 == first } ? [first] : Set(provenances).sorted()
    }
}

extension DeletionRows {
    /// Pieces that a segment may hold, in order.
    func cut(_ options: StoreOptions) -> [DeletionRows] {
        let weights = RowWeights(ofDeletionsWith: metadata)
        var pieces: [DeletionRows] = []
        var start = 0
        while start < count {
            let left = options.segmentBytes - weights.shared
            let end = weights.end(of: start, in: count, atMost: options.segmentSamples, left)
            pieces.append(end - start == count ? self : selecting(.range(start..<end)))
            start = end
        }
        return pieces
    }

    private var weight: Int {
        let weights = RowWeights(ofDeletionsWith: metadata)
        return weights.shared + weights.bytes(of: 0..<count)
    }

    func summary(id: Int64, type: String, _ sequences: ClosedRange<UInt64>) -> SegmentSummary {
        SegmentSummary(
            id: id,
            kind: .deletions,
            type: type,
            firstSequence: sequences.lowerBound,
            lastSequence: sequences.upperBound,
            count: count,
            starts: times.bounds,
            ends: times.bounds,
            ids: ids.bounds,
            values: nil,
            shape: 0,
            isScattered: false,
            hasSyncKeys: false,
            provenances: [],
            weight: weight,
            blockChecksum: 0
        )
    }
}
