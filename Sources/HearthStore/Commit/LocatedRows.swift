internal import HearthModel

/// Stored samples, as rows of a segment that ascend. A segment is replaced when it is merged with others, or when some of
/// its samples are deleted: `RowFollower` finds where the rows are then.
struct LocatedRows: Sendable {
    let segment: Segment
    let rows: RowList

    init(segment: Segment, rows: [Int]) {
        self.segment = segment
        self.rows = RowList(ascending: rows)
    }

    init(_ deleted: DeletedRows) {
        segment = deleted.segment
        rows = deleted.rows
    }
}

/// Finds samples again whose segments were replaced.
struct RowFollower {
    enum Found {
        case all([LocatedRows])
        /// One of the samples is not stored any more.
        case notAll
        /// To find them takes more work than there may be.
        case tooMuch
    }

    let snapshot: Snapshot
    let reader: SegmentReader
    /// The number of the last change before which the samples were stored: a later one has brought another sample.
    let head: UInt64
    /// The most rows of segments that are read.
    let most: Int
    /// Those that were.
    private(set) var work = 0

    init(in snapshot: Snapshot, _ reader: SegmentReader, after head: UInt64, atMost most: Int) {
        self.snapshot = snapshot
        self.reader = reader
        self.head = head
        self.most = most
    }

    /// Where the samples are now; nil if they are where they were.
    mutating func find(_ all: [LocatedRows]) throws(HearthError) -> Found? {
        let gone = all.filter { !snapshot.contains($0.segment) }
        guard !gone.isEmpty else { return nil }
        work += gone.reduce(0) { $0 + $1.segment.count }
        guard work <= most else { return .tooMuch }
        var ids: [ObjectID] = []
        for located in gone {
            let stored = try reader.ids(of: located.segment)
            ids += located.rows.numbers.map { stored[$0] }
        }
        guard let found = try find(ids) else { return work > most ? .tooMuch : .notAll }
        return .all(all.filter { snapshot.contains($0.segment) } + found)
    }

    /// Nil if one of the samples is not found, or all of them would be too much work.
    private mutating func find(_ ids: [ObjectID]) throws(HearthError) -> [LocatedRows]? {
        let locator = Locator(snapshot: snapshot, reader: reader)
        let candidates = locator.candidates(for: ids)
        work += candidates.reduce(0) { $0 + $1.segment.count }
        guard work <= most else { return nil }
        var found: [Int64: (segment: Segment, rows: Set<Int>)] = [:]
        for (segment, wanted) in candidates {
            var rows: Set<Int> = []
            try locator.forEachStored(of: ids, wanted, in: segment) { rows.insert($1.row) }
            guard !rows.isEmpty else { continue }
            if segment.summary.lastSequence > head {
                let numbers = try reader.rows(of: segment, .log).sequences
                rows = rows.filter { numbers[$0] <= head }
            }
            found[segment.id, default: (segment, [])].rows.formUnion(rows)
        }
        guard found.values.reduce(0, { $0 + $1.rows.count }) == ids.count else { return nil }
        return found.values.map { LocatedRows(segment: $0.segment, rows: $0.rows.sorted()) }
    }
}
