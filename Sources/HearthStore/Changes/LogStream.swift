internal import HearthModel

/// The changes of one type and kind after an anchor, in commit order. Segments are read when their turn comes.
struct LogStream {
    /// What a segment holds that has to be sent, in commit order.
    struct Content {
        var rows: Rows
        var sequences: [UInt64]
        var commits: [UInt64]

        /// The position of a row among all changes.
        @inline(__always)
        func position(of row: Int) -> ChangePosition {
            let isSample = if case .samples = rows { true } else { false }
            return ChangePosition(commit: commits[row], isSample: isSample, sequence: sequences[row])
        }

        enum Rows {
            case samples(SizedRows)
            case deletions(DeletionRows, RowSizes)
        }
    }

    let selection: Int
    private let kind: SegmentSummary.Kind
    private let after: UInt64
    private let last: UInt64
    /// What a reader lacks of changes before its anchor; nil: the changes come after it.
    private let lacking: LackingChanges?
    private var segments: ArraySlice<Segment>
    private var content: Content?
    private var next = 0
    /// The first of the segments, as far as its rows were judged.
    private var underWay: Judgement?

    private enum Judgement {
        case samples(RowSearch)
        case deletions(DeletedRowSearch)
        /// Indirect: it is large and rare, and every stream has room for the others.
        indirect case lacking(LackingDeletionSearch)

        /// Bytes of segments that are read in addition to the one that is judged.
        var heldBytes: Int {
            if case .lacking(let search) = self { search.openSegment?.summary.encodedSize ?? 0 } else { 0 }
        }
    }

    init(
        _ segments: [Segment],
        _ kind: SegmentSummary.Kind,
        _ selection: Int,
        after: UInt64,
        upTo last: UInt64 = .max,
        _ lacking: LackingChanges? = nil
    ) {
        self.segments = segments[...]
        self.kind = kind
        self.selection = selection
        self.after = after
        self.last = last
        self.lacking = lacking
    }

    /// A position that the next change is not before; nil when there is none.
    var least: ChangePosition? {
        content.map { $0.position(of: next) } ?? segments.first.map(ChangePosition.beginning)
    }

    /// Whether `least` is the position of the next change and not only a bound.
    var isOpen: Bool { content != nil }

    /// Reads the next segment, and judges its rows; false when it is the turn of others to read.
    mutating func open(_ selection: TypeSelection, _ context: ReadingContext) throws(HearthError) -> Bool {
        guard let segment = segments.first else { return true }
        var judgement = underWay
        underWay = nil
        if judgement == nil {
            judgement = try begin(segment, selection, context)
        }
        switch judgement {
        case .samples(var search)?:
            guard let found = try search.proceed(context.reader) else {
                underWay = .samples(search)
                return false
            }
            content = try samples(search.rows, found.chosen, of: segment, context)
        case .deletions(var search)?:
            guard let found = try search.proceed(selection, context.reader) else {
                underWay = .deletions(search)
                return false
            }
            let rows = inOrder(found, of: search.seen.rows)
            if let rows, let lacking {
                underWay = .lacking(lacking.search(among: rows, of: selection.type, context))
                return try open(selection, context)
            }
            content = rows.map(deletions)
        case .lacking(var search)?:
            guard let found = try search.proceed(context) else {
                underWay = .lacking(search)
                return false
            }
            content = found.isEmpty ? nil : deletions(search.rows.selecting(.each(found)))
        case nil: content = nil
        }
        segments.removeFirst()
        next = 0
        return true
    }

    /// The judgement of a segment's rows; nil: none of them matches.
    private func begin(
        _ segment: Segment,
        _ selection: TypeSelection,
        _ context: ReadingContext
    ) throws(HearthError) -> Judgement? {
        guard kind == .samples else {
            let deletions = try context.reader.deletions(of: segment)
            let seen = SeenDeletions(deletions, VisibleDeletions(of: selection.type, in: context.snapshot))
            return seen.rows.count == 0 ? nil : .deletions(DeletedRowSearch(seen))
        }
        let certainty = try selection.certainty(for: segment.summary, context.reader)
        guard certainty != .never else { return nil }
        let parts = context.parts.union(.log).union(selection.parts)
        let rows = try context.reader.rows(of: segment, parts)
        return .samples(RowSearch(rows, certainty == .always ? [] : selection.predicates, in: context.snapshot))
    }

