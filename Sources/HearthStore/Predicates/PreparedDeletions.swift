internal import HearthModel
internal import HearthSystem

/// The blocks of the deletions of a write, made by readers before the commit and staged as those of `SegmentRewrites` are.
///
/// A block has what is noted of the deleted rows of some segments. When others change one of these, the block is given up,
/// and the rows come into another block. The numbers in a block say how far its deletions are from the end of the
/// write. So blocks with lower numbers are given up with it, and those with higher ones stay right.
///
/// The reader threads and the writer use it in turns.
final class PreparedDeletions: StagingOwner {
    private struct Part {
        /// The deleted rows by their segments.
        let rows: [Int64: RowList]
        /// The number of deletions from the first one to the end of the write.
        let fromEnd: UInt64
        let workouts: [ObjectID]
        var blocks: [PreparedBlock]
    }

    private struct State {
        var parts: [Int64: Part] = [:]
        /// The key of the next part: each is used once, since blocks are staged by them.
        var nextKey: Int64 = 0
        /// The part of each segment.
        var bySegment: [Int64: Int64] = [:]
        /// The number of the deletions in all parts.
        var count: UInt64 = 0
        var encodedBytes = 0
        var lackingCount = 0
        /// What the index of deleted UUIDs gets, numbered from the end of the write: the last deletion is -1. Those of blocks
        /// that were given up stay.
        var deletedIDs = FingerprintRuns()
        var owner = DeletionRows.unknownOwner
    }

    private let state = Guarded(State())

    /// The most blocks in a part.
    private static let blocksOfPart: Int64 = 1 << 16
    /// To encode a deletion, and to write it, takes as long as decoding this many rows.
    private static let workOfEncoding = 4

    /// Whether the writer is to stage what is encoded before there is more of it.
    func isFull(_ options: StoreOptions) -> Bool { state.withLock { $0.encodedBytes >= options.preparedBytes } }

    /// The memory of what is prepared.
    var heldBytes: Int { state.withLock { $0.encodedBytes + 256 * $0.bySegment.count + 7 * $0.deletedIDs.keyCount } }

    /// The number of segments whose rows had no blocks when the writer had the deletion last.
    var lackingCount: Int { state.withLock { $0.lackingCount } }

    func noteLacking(_ count: Int) {
        state.withLock { $0.lackingCount = count }
    }

    /// The rows that still need blocks: none if a commit has no more work with them than it may.
    func lacking(_ all: [DeletedRows], _ options: StoreOptions) -> [DeletedRows] {
        let lacking = withoutBlocks(all)
        let work = lacking.reduce(0) { $0 + PreparedDeletions.work(of: $1) }
        return work > options.rewrittenRows ? lacking : []
    }

    private static func work(of deleted: DeletedRows) -> Int {
        let summary = deleted.segment.summary
        return workOfEncoding * deleted.rows.count
            + (summary.hasSyncKeys ? SegmentParts.metadata.work(in: summary) : summary.count)
    }

    /// The rows that are in no block. Blocks with other rows are forgotten, and those with lower numbers.
    func withoutBlocks(_ all: [DeletedRows]) -> [DeletedRows] {
        state.withLock { state in
            guard !state.parts.isEmpty else { return all }
            let rows = Dictionary(uniqueKeysWithValues: all.map { ($0.segment.id, $0.rows) })
            let wrong = state.parts.values.filter { part in part.rows.contains { rows[$0.key] != $0.value } }
            let firstWrong = wrong.map(\.fromEnd).min() ?? .max
            for (key, part) in state.parts where part.fromEnd >= firstWrong {
                state.parts[key] = nil
                state.encodedBytes -= part.blocks.reduce(0) { $0 + $1.encodedBytes }
                for segment in part.rows.keys {
                    state.bySegment[segment] = nil
                }
            }
            state.count = state.parts.values.map(\.fromEnd).max() ?? 0
            return all.filter { state.bySegment[$0.segment.id] == nil }
        }
    }

