internal import HearthModel
internal import HearthSystem
internal import HearthWire

/// A large save as readers have prepared it: the blocks of its samples, and what the commit has to check again.
///
///     reader: decide, encode a few blocks -> writer: stage them, return the save -> reader: ... -> writer: number, add all
///
/// To encode a million samples takes hundreds of milliseconds, and the writes of all clients would wait. The samples are
/// numbered from 1 on; the commit adds the number of the last change. A staged block is retired: it is deleted if the
/// save is given up, also by the end of the process.
///
/// The reader threads and the writer use it in turns.
package final class PreparedSave: StagingOwner {
    /// What the writer does with the save.
    enum Stage: Sendable {
        /// Readers have more to do.
        case open
        /// The provenances of what came with these have no numbers yet, or indexes are not complete.
        case waitingForNumbers([Provenance?])
        /// All blocks are encoded.
        case complete
        /// The commit does all of it.
        case declined
    }

    struct EncodedSegment: Sendable {
        let summary: SegmentSummary
        let block: [UInt8]
    }

    enum Piece: Sendable {
        case encoded(EncodedSegment)
        case staged(Segment, ClosedRange<UInt64>)

        var count: Int {
            switch self {
            case .encoded(let encoded): encoded.summary.count
            case .staged(let segment, _): segment.count
            }
        }
    }

    private struct State {
        var stage = Stage.open
        var pieces: [Piece] = []
        var encodedBytes = 0
        var addedCount = 0
        var unchangedCount = 0
        /// Why the save must be refused, as long as what was decided holds.
        var refusal: HearthError?
        /// Segments with samples that were compared with those of the save.
        var compared: [Segment] = []
        /// The number of the last change that is known not to affect the save.
        var head: UInt64 = 0
        var newIDs = SoughtIDs([])
        /// The types of samples with sync identifiers.
        var syncTypes: Set<ObjectType> = []
        var identifiers = FingerprintRuns()
        var syncKeys = FingerprintRuns()
    }

    private let state = Guarded(State())

    init() {}

    var stage: Stage { state.withLock { $0.stage } }
    var pieces: [Piece] { state.withLock { $0.pieces } }
    var addedCount: Int { state.withLock { $0.addedCount } }
    var unchangedCount: Int { state.withLock { $0.unchangedCount } }
    var refusal: HearthError? { state.withLock { $0.refusal } }
    var identifiers: FingerprintRuns { state.withLock { $0.identifiers } }
    var syncKeys: FingerprintRuns { state.withLock { $0.syncKeys } }

    /// The pieces that are encoded and not staged, by their positions.
    var encoded: [(key: Int, piece: EncodedSegment)] {
        state.withLock { state in
            state.pieces.enumerated().compactMap { key, piece in
                if case .encoded(let encoded) = piece { (key, encoded) } else { nil }
            }
        }
    }

    /// The number of samples without a block.
    var lackingCount: Int {
        state.withLock { state in
            if case .waitingForNumbers = state.stage { return .max }
            return state.addedCount - state.pieces.reduce(0) { $0 + $1.count }
        }
    }

    func noteStaged(_ staged: Segment, for key: Int64) {
        state.withLock { state in
            guard case .encoded(let encoded) = state.pieces[Int(key)] else { return }
            state.encodedBytes -= encoded.block.count
            state.pieces[Int(key)] = .staged(staged, encoded.summary.sequences)
        }
    }
}

// MARK: - Preparing

extension PreparedSave {
    func set(_ stage: Stage) {
        state.withLock { $0.stage = stage }
    }

    /// Whether the writer has to stage the encoded blocks before more are encoded.
    func isFull(_ options: StoreOptions) -> Bool { state.withLock { $0.encodedBytes >= options.preparedBytes } }

    /// Notes what was decided in the snapshot with the number `head`. `ids`: of samples that must still be new at the commit.
    func note(_ decisions: SaveDecisions, _ ids: [ObjectID], _ refusal: HearthError? = nil, head: UInt64) {
        state.withLock { state in
            state = State()
            state.refusal = refusal
            state.addedCount = decisions.addedCount
            state.unchangedCount = decisions.unchanged
            state.compared = decisions.comparedSegments
            state.head = head
            state.newIDs = SoughtIDs(ids)
            state.syncTypes = decisions.typesWithSyncKeys
        }
    }