    private func samples(
        _ all: SegmentRows,
        _ matching: RowList,
        of segment: Segment,
        _ context: ReadingContext
    ) throws(HearthError) -> Content? {
        var rows = all
        if let chosen = inOrder(matching, rows.sequences) {
            guard !chosen.isEmpty else { return nil }
            rows = rows.selecting(chosen)
        }
        let sized = try context.sized(rows)
        return Content(rows: .samples(sized), sequences: rows.sequences, commits: rows.commits)
    }

    private func deletions(_ rows: DeletionRows) -> Content {
        let sizes = RowSizes(ofDeletionsWith: rows.metadata)
        return Content(rows: .deletions(rows, sizes), sequences: rows.sequences, commits: rows.commits)
    }

    /// The deletions that match, in the order of their numbers. Nil if there are none after the anchor.
    private func inOrder(_ matching: RowList, of rows: DeletionRows) -> DeletionRows? {
        guard let chosen = inOrder(matching, rows.sequences) else { return rows }
        return chosen.isEmpty ? nil : rows.selecting(chosen)
    }

    /// The rows after an anchor, in the order of their numbers; nil if those are all rows, in order.
    private func inOrder(_ matching: RowList, _ sequences: [UInt64]) -> RowList? {
        guard case .range(let rows) = matching, rows.dropFirst().allSatisfy({ sequences[$0 - 1] <= sequences[$0] })
        else {
            return .each(
                matching.numbers.filter { sequences[$0] > after && sequences[$0] <= last }
                    .sorted { (sequences[$0], $0) < (sequences[$1], $1) }
            )
        }
        let first = rows.partition { sequences[$0] <= after }
        let end = rows.partition { sequences[$0] <= last }
        return first == 0 && end == sequences.count ? nil : .range(first..<max(first, end))
    }

    /// The next changes of the open segment, at least one and at most `most`: those before the next change of any other
    /// stream.
    func range(before others: ChangePosition?, atMost most: Int) -> Range<Int> {
        guard let content else { return 0..<0 }
        let rows = next..<next + min(most, content.sequences.count - next)
        guard let others else { return rows }
        return next..<max(next + 1, rows.partition { content.position(of: $0) < others })
    }

    /// Bytes of the segment that lies open, or is being judged.
    var heldBytes: Int {
        switch content?.rows {
        case .samples(let rows)?: rows.heldBytes
        case .deletions(let rows, let sizes)?:
            2 * sizes.shared + sizes.bytes(of: 0..<rows.count) + sizes.heldBytes
                + LogStream.numberBytes * rows.count
        case nil: underWay.map { (segments.first?.summary.encodedSize ?? 0) + $0.heldBytes } ?? 0
        }
    }

    /// A row's numbers in the order of all changes, the number of its owner and its end.
    private static let numberBytes = 28

    /// What lies open.
    var opened: Content? { content }

    mutating func advance(to end: Int) {
        next = end
        if let content, next >= content.commits.count {
            self.content = nil
        }
    }
}

/// Finds the deletions of a segment that can have matched, as far as the reader is allowed to look.
private struct DeletedRowSearch {
    let seen: SeenDeletions
    private var next = 0
    private var found = RowList.range(0..<0)

    init(_ seen: SeenDeletions) {
        self.seen = seen
    }

    /// What was found; nil: it is the turn of others to read.
    mutating func proceed(_ selection: TypeSelection, _ reader: SegmentReader) throws(HearthError) -> RowList? {
        while next < seen.rows.count {
            guard !reader.isExhausted else { return nil }
            if try selection.canHaveMatched(seen.rows, next, seen.kept(of: next), reader) {
                found.append(next..<next + 1)
            }
            next += 1
        }
        return found
    }
}
