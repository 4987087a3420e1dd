internal import HearthModel
internal import HearthSystem

/// A large save as readers have prepared it: the blocks of its samples and of the deletions of those that they replace, what
/// replaces the segments in which those were, and what the commit has to check again.
///
///     reader: decide, encode a few blocks -> writer: stage them, return the save -> reader: ... -> writer: number, add all
///
/// To encode a million samples takes hundreds of milliseconds, and the writes of all clients would wait. All changes are
/// numbered from 1 on; the commit adds the number of the last change. A staged block is retired: it is deleted if the
/// save is given up, also by the end of the process.
///
/// The reader threads and the writer use it in turns.
package final class PreparedSave: StagingOwner {
    /// What the writer does with the save.
    enum Progress: Sendable {
        /// Nothing is prepared: the commit does all of it if that is little.
        case untried
        /// Readers have more to do.
        case open
        /// These provenances have no numbers yet, nor this many more, or indexes are not complete.
        case waitingForNumbers([Provenance], more: Int)
        /// All blocks are encoded.
        case complete
        /// The commit does all of it.
        case declined
    }

    /// What was decided.
    private struct Decision {
        var addedCount = 0
        var deletedCount = 0
        var unchangedCount = 0
        var types = SampleCounts()
        var changeCount = 0
        /// The number of rows in all blocks.
        var rowCount = 0
        /// Why the save must be refused, as long as what was decided holds.
        var refusal: HearthError?
        var removed: [DeletedRows] = []
        var moved: [(association: Association, workout: ObjectID)] = []
        /// The UUIDs under which the samples are stored, if they are recorded.
        var ids: [ObjectID] = []
        /// Nil if nothing is decided.
        var dependencies: SaveDependencies?
    }

    private struct State {
        var progress = Progress.open
        var decision = Decision()
        var pieces: [PreparedBlock] = []
        var encodedBytes = 0
        var unpreparedSegments = 0
        var identifiers = FingerprintRuns()
        var syncKeys = FingerprintRuns()
        var associations = AssociationBlocks()
    }

    private let state = Guarded(State())
    let rewrites = SegmentRewrites()

    init() {}

    var progress: Progress { state.withLock { $0.progress } }
    var pieces: [PreparedBlock] { state.withLock { $0.pieces } }
    var addedCount: Int { state.withLock { $0.decision.addedCount } }
    var deletedCount: Int { state.withLock { $0.decision.deletedCount } }
    var changeCount: Int { state.withLock { $0.decision.changeCount } }
    var unchangedCount: Int { state.withLock { $0.decision.unchangedCount } }
    /// What is added, by type.
    var types: SampleCounts { state.withLock { $0.decision.types } }
    var refusal: HearthError? { state.withLock { $0.decision.refusal } }
    /// The rows that the save takes out of their segments.
    var removed: [DeletedRows] { state.withLock { $0.decision.removed } }
    var ids: [ObjectID] { state.withLock { $0.decision.ids } }

    /// The pieces that are encoded and not staged, by their positions.
    var encoded: [(key: Int, block: PreparedBlock)] {
        state.withLock { state in
            state.pieces.enumerated().compactMap { key, piece in
                if case .encoded = piece { (key, piece) } else { nil }
            }
        }
    }

    /// The number of rows without a block, and of segments without a replacement.
    var lackingCount: Int {
        state.withLock { state in
            if case .untried = state.progress { return .max }
            // More than there can be of rows.
            if case .waitingForNumbers(_, let more) = state.progress { return Int.max / 2 + more }
            return state.decision.rowCount - state.pieces.reduce(0) { $0 + $1.count } + state.unpreparedSegments
        }
    }

    func noteStaged(_ staged: Segment, for key: Int64) {
        state.withLock { state in
            guard state.pieces.indices.contains(Int(key)) else { return }
            let piece = state.pieces[Int(key)]
            state.encodedBytes -= piece.encodedBytes
            state.pieces[Int(key)] = .staged(staged, piece.summary)
        }
    }
}

// MARK: - Preparing

