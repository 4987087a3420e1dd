package import HearthModel

/// Prepares a large save, step by step, before the writer gets it. The writer then checks what changed since, and returns
/// the save if that is much, or if blocks are missing.
///
///     SavePlanner -> encode samples, deletions, and what is left of segments from which samples are replaced
///                  <-> writer stages the blocks
package final class SaveEncoder {
    private enum Phase {
        case begun
        case planning(SavePlanner)
        /// The writer has to number provenances.
        case waiting(ArraySlice<Provenance>)
        case encoding(ArraySlice<SegmentRows>, RowSizes?, start: Int, replaced: [DeletedSample])
        /// The deletions of replaced samples, and how many of them have blocks.
        case deleting([DeletedSample], encoded: Int)
        case rewriting(ArraySlice<DeletedRows>)
        case complete
        case declined
        /// While a step makes the next phase.
        case none
    }

    private let columns: [SampleColumns]
    private let origin: WriteOrigin
    private let notesIDs: Bool
    private var phase = Phase.begun
    /// The number of a provenance of the app.
    private var owner = DeletionRows.unknownOwner
    /// How often the save was decided.
    private(set) var decisionCount = 0
    package let prepared = PreparedSave()

    /// Others save what the save depends on. After this many times the commit does all of it.
    private static let decisionsMax = 4
    /// The work of encoding a row, in rows that are read.
    private static let workOfEncoding = 4
    /// How many provenances the writer numbers in a commit.
    private static let numberedByCommit = 2_048
    /// The number of samples that a block makes members of a workout.
    private static let membersOfBlock = 4_096

    /// `notesIDs`: records the UUIDs under which the samples are stored. `isTried`: the commit does all of it if that
    /// is little.
    package init(_ columns: [SampleColumns], by origin: WriteOrigin, notesIDs: Bool = false, isTried: Bool = false) {
        self.columns = columns
        self.origin = origin
        self.notesIDs = notesIDs
        if isTried {
            prepared.set(.untried)
        }
    }

    /// The commit does all of the save.
    package func decline() {
        phase = .declined
        prepared.set(.declined)
    }

    /// Works as much as reading `rows` rows takes. True: the writer can have the save.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        let options = reader.options
        let reader = reader.beginStep(rows: rows)
        while !reader.isExhausted {
            // The values in it are changed where they are.
            let phase = phase
            self.phase = .none
            switch phase {
            case .begun:
                guard decisionCount < SaveEncoder.decisionsMax else {
                    decline()
                    return true
                }
                self.phase = begin(newest, options)
            case .planning(let planner): self.phase = try plan(planner, reader)
            case .waiting(let provenances):
                if wait(provenances, newest) { return true }
            case .encoding(let pieces, let sizes, let start, let replaced):
                self.phase = encode(pieces, sizes, start, replaced, options, newest, reader)
                if prepared.isFull(options) { return true }
            case .deleting(let replaced, let encoded):
                self.phase = encode(replaced, from: encoded, options, reader)
                if prepared.isFull(options) { return true }
            case .rewriting(let segments):
                self.phase = try rewrite(segments, reader)
                if prepared.isFull(options) { return true }
            case .complete:
                self.phase = .complete
                if try complete(newest, reader) { return true }
            case .declined, .none:
                decline()
                return true
            }
        }
        return false
    }

    /// A save is planned when the indexes are complete.
    private func begin(_ newest: Snapshot, _ options: StoreOptions) -> Phase {
        guard newest.identifiers.isComplete, newest.syncKeys.isComplete else { return .waiting([]) }
        return .planning(SavePlanner(columns, by: origin, in: newest, options))
    }

    /// True: the writer has to number provenances, a few at a time, as the writes of all clients wait for it.
    private func wait(_ provenances: ArraySlice<Provenance>, _ newest: Snapshot) -> Bool {
        guard !provenances.isEmpty || !newest.identifiers.isComplete || !newest.syncKeys.isComplete else {
            phase = .begun
            return false
        }
        let rest = provenances.dropFirst(SaveEncoder.numberedByCommit)
        let next = Array(provenances.prefix(SaveEncoder.numberedByCommit))
        prepared.set(.waitingForNumbers(next, more: rest.count))
        phase = .waiting(rest)
        return true
    }

    /// Plans the next part of the save.
    private func plan(_ planner: SavePlanner, _ reader: SegmentReader) throws(HearthError) -> Phase {
        reader.charge(planner.nextWork)
        switch try planner.step(reader) {
        case .more, .decided, .isExhausted: return .planning(planner)
        case .lacksNumbers(let provenances): return .waiting(provenances[...])
        case .done: break
        }
        decisionCount += 1
        return note(planner, reader)
    }

    /// Notes what was planned, and makes the blocks of associations.
    private func note(_ planner: SavePlanner, _ reader: SegmentReader) -> Phase {
        var plan: SaveChanges
        let workouts: AssociationChanges
        do throws(HearthError) {
            (plan, workouts) = try planner.result()
        } catch {
            // A write before it, which is not committed yet, may make room for it.
            prepared.note(error, planner.dependencies)
            prepared.set(.complete)
            return .complete
        }
        plan.number(after: 0)
        owner = planner.owner
        prepared.note(plan, workouts.moved, planner.dependencies, ids: notesIDs ? planner.storedIDs : [])
        for (workout, samples) in workouts.added {
            for start in stride(from: 0, to: samples.count, by: SaveEncoder.membersOfBlock) {
                let end = min(start + SaveEncoder.membersOfBlock, samples.count)
                prepared.append(Array(samples[start..<end]), of: workout, reader.attachments)
            }
        }
        return .encoding(plan.pieces[...], nil, start: 0, replaced: plan.deleted)
    }

    /// Encodes the next block.
    private func encode(
        _ pieces: ArraySlice<SegmentRows>,
        _ known: RowSizes?,
        _ start: Int,
        _ replaced: [DeletedSample],
        _ options: StoreOptions,
        _ newest: Snapshot,
        _ reader: SegmentReader
    ) -> Phase {
        guard let rows = pieces.first else { return .deleting(replaced, encoded: 0) }
        guard start < rows.count else { return .encoding(pieces.dropFirst(), nil, start: 0, replaced: replaced) }
        let sizes = known ?? RowSizes(of: rows.samples)
        let end = rows.endOfPiece(from: start, sizes, options)
        let piece = end - start == rows.count ? rows : rows.selecting(.range(start..<end))
        reader.charge(SaveEncoder.workOfEncoding * (piece.count + piece.encodedSize / 256))
        prepared.append(
            piece,
            hasUnorderedIDs: IdentifierOrder.areUnordered(piece.samples.ids, amid: newest.samples.values),
            reader.attachments
        )
        return .encoding(pieces, sizes, start: end, replaced: replaced)
    }

    /// Encodes the next deletions, which have the last numbers of the save.
    private func encode(
        _ replaced: [DeletedSample],
        from start: Int,
        _ options: StoreOptions,
        _ reader: SegmentReader
    ) -> Phase {
        guard start < replaced.count else {
            return .rewriting(prepared.rewrites.lacking(prepared.removed, options)[...])
        }
        let type = replaced[start].type
        let next = replaced[start...].prefix(options.segmentSamples).prefix { $0.type == type }
        let last = UInt64(prepared.changeCount)
        // The commit knows the time.
        let first = last - UInt64(replaced.count - start) + 1
        var gathered = GatheredDeletions(from: first, commit: last, at: .latest, of: owner)
        for deleted in next {
            gathered.append(deleted.id, deleted.kept)
        }
        for rows in gathered.take()?.cut(options) ?? [] {
            reader.charge(SaveEncoder.workOfEncoding * rows.count)
            prepared.append(rows, of: type, reader.attachments)
        }
        return .deleting(replaced, encoded: next.endIndex)
    }

    /// Prepares what replaces the next segment.
    private func rewrite(_ segments: ArraySlice<DeletedRows>, _ reader: SegmentReader) throws(HearthError) -> Phase {
        guard let next = segments.first else {
            prepared.set(.complete)
            return .complete
        }
        try prepared.prepare(next, reader)
        return .rewriting(segments.dropFirst())
    }

    /// True: the writer can have the save.
    private func complete(_ newest: Snapshot, _ reader: SegmentReader) throws(HearthError) -> Bool {
        switch try prepared.check(in: newest, reader) {
        case .holds: return true
        case .tooMuch, .fails:
            phase = .begun
            return false
        }
    }
}