    /// Makes blocks of the next rows, as many as fill one. Returns the others. `owner`: the number of a provenance of the app.
    func prepareNext(
        of lacking: ArraySlice<DeletedRows>,
        by owner: UInt32,
        _ options: StoreOptions,
        _ reader: SegmentReader
    ) throws(HearthError) -> ArraySlice<DeletedRows> {
        // The last ones first: others come to have lower numbers.
        guard let type = lacking.last?.segment.type else { return [] }
        let next = PreparedDeletions.next(of: lacking, options)
        let count = next.reduce(0) { $0 + $1.rows.count }
        reader.charge(PreparedDeletions.workOfEncoding * count)
        let fromEnd = state.withLock { $0.count } + UInt64(count)
        // The commit knows the time.
        var gathered = GatheredDeletions(from: 1, commit: fromEnd, at: .latest, of: owner)
        var workouts: [ObjectID] = []
        for deleted in next {
            let noted = try deleted.noted(reader)
            gathered.append(noted)
            workouts += type == .workout ? noted.ids : []
        }
        let deletions = gathered.take()
        let blocks = (deletions?.cut(options) ?? []).map { PreparedBlock($0, of: type, reader.attachments) }
        let keys = deletions.map(IndexKeys.deletions)?.map { ($0.hash, $0.sequence &- fromEnd &- 1) } ?? []
        let rows = Dictionary(uniqueKeysWithValues: next.map { ($0.segment.id, $0.rows) })
        let part = Part(rows: rows, fromEnd: fromEnd, workouts: workouts, blocks: blocks)
        state.withLock { state in
            let key = state.nextKey
            state.nextKey += 1
            state.count = fromEnd
            state.parts[key] = part
            state.encodedBytes += blocks.reduce(0) { $0 + $1.encodedBytes }
            state.deletedIDs.add(keys)
            state.owner = owner
            for segment in rows.keys {
                state.bySegment[segment] = key
            }
        }
        return lacking.dropLast(next.count)
    }

    /// The last of some rows, of one type, that fill a block.
    private static func next(of lacking: ArraySlice<DeletedRows>, _ options: StoreOptions) -> ArraySlice<DeletedRows> {
        var start = lacking.endIndex
        var count = 0
        while start > lacking.startIndex, lacking[start - 1].segment.type == lacking.last?.segment.type,
            count == 0 || count + lacking[start - 1].rows.count <= options.segmentSamples
        {
            start -= 1
            count += lacking[start].rows.count
        }
        return lacking[start...]
    }

    /// All blocks, in the order of their numbers, each with the distance of its part from the end of the write.
    var blocks: [(key: Int64, fromEnd: UInt64, block: PreparedBlock)] {
        state.withLock { state in
            state.parts.sorted { $0.value.fromEnd > $1.value.fromEnd }.flatMap { key, part in
                part.blocks.enumerated().map { index, block in
                    (key * PreparedDeletions.blocksOfPart + Int64(index), part.fromEnd, block)
                }
            }
        }
    }

    /// What the index of deleted UUIDs gets, numbered from the end of the write, and the number of a provenance of the app.
    var deletedIDs: (keys: FingerprintRuns, owner: UInt32) { state.withLock { ($0.deletedIDs, $0.owner) } }

    /// The number of the deletions in blocks.
    var count: UInt64 { state.withLock { $0.count } }

    /// The workouts among what is deleted.
    var workouts: [ObjectID] { state.withLock { $0.parts.values.flatMap(\.workouts) } }

    func noteStaged(_ staged: Segment, for key: Int64) {
        state.withLock { state in
            let (part, index) = (key / PreparedDeletions.blocksOfPart, Int(key % PreparedDeletions.blocksOfPart))
            guard let block = state.parts[part]?.blocks[index] else { return }
            state.encodedBytes -= block.encodedBytes
            state.parts[part]?.blocks[index] = .staged(staged, block.summary)
        }
    }
}

extension DeletedRows {
    func noted(_ reader: SegmentReader) throws(HearthError) -> NotedSamples {
        let hasSyncKeys = segment.summary.hasSyncKeys
        let samples = try reader.rows(of: segment, hasSyncKeys ? .metadata : []).samples
        return NotedSamples(
            ids: samples.ids.selecting(rows),
            ends: samples.filledEnds.selecting(rows),
            kept: hasSyncKeys ? rows.numbers.map { samples.metadata[$0].map(SyncMark.kept) ?? .none } : []
        )
    }
}
