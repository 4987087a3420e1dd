package import HearthModel

/// Finds the samples that a deletion by predicate deletes, step by step, before the writer gets the deletion. The writer
/// then searches only what changed since, and returns the deletion to the search if that is much.
///
///     prepare -> search <-> update to the newest snapshot -> rewrite segments -> note deletions -> writer
package final class MatchingSearch {
    private enum Phase {
        case begun
        case preparing(DeletionPreparation)
        case searching
        case updating(FoundRowsUpdate)
        case rewriting(ArraySlice<DeletedRows>)
        case noting(ArraySlice<DeletedRows>)
    }

    private let clause: Clause
    private let origin: WriteOrigin
    private var phase = Phase.begun
    /// Segments that are still to be searched.
    private var open: ArraySlice<Segment> = []
    /// The search in the first one of them, as far as it has come.
    private var underWay: RowSearch?
    private var rounds = 0
    /// Nil if the predicate is not prepared yet.
    package private(set) var found: FoundRows?

    /// Maximum number of passes over what was stored meanwhile before the writer gets the deletion.
    private static let roundsMax = 16

    package init(_ clause: Clause, by origin: WriteOrigin) {
        self.clause = clause
        self.origin = origin
    }

    /// The memory that it holds between two steps.
    package var held: ReadingMemory {
        var held =
            switch phase {
            case .begun, .searching, .rewriting, .noting: ReadingMemory()
            case .preparing(let preparation): preparation.context.held
            case .updating(let update): update.held
            }
        held.bytes += (found?.heldBytes ?? 0) + (underWay == nil ? 0 : open.first?.summary.encodedSize ?? 0)
        held.shared += found?.matching.memberships.shared ?? []
        return held
    }

    /// Works as much as reading `rows` rows takes. True: the writer can have the deletion.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        let options = reader.options
        let reader = reader.beginStep(rows: rows)
        while !reader.isExhausted {
            let phase = phase
            // The values in it are changed where they are.
            self.phase = .searching
            switch phase {
            case .begun: self.phase = .preparing(DeletionPreparation(clause, by: origin, newest, reader))
            case .preparing(let preparation): try prepare(preparation, reader)
            case .updating(let update): try self.update(update, reader)
            case .rewriting(let segments):
                if try rewrite(segments, options, reader) { return true }
            case .noting(let segments):
                if try note(segments, newest, options, reader) { return true }
            case .searching:
                // The writer reads the keys first.
                guard newest.unreadBlocks(for: origin) == 0 else { return true }
                guard try searchOpenSegments(reader) else { return false }
                if finishRound(newest, options, reader) { return true }
            }
        }
        return false
    }

    private func prepare(_ preparation: DeletionPreparation, _ reader: SegmentReader) throws(HearthError) {
        var preparation = preparation
        if let matching = try preparation.proceed(reader) {
            found = FoundRows(matching)
        } else {
            phase = .preparing(preparation)
        }
    }

    private func update(_ update: FoundRowsUpdate, _ reader: SegmentReader) throws(HearthError) {
        guard var rows = found.take() else { return }
        var update = update
        if try update.proceed(&rows, reader) {
            open = rows.unsearched(in: update.snapshot)[...]
        } else {
            phase = .updating(update)
        }
        found = rows
    }

    /// Prepares the segments from which rows are deleted. True: the writer is to stage those that are prepared.
    private func rewrite(
        _ segments: ArraySlice<DeletedRows>,
        _ options: StoreOptions,
        _ reader: SegmentReader
    ) throws(HearthError) -> Bool {
        guard let next = segments.first, let rewrites = found?.rewrites else { return false }
        guard !rewrites.isFull(options) else { return true }
        phase = .rewriting(segments)
        try rewrites.prepare(next, reader)
        phase = .rewriting(segments.dropFirst())
        return false
    }

    /// Makes blocks of the deletions. True: the writer is to stage those that are made.
    private func note(
        _ segments: ArraySlice<DeletedRows>,
        _ newest: Snapshot,
        _ options: StoreOptions,
        _ reader: SegmentReader
    ) throws(HearthError) -> Bool {
        guard let last = segments.last, let found else { return false }
        guard !found.deletions.isFull(options) else { return true }
        phase = .noting(segments)
        let owner = last.owner(in: newest, origin)
        phase = .noting(try found.deletions.prepareNext(of: segments, by: owner, options, reader))
        return false
    }

    /// All segments that were open are searched. True: the writer can have the deletion.
    private func finishRound(_ newest: Snapshot, _ options: StoreOptions, _ reader: SegmentReader) -> Bool {
        guard var rows = found.take() else { return false }
        defer { found = rows }
        if rows.hold(in: newest, reader) {
            open = rows.unsearched(in: newest)[...]
            if open.isEmpty {
                let all = rows.bySegment(in: newest)
                let lacking = rows.rewrites.lacking(all, options)
                let unnoted = lacking.isEmpty ? rows.deletions.lacking(all, options) : []
                guard !lacking.isEmpty || !unnoted.isEmpty, rounds <= MatchingSearch.roundsMax else {
                    rounds = 0
                    return true
                }
                phase = lacking.isEmpty ? .noting(unnoted.oldestLast[...]) : .rewriting(lacking[...])
            }
        } else {
            phase = .updating(FoundRowsUpdate(of: rows, to: newest, reader))
        }
        rounds += 1
        guard rounds > MatchingSearch.roundsMax else { return false }
        rounds = 0
        open = []
        phase = .searching
        return true
    }

    /// False: the step has done its work, and there is more to search.
    private func searchOpenSegments(_ reader: SegmentReader) throws(HearthError) -> Bool {
        while let segment = open.first {
            guard !reader.isExhausted, let matching = found?.matching else { return false }
            var search = underWay
            underWay = nil
            if search == nil {
                search = try matching.search(in: segment, reader)
            }
            var rows = RowMask(false, count: segment.count)
            if var search {
                guard let judged = try search.proceed(reader) else {
                    underWay = search
                    return false
                }
                rows = matching.own(judged, of: search.rows)
            }
            found?.note(rows, in: segment)
            open.removeFirst()
        }
        return true
    }
}
