internal import HearthModel

extension [Segment] {
    /// Groups of neighbours that fit into one segment.
    func groups(_ options: StoreOptions) -> [[Segment]] {
        var groups: [[Segment]] = []
        var count = 0
        var encodedSize = 0
        for segment in self {
            let added = segment.summary.encodedSize
            if let last = groups.last?.last, last.summary.shape == segment.summary.shape,
                count + segment.count <= options.segmentSamples, encodedSize + added <= options.segmentBytes
            {
                groups[groups.count - 1].append(segment)
            } else {
                groups.append([segment])
                count = 0
                encodedSize = 0
            }
            count += segment.count
            encodedSize += added
        }
        return groups
    }
}

extension SegmentRows {
    /// Pieces that a segment may hold, in order.
    func cut(_ options: StoreOptions) -> [SegmentRows] {
        let sizes = RowSizes(of: samples)
        guard count > options.segmentSamples || encodedSize > options.segmentBytes else { return [self] }
        var pieces: [SegmentRows] = []
        var start = 0
        while start < count {
            let end = endOfPiece(from: start, sizes, options)
            pieces.append(selecting(.range(start..<end)))
            start = end
        }
        return pieces
    }

    /// Where a segment ends that begins with a row.
    func endOfPiece(from start: Int, _ sizes: RowSizes, _ options: StoreOptions) -> Int {
        sizes.end(of: start, in: count, atMost: options.segmentSamples, options.segmentBytes - sizes.shared)
    }

    /// The directory's entry for the rows. The checksum comes with the block.
    func summary(id: Int64, _ sequences: ClosedRange<UInt64>, hasUnorderedIDs: Bool) -> SegmentSummary {
        let totals = SegmentTotals(of: samples)
        return SegmentSummary(
            id: id,
            kind: .samples,
            type: samples.type.identifier,
            firstSequence: sequences.lowerBound,
            lastSequence: sequences.upperBound,
            count: count,
            starts: samples.starts.bounds,
            ends: samples.filledEnds.bounds,
            ids: samples.ids.bounds,
            values: SegmentSummary.Values(samples.payload, totals),
            totals: totals,
            shape: shape,
            hasUnorderedIDs: hasUnorderedIDs,
            hasSyncKeys: syncKeys.contains { $0 != 0 },
            provenances: distinctProvenances,
            encodedSize: encodedSize,
            blockChecksum: 0
        )
    }

    var encodedSize: Int {
        let sizes = RowSizes(of: samples)
        return sizes.shared + sizes.bytes(of: 0..<count)
    }

    private var distinctProvenances: [UInt32] {
        guard let first = provenances.first else { return [] }
        return provenances.allSatisfy { $0 == first } ? [first] : Set(provenances).sorted()
    }
}

extension [SegmentRows] {
    /// Gives rows the numbers after that of the last change. `commit`: the last number of their write.
    mutating func number(after head: UInt64, commit: UInt64) {
        var next = head + 1
        for index in indices {
            let count = self[index].count
            self[index].sequences = Array<UInt64>(next..<next + UInt64(count))
            self[index].commits = Array<UInt64>(repeating: commit, count: count)
            next += UInt64(count)
        }
    }
}

extension DeletionRows {
    /// Pieces that a segment may hold, in order.
    func cut(_ options: StoreOptions) -> [DeletionRows] {
        let sizes = RowSizes(ofDeletionsWith: metadata)
        var pieces: [DeletionRows] = []
        var start = 0
        while start < count {
            let left = options.segmentBytes - sizes.shared
            let end = sizes.end(of: start, in: count, atMost: options.segmentSamples, left)
            pieces.append(end - start == count ? self : selecting(.range(start..<end)))
            start = end
        }
        return pieces
    }

    private var encodedSize: Int {
        let sizes = RowSizes(ofDeletionsWith: metadata)
        return sizes.shared + sizes.bytes(of: 0..<count)
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
            hasUnorderedIDs: false,
            hasSyncKeys: false,
            provenances: [],
            encodedSize: encodedSize,
            blockChecksum: 0
        )
    }
}