    /// Adds a piece with its block.
    func append(_ rows: SegmentRows, hasUnorderedIDs: Bool, _ coder: AttachmentCoder) {
        let block = SegmentEncoder.encode(rows, coder, isNumbered: false)
        var summary = rows.summary(id: 0, rows.sequences.bounds, hasUnorderedIDs: hasUnorderedIDs)
        summary.blockChecksum = Checksum.of(block)
        let identifiers = hasUnorderedIDs ? IndexKeys.identifiers(of: rows) : []
        let syncKeys = summary.hasSyncKeys ? IndexKeys.syncKeys(of: rows) : []
        state.withLock { state in
            state.pieces.append(.encoded(EncodedSegment(summary: summary, block: block)))
            state.encodedBytes += block.count
            state.identifiers.add(identifiers)
            state.syncKeys.add(syncKeys)
        }
    }
}

// MARK: - Checking again

extension PreparedSave {
    enum Check {
        /// Nothing that was decided has become wrong.
        case holds
        /// More was saved meanwhile than may be looked at.
        case tooMuch
        /// The save has to be decided again.
        case fails
    }

    /// Checks that saves and deletions since then make no difference, if they concern no more than `most` rows.
    func check(in snapshot: Snapshot, _ reader: SegmentReader, atMost most: Int = .max) throws(HearthError) -> Check {
        let (compared, head, ids, syncTypes) = state.withLock { ($0.compared, $0.head, $0.newIDs, $0.syncTypes) }
        guard compared.allSatisfy(snapshot.contains) else { return .fails }
        var rows = 0
        for (type, list) in snapshot.samples {
            let hasSyncKeys = syncTypes.contains(type)
            for segment in list.segments(after: head) {
                if hasSyncKeys, segment.summary.hasSyncKeys { return .fails }
                guard let bounds = ids.bounds, segment.summary.ids.overlaps(bounds) else { continue }
                rows += segment.count
                guard rows <= most else { return .tooMuch }
                if try reader.ids(of: segment).contains(where: ids.contains) { return .fails }
            }
        }
        state.withLock { $0.head = snapshot.head }
        return .holds
    }
}

// MARK: - Committing

extension PreparedSave {
    /// Stages all encoded blocks. The samples get numbers close to those that they will have.
    func stage(in working: inout WorkingState) {
        for (key, piece) in encoded {
            _ = working.stage(piece.summary.numbered(after: working.head), piece.block, as: Int64(key), of: self)
        }
    }

    /// Adds the samples, and numbers them.
    func add(to working: inout WorkingState) {
        let head = working.head
        var added: [ObjectType: [Segment]] = [:]
        for (key, piece) in pieces.enumerated() {
            let segment: Segment
            switch piece {
            case .encoded(let encoded):
                segment = working.stage(encoded.summary.numbered(after: head), encoded.block, as: Int64(key), of: self)
            case .staged(let staged, let sequences):
                segment = Segment(staged, sequences.lowerBound + head...sequences.upperBound + head)
            }
            working.adopt(segment)
            guard let type = segment.type else { continue }
            added[type, default: []].append(segment)
        }
        for (type, segments) in added {
            working.snapshot.samples[type, default: SegmentList()].append(segments)
        }
        working.snapshot.identifiers.add(identifiers, after: head)
        working.snapshot.syncKeys.add(syncKeys, after: head)
        working.set(head: head + UInt64(addedCount))
    }
}

/// Many identifiers among which a few are sought.
private struct SoughtIDs {
    private let ids: [ObjectID]
    /// Nil: they ascend.
    private let order: HashOrder?
    /// Nil: there are none.
    let bounds: ClosedRange<ObjectID>?

    init(_ ids: [ObjectID]) {
        self.ids = ids
        order = ids.isStrictlyAscending ? nil : HashOrder(ids.lazy.map(\.fingerprint))
        bounds = ids.isEmpty ? nil : ids.bounds
    }

    func contains(_ id: ObjectID) -> Bool {
        guard let order else {
            let position = ids.indices.partition { ObjectID.isLess(ids[$0], id) }
            return position < ids.count && ids[position] == id
        }
        let hash = id.fingerprint
        var position = order.position(of: hash)
        while position < order.sorted.count, order.hash(at: position) == hash {
            if ids[order.index(at: position)] == id { return true }
            position += 1
        }
        return false
    }
}
