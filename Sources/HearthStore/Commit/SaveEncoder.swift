package import HearthModel

/// Prepares a large save, step by step, before the writer gets it. The writer then checks what changed since, and returns
/// the save if that is much, or if blocks are missing.
///
///     SavePlanner -> encode samples, deletions, and what is left of segments from which samples are replaced
///                  <-> writer stages the blocks
///
/// Other writes of the same app can make a plan wrong. Then the save is planned again, a few times. What other apps write
/// is followed.
package final class SaveEncoder {
    private enum Phase {
        case begun
        case planning(SavePlanner)
        /// The writer has to number provenances.
        case waiting(ArraySlice<Provenance>)
        case encoding(ArraySlice<SegmentRows>, RowSizes?, start: Int, ReplacedSamples)
        /// The number of replaced samples whose deletions have blocks.
        case deleting(ReplacedSamples, encoded: Int)
        case rewriting(ArraySlice<DeletedRows>)
        case checking(SaveCheck)
        case complete
        case declined
        /// While a step makes the next phase.
        case none
    }

    private let columns: [SampleColumns]
    private let origin: WriteOrigin
    private let notesIDs: Bool
    private var phase = Phase.begun
    /// How often the save was planned.
    private(set) var planCount = 0
    /// How often other writes of the app have made the plan wrong. A step ends with it.
    package var failedPlans: Int { prepared.failedPlans }
    /// The number of changes of the planned save.
    private var changeCount = 0
    private var blocks = SaveBlocks()
    package let prepared = PreparedSave()

    /// The work of encoding a row, in rows that are read.
    private static let workOfEncoding = 4
    /// How many provenances the writer numbers in a commit.
    private static let numberedByCommit = 2_048

    /// `notesIDs`: records the UUIDs under which the samples are stored. `commitsFirst`: the commit does all of it if
    /// that is little.
    package init(_ columns: [SampleColumns], by origin: WriteOrigin, notesIDs: Bool = false, commitsFirst: Bool = false)
    {
        self.columns = columns
        self.origin = origin
        self.notesIDs = notesIDs
        if commitsFirst {
            prepared.set(.commitFirst)
        }
    }

    /// The commit does the save if that is little, else it is refused.
    private func decline() {
        phase = .declined
        prepared.set(.declined)
    }

    /// Works as much as reading `rows` rows takes. True: the writer can have the save.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        let options = reader.options
        let reader = reader.beginStep(rows: rows)
        while !reader.isExhausted {
            // Moved out, so that its values change without a copy.
            let phase = phase
            self.phase = .none
            switch phase {
            case .begun:
                guard failedPlans < options.failedPlans else {
                    decline()
                    return true
                }
                self.phase = begin(newest, options)
            case .planning(let planner): self.phase = try plan(planner, reader)
            case .waiting(let provenances):
                if wait(provenances, newest) { return true }
            case .encoding(let pieces, let sizes, let start, let replaced):
                self.phase = encode(pieces, sizes, start, replaced, options, newest, reader)
                if isFull(options) { return true }
            case .deleting(let replaced, let encoded):
                self.phase = encode(replaced, from: encoded, options, reader)
                if isFull(options) { return true }
            case .rewriting(let segments):
                self.phase = try rewrite(segments, reader)
                if isFull(options) { return true }
            case .checking(let check):
                if try proceed(check, reader, options) { return true }
            case .complete:
                self.phase = prepared.check(in: newest, reader).map(Phase.checking) ?? .declined
            case .declined, .none:
                decline()
                return true
            }
        }
        return false
    }

    /// Checks whether the plan holds, and follows others. True: the writer can have the save.
    private func proceed(
        _ check: SaveCheck,
        _ reader: SegmentReader,
        _ options: StoreOptions
    ) throws(HearthError) -> Bool {
        phase = .checking(check)
        switch try check.proceed(reader, options) {
        case nil: return false
        case .isFull?:
            prepared.set(.open)
            return true
        case .fails?:
            forgetPlan()
            reader.endStep()
            return false
        case .holds?:
            prepared.note(check.dependencies)
            let segments = prepared.rewrites.lacking(prepared.removed, options)
            phase = segments.isEmpty ? .complete : .rewriting(segments[...])
            prepared.set(segments.isEmpty ? .complete : .open)
            return segments.isEmpty
        }
    }

    /// The app has changed what the save depends on: it is planned again.
    private func forgetPlan() {
        blocks = SaveBlocks()
        prepared.forgetPlan()
        phase = .begun
    }

    /// A save is planned when the indexes are complete.
    private func begin(_ newest: Snapshot, _ options: StoreOptions) -> Phase {
        guard newest.unreadBlocks(for: origin) == 0 else { return .waiting([]) }
        return .planning(SavePlanner(columns, by: origin, in: newest, options, findsMembers: false))
    }

    /// True: the writer has to number provenances, a few at a time, as the writes of all clients wait for it.
    private func wait(_ provenances: ArraySlice<Provenance>, _ newest: Snapshot) -> Bool {
        guard !provenances.isEmpty || newest.unreadBlocks(for: origin) > 0 else {
            phase = .begun
            return false
        }
        let rest = provenances.dropFirst(SaveEncoder.numberedByCommit)
        let next = Array(provenances.prefix(SaveEncoder.numberedByCommit))
        prepared.set(next.isEmpty ? .waitingForKeys : .waitingForNumbers(next))
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
        planCount += 1
        return note(planner, reader)
    }

    /// Notes what was planned, with empty blocks in place of the rows, which are encoded next.
    private func note(_ planner: SavePlanner, _ reader: SegmentReader) -> Phase {
        var changes: SaveChanges
        do throws(HearthError) {
            changes = try planner.planned()
        } catch {
            // A write before it, which is not committed yet, may make room for it.
            prepared.note(.failure(error), planner.dependencies)
            return .complete
        }
        guard case .rows(var samples, let replaced) = changes.additions else {
            preconditionFailure("a plan that is encoded already")
        }
        samples.number(after: 0, commit: UInt64(changes.changeCount))
        blocks = SaveBlocks()
        changeCount = changes.changeCount
        changes.additions = .blocks(blocks)
        changes.rewrites = prepared.rewrites
        changes.ids = notesIDs ? planner.storedIDs(reader) : []
        prepared.note(.success(changes), planner.dependencies)
        return .encoding(samples[...], nil, start: 0, replaced)
    }

    /// Whether the writer has to stage what is prepared before more is.
    private func isFull(_ options: StoreOptions) -> Bool {
        blocks.isFull(options) || prepared.rewrites.isFull(options)
    }

    /// Encodes the next block.
    private func encode(
        _ pieces: ArraySlice<SegmentRows>,
        _ known: RowSizes?,
        _ start: Int,
        _ replaced: ReplacedSamples,
        _ options: StoreOptions,
        _ newest: Snapshot,
        _ reader: SegmentReader
    ) -> Phase {
        guard let rows = pieces.first else { return .deleting(replaced, encoded: 0) }
        guard start < rows.count else { return .encoding(pieces.dropFirst(), nil, start: 0, replaced) }
        let sizes = known ?? RowSizes(of: rows.samples)
        let end = rows.endOfPiece(from: start, sizes, options)
        let piece = end - start == rows.count ? rows : rows.selecting(.range(start..<end))
        reader.charge(SaveEncoder.workOfEncoding * (piece.count + piece.encodedSize / 256))
        blocks.append(
            piece,
            hasUnorderedIDs: IdentifierOrder.areUnordered(piece.samples.ids, amid: newest.samples.values),
            reader.attachments
        )
        return .encoding(pieces, sizes, start: end, replaced)
    }

    /// Encodes the next deletions. The commit knows their time.
    private func encode(
        _ replaced: ReplacedSamples,
        from start: Int,
        _ options: StoreOptions,
        _ reader: SegmentReader
    ) -> Phase {
        let last = UInt64(changeCount)
        guard let (type, next) = replaced.deletions(from: start, commit: last, at: .latest, options) else {
            return .rewriting(prepared.rewrites.lacking(prepared.removed, options)[...])
        }
        for rows in next.cut(options) {
            reader.charge(SaveEncoder.workOfEncoding * rows.count)
            blocks.append(rows, of: type, reader.attachments)
        }
        return .deleting(replaced, encoded: start + next.count)
    }

    /// Prepares what replaces the next segment.
    private func rewrite(_ segments: ArraySlice<DeletedRows>, _ reader: SegmentReader) throws(HearthError) -> Phase {
        guard let next = segments.first else {
            return .complete
        }
        try prepared.rewrites.prepare(next, reader)
        return .rewriting(segments.dropFirst())
    }
}
