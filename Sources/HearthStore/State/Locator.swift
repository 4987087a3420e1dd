internal import HearthModel

/// Where a sample lies.
struct Location: Hashable {
    let segment: Segment
    let row: Int

    static func == (left: Location, right: Location) -> Bool {
        (left.segment.id, left.row) == (right.segment.id, right.row)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(segment.id)
        hasher.combine(row)
    }
}

/// Finds samples by their UUIDs in a snapshot.
///
/// Time-ordered UUIDs are found by the ranges of segments. Others are scattered over all segments: the index says which
/// few to read. Either way the price is that of reading a segment or two, however many there are.
struct Locator {
    let snapshot: Snapshot
    let reader: SegmentReader

    /// The work of finding a member of a correlation, in rows.
    static let workOfMember = 8

    /// For each identifier the location of its sample; nil for those that are not stored.
    func locate(_ ids: [ObjectID]) throws(HearthError) -> [Location?] {
        var found = [Location?](repeating: nil, count: ids.count)
        for (segment, candidates) in candidates(for: ids) {
            try forEachStored(of: ids, candidates.filter { found[$0] == nil }, in: segment) { found[$0] = $1 }
        }
        return found
    }

    /// Calls `body` with the index of each candidate that a segment has, and its row. `candidates`: indexes of
    /// identifiers.
    func forEachStored(
        of ids: [ObjectID],
        _ candidates: [Int],
        in segment: Segment,
        _ body: (Int, Location) -> Void
    ) throws(HearthError) {
        guard !candidates.isEmpty else { return }
        try reader.ids(of: segment).forEachSought(of: ids, candidates) { body($0, Location(segment: segment, row: $1)) }
    }

    func locate(_ id: ObjectID) throws(HearthError) -> Location? {
        try locate([id])[0]
    }

    /// The segments in which some of the identifiers may be, each with the indexes of those. `order`: that of their
    /// fingerprints, where it is known.
    func candidates(for ids: [ObjectID], order: HashOrder? = nil) -> [(segment: Segment, ids: [Int])] {
        guard !ids.isEmpty else { return [] }
        var found: [(segment: Segment, ids: [Int])] = []
        collectByRange(ids, &found)
        collectByIndex(ids, order, &found)
        return found
    }

    private func collectByRange(_ ids: [ObjectID], _ found: inout [(segment: Segment, ids: [Int])]) {
        // Only time-ordered identifiers are in such segments.
        var order = ids.indices.filter { ids[$0].version == 7 }
        if !ids.isStrictlyAscending {
            order.sort { ObjectID.isLess(ids[$0], ids[$1]) }
        }
        guard let first = order.first, let last = order.last else { return }
        let all = ids[first]...ids[last]
        for list in snapshot.samples.values {
            for chunk in list.chunks {
                guard let range = chunk.summary.ids, range.overlaps(all) else { continue }
                for segment in chunk.elements where !segment.summary.hasUnorderedIDs {
                    let range = segment.summary.ids
                    guard range.overlaps(all) else { continue }
                    let indexes = order.within(range, of: ids)
                    if !indexes.isEmpty {
                        found.append((segment, Array(indexes)))
                    }
                }
            }
        }
    }

    private func collectByIndex(
        _ ids: [ObjectID],
        _ order: HashOrder?,
        _ found: inout [(segment: Segment, ids: [Int])]
    ) {
        var indexed = CandidateSegments()
        for (segment, indexes) in snapshot.identifiers.unindexed(withAny: ids) {
            indexed.add(indexes, in: segment)
        }
        defer { found += indexed.all }
        guard snapshot.identifiers.keyCount > 0 else { return }
        snapshot.identifiers.forEachRange(of: order ?? HashOrder(ids.lazy.map(\.fingerprint))) { index, sequences in
            for segment in snapshot.segments(with: sequences)
            where segment.summary.hasUnorderedIDs && segment.summary.ids.contains(ids[index]) {
                indexed.add(index, in: segment)
            }
        }
    }
}

extension Snapshot {
    /// The segments of samples with sequence numbers in a range, of all types or of one.
    func segments(with sequences: ClosedRange<UInt64>, of type: ObjectType? = nil) -> [Segment] {
        guard let type else {
            return samples.values.flatMap { $0.segments(with: sequences) }
        }
        return samples[type]?.segments(with: sequences) ?? []
    }
}