extension PreparedSave {
    func set(_ progress: Progress) {
        state.withLock { $0.progress = progress }
    }

    /// Whether the writer has to stage the encoded blocks before more are encoded.
    func isFull(_ options: StoreOptions) -> Bool {
        state.withLock { $0.encodedBytes >= options.preparedBytes } || rewrites.isFull(options)
    }

    /// Notes that the save must be refused, as long as nothing changes on which that depends.
    func note(_ refusal: HearthError, _ dependencies: SaveDependencies) {
        state.withLock { state in
            state = State()
            state.decision.refusal = refusal
            state.decision.dependencies = dependencies
        }
    }

    /// Notes what was decided. `ids`: under which the samples are stored.
    func note(
        _ plan: SaveChanges,
        _ moved: [(association: Association, workout: ObjectID)],
        _ dependencies: SaveDependencies,
        ids: [ObjectID]
    ) {
        let rowCount = plan.pieces.reduce(0) { $0 + $1.count } + plan.replacements.count
        state.withLock { state in
            state = State()
            state.unpreparedSegments = plan.removed.count
            state.decision = Decision(
                addedCount: plan.addedCount,
                deletedCount: plan.replacements.count,
                unchangedCount: plan.unchangedCount,
                types: plan.types,
                changeCount: plan.changeCount,
                rowCount: rowCount,
                removed: plan.removed,
                moved: moved,
                ids: ids,
                dependencies: dependencies
            )
        }
    }

    /// Adds a piece with its block.
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

    /// The same of deletions.
    func append(_ rows: DeletionRows, of type: ObjectType, _ coder: MetadataCoder) {
        append(PreparedBlock(rows, of: type, coder))
    }

    private func append(_ piece: PreparedBlock) {
        state.withLock { state in
            state.pieces.append(piece)
            state.encodedBytes += piece.encodedBytes
        }
    }

    /// Makes blocks of what becomes a member of a workout.
    func append(_ members: [ObjectID], of workout: ObjectID, _ coder: MetadataCoder) {
        state.withLock { $0.associations.append(members, of: workout, coder) }
    }

    /// Prepares what replaces a segment.
    func prepare(_ removed: DeletedRows, _ reader: SegmentReader) throws(HearthError) {
        try rewrites.prepare(removed, reader)
        state.withLock { $0.unpreparedSegments -= 1 }
    }

    /// Checks that saves and deletions since then make no difference, if they concern no more than `most` rows.
    func check(
        in snapshot: Snapshot,
        _ reader: SegmentReader,
        atMost most: Int = .max
    ) throws(HearthError) -> SaveDependencies.Check {
        guard var dependencies = state.withLock({ $0.decision.dependencies }) else { return .fails }
        let check = try dependencies.check(in: snapshot, reader, atMost: most)
        state.withLock { $0.decision.dependencies = dependencies }
        return check
    }
}

// MARK: - Committing

extension PreparedSave {
    /// Stages all encoded blocks. The changes get numbers close to those that they will have.
    func stage(in working: inout WorkingState, at time: Timestamp) {
        working.stage(rewrites)
        for (key, block) in encoded {
            _ = working.stage(block, after: working.head, at: time, as: Int64(key), of: self)
        }
    }

    /// Adds the samples and deletions, and numbers them; and gives workouts the newer versions of their samples.
    func add(to working: inout WorkingState, at time: Timestamp) {
        let head = working.head
        let (decision, associations) = state.withLock { ($0.decision, $0.associations) }
        let blocks = pieces.enumerated().map { key, piece in
            working.stage(piece, after: head, at: time, as: Int64(key), of: self)
        }
        working.adopt(blocks)
        working.snapshot.identifiers.add(identifiers, after: head)
        working.snapshot.syncKeys.add(syncKeys, after: head)
        working.set(head: head + UInt64(decision.changeCount))
        for (association, workout) in decision.moved {
            working.move(association, to: workout)
        }
        associations.add(to: &working)
    }

    private var identifiers: FingerprintRuns { state.withLock { $0.identifiers } }
    private var syncKeys: FingerprintRuns { state.withLock { $0.syncKeys } }
}
