internal import HearthModel

/// The changes of one type and kind after an anchor, in commit order. Segments are read when their turn comes.
struct LogStream {
    /// What a segment holds that has to be sent, in commit order.
    struct Content {
        var rows: Rows
        var commits: [UInt64]

        enum Rows {
            case samples(WeighedRows)
            case deletions(DeletionRows, RowWeights)
        }
    }

    let selection: Int
    private let kind: SegmentSummary.Kind
    private let after: UInt64
    private var segments: ArraySlice<Segment>
    private var content: Content?
    private var next = 0

    init(_ segments: [Segment], _ kind: SegmentSummary.Kind, _ selection: Int, after: UInt64) {
        self.segments = segments[...]
        self.kind = kind
        self.selection = selection
        self.after = after
    }

    /// A commit that the next change is not before; nil when there is none.
    var least: UInt64? {
        if let content {
            return content.commits[next]
        }
        return segments.first?.summary.firstSequence
    }

    /// Whether `least` is the commit of the next change and not only a bound.
    var isOpen: Bool { content != nil }

    /// A commit that what follows the open segment is not before.
    private var leastAfterContent: UInt64 { segments.first?.summary.firstSequence ?? .max }

    /// Reads the next segment.
    mutating func open(_ selection: TypeSelection, _ context: ReadingContext) throws(HearthError) {
        guard let segment = segments.popFirst() else { return }
        next = 0
        content =
            switch kind {
            case .samples: try samples(of: segment, selection, context)
            case .deletions: try deletions(of: segment, selection, context.reader)
            }
    }

    private func samples(
        of segment: Segment,
        _ selection: TypeSelection,
        _ context: ReadingContext
    ) throws(HearthError) -> Content? {
        let certainty = try selection.certainty(for: segment.summary)
        guard certainty != .never else { return nil }
        let needed = context.parts.union(.log).union(selection.parts)
        var rows = try context.reader.rows(of: segment, needed)
        let matching = certainty == .always ? nil : try selection.matches(rows)
        if let chosen = LogStream.inOrder(matching, rows.commits, after: after) {
            guard !chosen.isEmpty else { return nil }
            rows = rows.selecting(chosen)
        }
        return Content(rows: .samples(try context.weigh(rows, segment.id)), commits: rows.commits)
    }

    private func deletions(
        of segment: Segment,
        _ selection: TypeSelection,
        _ reader: SegmentReader
    ) throws(HearthError) -> Content? {
        var rows = try reader.deletions(of: segment)
        var matching: [Int] = []
        for row in 0..<rows.count where try selection.canHaveMatched(rows.ids[row], rows.metadata[row] ?? .none) {
            matching.append(row)
        }
        let some = matching.count == rows.count ? nil : RowList.each(matching)
        if let chosen = LogStream.inOrder(some, rows.commits, after: after) {
            guard !chosen.isEmpty else { return nil }
            rows = rows.selecting(chosen)
        }
        return Content(rows: .deletions(rows, rows.weights), commits: rows.commits)
    }

    /// The rows after an anchor, in commit order; nil when those are all rows as they stand.
    private static func inOrder(_ matching: RowList?, _ commits: [UInt64], after: UInt64) -> RowList? {
        let matching = matching ?? .range(commits.indices)
        guard case .range(let rows) = matching, rows.dropFirst().allSatisfy({ commits[$0 - 1] <= commits[$0] }) else {
            return .each(
                matching.numbers.filter { commits[$0] > after }.sorted { (commits[$0], $0) < (commits[$1], $1) }
            )
        }
        let first = rows.partition { commits[$0] <= after }
        return first == 0 && rows.upperBound == commits.count ? nil : .range(first..<rows.upperBound)
    }

    /// The next changes, at most so many: those of the next commit, and those of the following ones up to `ceiling`, as
    /// long as nothing of them can come from elsewhere.
    func range(upTo ceiling: UInt64, atMost most: Int) -> Range<Int> {
        guard let content else { return 0..<0 }
        let first = content.commits[next]
        let bound = max(first, min(ceiling, leastAfterContent &- 1))
        var end = next
        while end < content.commits.count, end - next < most, content.commits[end] <= bound {
            end += 1
        }
        return next..<end
    }

    /// What lies open.
    var opened: Content? { content }

    mutating func advance(to end: Int) {
        next = end
        if let content, next >= content.commits.count {
            self.content = nil
        }
    }
}
