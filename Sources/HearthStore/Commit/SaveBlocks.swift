internal import HearthModel
internal import HearthSystem

/// What a large save adds, in blocks that readers have encoded and that the writer stages a few at a time.
///
/// All changes are numbered from 1 on; the commit adds the number of the last change. A staged block is retired: it is
/// deleted if the save is given up, also by the end of the process.
///
/// The reader threads and the writer use it in turns.
final class SaveBlocks: StagingOwner {
    private struct State {
        var blocks: [PreparedBlock] = []
        var encodedBytes = 0
        var identifiers = FingerprintRuns()
        var syncKeys = FingerprintRuns()
        var deletedIDs = FingerprintRuns()
        var owner = DeletionRows.unknownOwner
    }

    private let state = Guarded(State())

    init() {}

    /// Whether the writer has to stage the encoded blocks before more are encoded.
    func isFull(_ options: StoreOptions) -> Bool { state.withLock { $0.encodedBytes >= options.preparedBytes } }

    /// All blocks, in the order of their numbers.
    var blocks: [PreparedBlock] { state.withLock { $0.blocks } }

    /// The blocks that are encoded and not staged.
    var encoded: [(key: Int64, block: PreparedBlock)] {
        blocks.enumerated().compactMap { index, block in
            if case .encoded = block { (Int64(index), block) } else { nil }
        }
    }

    /// What the index of UUIDs gets.
    var identifiers: FingerprintRuns { state.withLock { $0.identifiers } }
    /// What the index of sync identifiers gets.
    var syncKeys: FingerprintRuns { state.withLock { $0.syncKeys } }

    /// What the index of deleted UUIDs gets, and the number of a provenance of the app.
    var deletedIDs: (keys: FingerprintRuns, owner: UInt32) { state.withLock { ($0.deletedIDs, $0.owner) } }

    /// Encodes samples.
    func append(_ rows: SegmentRows, hasUnorderedIDs: Bool, _ coder: MetadataCoder) {
        let block = SegmentEncoder.encode(rows, coder, isNumbered: false)
        let summary = rows.summary(id: 0, rows.sequences.bounds, hasUnorderedIDs: hasUnorderedIDs)
        let identifiers = hasUnorderedIDs ? IndexKeys.identifiers(of: rows) : []
        let syncKeys = summary.hasSyncKeys ? IndexKeys.syncKeys(of: rows) : []
        append(PreparedBlock(summary, block))
        state.withLock { state in
            state.identifiers.add(identifiers)
            state.syncKeys.add(syncKeys)
        }
    }

    /// Encodes deletions.
    func append(_ rows: DeletionRows, of type: ObjectType, _ coder: MetadataCoder) {
        append(PreparedBlock(rows, of: type, coder))
        let keys = IndexKeys.deletions(of: rows)
        state.withLock { state in
            state.deletedIDs.add(keys)
            state.owner = rows.owners.first ?? state.owner
        }
    }

    private func append(_ block: PreparedBlock) {
        state.withLock { state in
            state.blocks.append(block)
            state.encodedBytes += block.encodedBytes
        }
    }

    func noteStaged(_ staged: Segment, for key: Int64) {
        state.withLock { state in
            let block = state.blocks[Int(key)]
            state.encodedBytes -= block.encodedBytes
            state.blocks[Int(key)] = .staged(staged, block.summary)
        }
    }
}
