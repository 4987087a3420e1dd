internal import HearthModel

/// What a stream lacks of the changes up to its anchor, as its reader may see more than before.
struct LackingChanges {
    /// Types whose deletions were hidden and are now visible.
    let deletions: [TypeSelection]
    let samples: [TypeSelection]
    /// All that the stream brings.
    private let all: [TypeSelection]
    /// What it has had, up to a number.
    private let had: (selections: [TypeSelection], last: UInt64)
    /// For each of the types the deletions that the stream has had.
    private let hadDeletions: [ObjectType: VisibleDeletions]

    /// `asked`: the predicates without regard to what the reader may see.
    init(
        _ change: ViewChange,
        _ clauses: [Clause],
        _ visible: [PreparedPredicate],
        asked: [PreparedPredicate],
        in snapshot: Snapshot,
        upTo last: UInt64
    ) throws(HearthError) {
        all = try TypeSelection.selections(clauses, visible)
        deletions = all.filter { change.showsDeletions($0.type) }
        let predicates = zip(clauses, visible).map { clause, predicate in
            change.lacking(predicate, of: clause.type, in: snapshot)
        }
        samples = try TypeSelection.selections(clauses, predicates).filter { change.widens($0.type) }
        let had = zip(clauses, asked).map { clause, predicate in
            change.had(predicate, of: clause.type, in: snapshot)
        }
        self.had = (try TypeSelection.selections(clauses, had), last)
        hadDeletions = change.hadDeletions(of: deletions.map(\.type), in: snapshot)
    }

    /// The search for the deletions of a segment that the stream lacks.
    func search(among deletions: DeletionRows, of type: ObjectType, _ context: ReadingContext) -> LackingDeletionSearch
    {
        let had = hadDeletions[type]
        let unseen = deletions.ids.indices.filter { had?.sight(of: $0, in: deletions) ?? .nothing == .nothing }
        return LackingDeletionSearch(self, deletions, unseen, context)
    }

    /// Which samples of a type the stream brings, and which it has brought: each up to a number.
    fileprivate func copies(of type: ObjectType?) -> [(selection: TypeSelection, last: UInt64)] {
        let streams: [(selections: [TypeSelection], last: UInt64)] = [(all, .max), had]
        return streams.compactMap { selections, last in
            selections.first { $0.type == type }.map { ($0, last) }
        }
    }
}

/// Finds, segment by segment, the deletions that a stream lacks. That of a UUID which is in use again would take away what the
/// stream has brought since.
struct LackingDeletionSearch {
    let rows: DeletionRows
    private let lacking: LackingChanges
    /// The rows that the stream may lack, and their UUIDs.
    private let unseen: [Int]
    private let ids: [ObjectID]
    /// The segments in which samples with these UUIDs may be.
    private var candidates: ArraySlice<(segment: Segment, ids: [Int])>
    /// The indexes of UUIDs with which samples are stored.
    private var inUse: Set<Int> = []
    /// The indexes of UUIDs of samples that the stream brings, or has brought.
    private var copied: Set<Int> = []
    private var copies: CopySearch?

    /// The work of reading a segment in addition to its rows, in rows that are read.
    private static let workOfSegment = 64

    fileprivate init(_ lacking: LackingChanges, _ rows: DeletionRows, _ unseen: [Int], _ context: ReadingContext) {
        self.lacking = lacking
        self.rows = rows
        self.unseen = unseen
        ids = unseen.map { rows.ids[$0] }
        context.reader.charge(ids.count)
        candidates = context.locator.candidates(for: ids)[...]
    }

    /// The rows that the stream lacks. Nil if the step has done its work before they are found.
    mutating func proceed(_ context: ReadingContext) throws(HearthError) -> [Int]? {
        while true {
            guard !context.reader.isExhausted else { return nil }
            if var search = copies.take() {
                guard let found = try search.proceed(context) else {
                    copies = search
                    return nil
                }
                copied.formUnion(found)
            } else if let (segment, indexes) = candidates.popFirst() {
                try findCopies(of: indexes, in: segment, context)
            } else {
                return unseen.indices.filter { !copied.contains($0) }.map { unseen[$0] }
            }
        }
    }

    /// Finds samples with some of the UUIDs, which are judged next.
    private mutating func findCopies(
        of indexes: [Int],
        in segment: Segment,
        _ context: ReadingContext
    ) throws(HearthError) {
        let sought = indexes.filter { !inUse.contains($0) }
        let selections = lacking.copies(of: segment.type)
        guard !sought.isEmpty, !selections.isEmpty else { return }
        context.reader.charge(LackingDeletionSearch.workOfSegment)
        var found: [(index: Int, row: Int)] = []
        try context.locator.forEachStored(of: ids, sought, in: segment) { found.append(($0, $1.row)) }
        guard !found.isEmpty else { return }
        inUse.formUnion(found.map(\.index))
        copies = try CopySearch(found, in: segment, selections, context)
    }

    /// The segment that is being judged.
    var openSegment: Segment? { copies?.segment }
}

/// Finds the samples of a segment that a stream brings, or has brought. The segment is decoded once.
private struct CopySearch {
    let segment: Segment
    /// The samples, with the indexes of their UUIDs.
    private let rows: SegmentRows
    private let indexes: [Int]
    private var selections: ArraySlice<(selection: TypeSelection, last: UInt64)>
    /// The rows that are judged by the first of the selections.
    private var underWay: (search: RowSearch, rows: [Int])?
    private var found: Set<Int> = []

    init(
        _ stored: [(index: Int, row: Int)],
        in segment: Segment,
        _ selections: [(selection: TypeSelection, last: UInt64)],
        _ context: ReadingContext
    ) throws(HearthError) {
        self.segment = segment
        self.selections = selections[...]
        indexes = stored.map(\.index)
        let parts = selections.reduce(context.parts.union(.log)) { $0.union($1.selection.parts) }
        rows = try context.reader.rows(of: segment, parts).selecting(.each(stored.map(\.row)))
    }

    /// The indexes of the UUIDs of these samples. Nil if the step has done its work before they are found.
    mutating func proceed(_ context: ReadingContext) throws(HearthError) -> [Int]? {
        while let (selection, last) = selections.first {
            if case (var search, let judged)? = underWay.take() ?? begin(selection, last, context) {
                guard let chosen = try search.proceed(context.reader)?.chosen else {
                    underWay = (search, judged)
                    return nil
                }
                found.formUnion(chosen.numbers.map { judged[$0] })
            }
            selections.removeFirst()
        }
        return found.map { indexes[$0] }
    }

    /// Begins to judge the rows that no other selection has. Nil if there are none.
    private func begin(
        _ selection: TypeSelection,
        _ last: UInt64,
        _ context: ReadingContext
    ) -> (search: RowSearch, rows: [Int])? {
        let judged = rows.sequences.indices.filter { rows.sequences[$0] <= last && !found.contains($0) }
        guard !judged.isEmpty else { return nil }
        let search = RowSearch(rows.selecting(.each(judged)), selection.predicates, in: context.snapshot)
        return (search, judged)
    }
}
