package import HearthModel
package import HearthWire

/// What changed since an anchor, as one snapshot has it, one batch a step.
package final class ChangeCursor {
    /// Whether the limit left changes out. Known when the last batch was taken.
    package private(set) var reachedLimit = false

    private let context: ReadingContext
    private let options: StoreOptions
    private let limit: UInt64
    /// Deletions up to here are not sent.
    private let deletionsKnown: UInt64
    private var log: ChangeLog
    private var sent: UInt64 = 0
    /// The last commit of which everything was taken.
    private var whole: UInt64
    /// The commit of the change that was taken last.
    private var latest: UInt64
    private var isFinished = false

    init(
        _ request: QueryChanges,
        _ snapshot: Snapshot,
        _ reader: SegmentReader,
        _ options: StoreOptions
    ) throws(HearthError) {
        context = ReadingContext(snapshot, reader, includeSeries: request.includeSeries)
        self.options = options
        limit = request.limit == 0 ? .max : request.limit
        // From the beginning: what is stored, and no deletion of what was stored before.
        var anchor = Anchor(storeID: snapshot.storeID, sequence: 0, deletions: snapshot.head)
        if !request.anchor.isEmpty {
            anchor = try locating("anchor", Anchor(decoding: request.anchor))
            _ = try locating(
                "anchor",
                anchor.resolve(inStore: snapshot.storeID, head: snapshot.head, oldest: snapshot.oldest)
            )
        }
        deletionsKnown = anchor.deletions
        whole = anchor.sequence
        latest = anchor.sequence
        let clauses = request.clauses.isEmpty ? snapshot.allTypes.map { Clause(type: $0) } : request.clauses
        log = ChangeLog(try context.selections(clauses), anchor, in: context)
    }

    /// A cursor that goes on by itself from where the other one is.
    private init(from other: ChangeCursor) {
        context = other.context
        options = other.options
        limit = other.limit
        deletionsKnown = other.deletionsKnown
        log = other.log
        sent = other.sent
        whole = other.whole
        latest = other.latest
        isFinished = other.isFinished
        reachedLimit = other.reachedLimit
    }

    package func fork() -> ChangeCursor { ChangeCursor(from: self) }

    /// Whether the anchor of the last batch says where the cursor is, and not where a write began of which a part was
    /// handed out.
    package var isBetweenWrites: Bool { whole == latest }

    /// The next changes, however long it takes; nil: there are no more. At least one batch comes, if only to say that
    /// nothing changed.
    package func next() throws(HearthError) -> ChangeBatch? {
        try context.reader.untilDone(step)
    }

    /// The next changes, as far as the reader is allowed to look for them.
    package func step() throws(HearthError) -> CursorStep<ChangeBatch> {
        guard !isFinished else { return .end }
        var added = BatchAssembly(log.selections, in: context)
        var deleted = DeletionAssembly()
        var room = options.batchSamples
        var bytes = options.batchBytes
        filling: while room > 0, let commit = try log.nextCommit() {
            if limit != .max, commit > latest, try !fits() {
                reachedLimit = true
                break
            }
            guard let piece = try log.next(atMost: room, oneCommit: limit != .max) else { break }
            let isFirst = added.count == 0 && deleted.count == 0
            let weights: RowWeights
            switch piece.content.rows {
            case .samples(let rows):
                guard added.fits(rows, piece.selection) else { break filling }
                weights = rows.weights
                bytes -= added.sharedBytes(rows, piece.selection)
            case .deletions(_, let ofDeletions):
                weights = ofDeletions
            }
            let start = piece.range.lowerBound
            let end = weights.end(of: start, in: piece.range.upperBound, atMost: room, bytes)
            // What is too large for any batch travels alone.
            guard isFirst || weights.bytes(of: start..<end) <= bytes else { break }
            switch piece.content.rows {
            case .samples(let rows):
                added.append(rows, start..<end, piece.selection)
            case .deletions(let rows, _):
                deleted.append(rows.selecting(.range(start..<end)), log.selections[piece.selection].type)
            }
            bytes -= weights.bytes(of: start..<end)
            note(piece, end)
            room -= end - piece.range.lowerBound
        }
        if added.count == 0, deleted.count == 0, !reachedLimit, try log.nextCommit() == nil, log.hasMore {
            return .pause
        }
        return .batch(try finish(added, deleted))
    }

    /// Whether the next write fits into the limit; a first one always does.
    private func fits() throws(HearthError) -> Bool {
        guard sent > 0 else { return true }
        let left = Int(clamping: limit - min(sent, limit))
        // No write has as many changes as an `Int` counts.
        guard left < .max else { return true }
        return try log.countOfNextCommit(atMost: left + 1) <= left
    }

    /// Notes that the changes of a piece up to `end` are taken.
    private func note(_ piece: ChangeLog.Piece, _ end: Int) {
        let commits = piece.content.commits
        let last = commits[end - 1]
        // All commits before the last one are complete: their changes come in order.
        if last > latest {
            whole = latest
            let before = commits[piece.range.lowerBound..<end].last { $0 < last }
            whole = max(whole, before ?? 0)
            latest = last
        }
        sent += UInt64(end - piece.range.lowerBound)
        log.advance(piece, to: end)
    }

    private func finish(_ added: BatchAssembly, _ deleted: DeletionAssembly) throws(HearthError) -> ChangeBatch {
        var following = reachedLimit ? latest + 1 : try log.nextCommit()
        if following == nil, log.hasMore {
            // Nobody has looked yet: there may be more of this write.
            following = latest
        }
        if following.map({ $0 > latest }) ?? true {
            whole = latest
        }
        let snapshot = context.snapshot
        let isCaughtUp = following == nil
        isFinished = isCaughtUp || reachedLimit
        let sequence = isCaughtUp ? snapshot.head : whole
        let (columns, members) = try added.columns()
        return ChangeBatch(
            added: columns,
            members: members,
            deleted: deleted.deletions,
            anchor: Anchor(storeID: snapshot.storeID, sequence: sequence, deletions: deletionsKnown).encoded,
            caughtUp: isCaughtUp
        )
    }
}

extension Snapshot {
    /// The types of which there are samples or deletions.
    fileprivate var allTypes: [ObjectType] {
        Set(samples.keys).union(deletions.keys).sorted { $0.index < $1.index }
    }
}
