package import HearthModel

/// What changed since an anchor, as one snapshot has it, one batch a step.
///
/// The anchors of its batches lie between writes. Only a reader that sets a limit gets anchors inside a write, as its
/// pages may end there.
package final class ChangeCursor {
    /// Whether the limit left changes out. Known when the last batch was taken.
    package private(set) var reachedLimit = false

    private var context: ReadingContext
    private let options: StoreOptions
    /// Nil without a limit.
    private let limit: UInt64?
    /// Where the changes begin that are being read: those that the stream lacks of earlier ones, in two parts, or those
    /// that come after them.
    private var start: Anchor
    /// Those of the last part, while there are parts before it.
    private let selections: [TypeSelection]
    /// Nil if the stream has everything before its anchor that its reader may see.
    private let lacking: LackingChanges?
    private var log: ChangeLog
    /// The sets of members that the predicates refer to.
    private let members: [MemberSet]
    private var sent: UInt64 = 0
    /// The last commit that was taken whole.
    private var whole: UInt64
    /// The commit of the change that was taken last.
    private var latest: UInt64
    /// The change that was taken last.
    private var last: ChangePosition?
    /// A change up to which, and no further, everything was taken; nil: only whole writes.
    private var inside: ChangePosition?
    private var isFinished = false

    init(
        _ request: QueryChanges,
        _ prepared: ClausePreparation,
        _ snapshot: Snapshot,
        _ reader: SegmentReader,
        _ options: StoreOptions
    ) throws(HearthError) {
        context = ReadingContext(snapshot, reader, includeSeries: request.includeSeries)
        self.options = options
        limit = request.limit == 0 ? nil : request.limit
        start = try ChangeCursor.beginning(of: request, in: snapshot)
        members = prepared.members
        let all = try TypeSelection.selections(prepared.clauses, prepared.predicates)
        if let stream = start.visibility, stream.pass != nil {
            let change = ViewChange(fromView: stream.view, in: snapshot)
            lacking = try LackingChanges(
                change,
                prepared.clauses,
                prepared.predicates,
                asked: prepared.asked,
                in: snapshot,
                upTo: start.sequence
            )
        } else {
            lacking = nil
        }
        selections = lacking == nil ? [] : all
        whole = start.position
        latest = start.position
        log = ChangeCursor.log(from: start, lacking, all, in: context)
    }

    private static func log(
        from start: Anchor,
        _ lacking: LackingChanges?,
        _ selections: [TypeSelection],
        in context: ReadingContext
    ) -> ChangeLog {
        guard let lacking, start.visibility?.pass != nil else { return ChangeLog(selections, start, in: context) }
        return ChangeLog(lacking: lacking, from: start, in: context)
    }

    /// Continues with the next part, when nothing is left of one that the stream lacked.
    private func beginNextPart() {
        start.visibility = start.visibility?.afterPart
        whole = start.position
        latest = start.position
        last = nil
        inside = nil
        log = ChangeCursor.log(from: start, lacking, selections, in: context)
    }

    private var isAtEndOfPart: Bool {
        get throws(HearthError) { try log.nextPosition() == nil && !log.hasMore }
    }

    /// Where a request begins. Throws if its anchor is not one of the snapshot's.
    package static func beginning(of request: QueryChanges, in snapshot: Snapshot) throws(HearthError) -> Anchor {
        guard !request.anchor.isEmpty else {
            // What is stored, and no deletion of what was stored before.
            return Anchor(
                storeID: snapshot.storeID,
                sequence: 0,
                deletions: snapshot.head,
                visibility: snapshot.streamVisibility
            )
        }
        let anchor = try locating("anchor", Anchor(decoding: request.anchor, from: snapshot))
        _ = try locating(
            "anchor",
            anchor.resolve(inStore: snapshot.storeID, head: snapshot.head, oldest: snapshot.oldest)
        )
        return try locating("anchor", anchor.adapted(to: snapshot))
    }

    /// An independent cursor that starts at the position of another.
    private init(from other: ChangeCursor) {
        context = other.context
        options = other.options
        limit = other.limit
        start = other.start
        selections = other.selections
        lacking = other.lacking
        log = other.log
        members = other.members
        sent = other.sent
        whole = other.whole
        latest = other.latest
        last = other.last
        inside = other.inside
        isFinished = other.isFinished
        reachedLimit = other.reachedLimit
    }

    package func fork() -> ChangeCursor { ChangeCursor(from: self) }

    /// The memory that it holds between two steps.
    package var held: ReadingMemory { ReadingMemory(bytes: log.heldBytes, shared: members) }

    /// Whether the anchor of the last batch is the position of the cursor. In the middle of a write it is that before the
    /// write.
    package var isBetweenWrites: Bool { whole == latest }

    /// The next changes, however long it takes; nil: there are no more. At least one batch comes, if only to say that
    /// nothing changed.
    package func next() throws(HearthError) -> ChangeBatch? {
        try CursorStep.untilBatch(context.reader, step)
    }

    /// The next changes, as far as a step with the work of `rows` rows finds them.
    package func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<ChangeBatch> {
        context.reader = reader.beginStep(rows: rows)
        log.context.reader = context.reader
        return try step()
    }

    private func step() throws(HearthError) -> CursorStep<ChangeBatch> {
        guard !isFinished else { return .end }
        while start.visibility?.pass != nil, try isAtEndOfPart {
            beginNextPart()
        }
        var added = BatchAssembly(log.selections, in: context)
        var deleted = DeletionAssembly()
        var room = options.batchSamples
        var bytes = options.batchBytes
        /// The first changes of the segments of deletions that have rows in the batch.
        var segmentsOfDeletions: Set<UInt64> = []
        filling: while room > 0, let position = try log.nextPosition() {
            let left = limit.map { Int(clamping: $0 - min(sent, $0)) } ?? .max
            // Deletions that an older version stored may share a number, and no anchor can lie between them.
            guard left > 0 || position == last else {
                reachedLimit = true
                break
            }
            guard let piece = try log.next(atMost: min(room, max(left, 1))) else { break }
            let isFirst = added.count == 0 && deleted.count == 0
            let sizes: RowSizes
            switch piece.content.rows {
            case .samples(let rows):
                guard added.fits(rows, piece.selection) else { break filling }
                sizes = rows.sizes
                bytes -= added.sharedBytes(rows, piece.selection)
            case .deletions(_, let ofDeletions):
                sizes = ofDeletions
                if segmentsOfDeletions.insert(piece.content.sequences.first ?? 0).inserted {
                    bytes -= ofDeletions.shared
                }
            }
            let start = piece.range.lowerBound
            let end = sizes.end(of: start, in: piece.range.upperBound, atMost: room, bytes)
            // What is too large for any batch travels alone.
            guard isFirst || sizes.bytes(of: start..<end) <= bytes else { break }
            switch piece.content.rows {
            case .samples(let rows):
                added.append(rows, start..<end, piece.selection)
            case .deletions(let rows, _):
                deleted.append(rows.selecting(.range(start..<end)), log.selections[piece.selection].type)
            }
            bytes -= sizes.bytes(of: start..<end)
            note(piece, end)
            room -= end - piece.range.lowerBound
        }
        if added.count == 0, deleted.count == 0, !reachedLimit, try log.nextPosition() == nil,
            log.hasMore || start.visibility?.pass != nil
        {
            // A part in which there is nothing makes no batch: whether there is a pass is not the app's business.
            return .pause
        }
        return .batch(try finish(added, deleted))
    }

    /// Notes that the changes of a piece up to `end` are taken.
    private func note(_ piece: ChangeLog.Piece, _ end: Int) {
        let commits = piece.content.commits
        let commit = commits[end - 1]
        // All commits before the last one are complete: their changes come in order.
        if commit > latest {
            whole = latest
            let before = commits[piece.range.lowerBound..<end].last { $0 < commit }
            whole = max(whole, before ?? 0)
            latest = commit
        }
        last = piece.content.position(of: end - 1)
        sent += UInt64(end - piece.range.lowerBound)
        log.advance(piece, to: end)
    }

    /// Notes how far everything was taken. `following`: the next change; nil: none, or not known yet.
    private func settle(_ following: ChangePosition?) {
        if following == nil, log.hasMore {
            // There may be more of this write, and more deletions with the number of the last one.
            if let last, last.isSample {
                inside = last
            }
        } else {
            if following.map({ $0.commit > latest }) ?? true {
                whole = latest
            }
            if following != last {
                inside = last
            }
        }
    }

    private func finish(_ added: BatchAssembly, _ deleted: DeletionAssembly) throws(HearthError) -> ChangeBatch {
        let following = try log.nextPosition()
        settle(following)
        let isAtEnd = following == nil && !log.hasMore
        let isCaughtUp = isAtEnd && start.visibility?.pass == nil
        isFinished = isCaughtUp || reachedLimit
        let (columns, members) = try added.columns()
        var anchor = isCaughtUp ? end : self.anchor
        if isAtEnd, !isCaughtUp, !reachedLimit {
            beginNextPart()
            anchor = start
        }
        return ChangeBatch(
            added: columns,
            members: members,
            deleted: deleted.deletions,
            anchor: context.snapshot.sealed(anchor),
            caughtUp: isCaughtUp
        )
    }

    /// After all changes of the snapshot.
    private var end: Anchor {
        Anchor(
            storeID: context.snapshot.storeID,
            sequence: context.snapshot.head,
            visibility: start.visibility
        )
    }

    /// Continues after what was taken.
    private var anchor: Anchor {
        let inside = limit == nil ? nil : inside.flatMap { $0.commit > whole ? $0 : nil }
        guard start.visibility?.pass == nil else {
            var anchor = start
            anchor.visibility?.pass?.position = inside?.sequence ?? whole
            return anchor
        }
        var (sequence, deletions) = (whole, start.deletions)
        if let inside {
            // In a write all deletions come before the first sample.
            sequence = inside.isSample ? inside.sequence : whole
            deletions = max(deletions, inside.isSample ? inside.commit : inside.sequence)
        }
        return Anchor(
            storeID: context.snapshot.storeID,
            sequence: sequence,
            deletions: deletions,
            visibility: start.visibility
        )
    }
}

extension QueryChanges {
    /// The clauses that say what is read: those of the request, or one for each type in the snapshot.
    package func clauses(in snapshot: Snapshot) -> [Clause] {
        clauses.isEmpty ? snapshot.allTypes.map { Clause(type: $0) } : clauses
    }
}
