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

/// Finds samples again whose segments were replaced, a few segments at a time.
struct RowFollower {
    enum Found {
        case all
        /// One of the samples is not stored any more.
        case notAll
    }

    private let snapshot: Snapshot
    /// The number of the last change before which the samples were stored: a later one has brought another sample.
    private let head: UInt64
    private let kept: [LocatedRows]
    /// The rows of segments that were replaced, and that are still to be found.
    private var gone: ArraySlice<LocatedRows>
    /// Samples that are being sought, how many of them are not found yet, and where they may be.
    private var ids: [ObjectID] = []
    private var lacking = 0
    private var candidates: ArraySlice<(segment: Segment, ids: [Int])> = []
    private var found: [Int64: (segment: Segment, rows: Set<Int>)] = [:]

    private static let idsAtOnce = 4_096
    /// The work of reading a segment in addition to its rows, in rows that are read.
    private static let workOfSegment = 64

    init(_ all: [LocatedRows], in snapshot: Snapshot, after head: UInt64) {
        self.snapshot = snapshot
        self.head = head
        kept = all.filter { snapshot.contains($0.segment) }
        gone = kept.count == all.count ? [] : all.filter { !snapshot.contains($0.segment) }[...]
    }

    /// Where the samples are now, once all are found.
    var located: [LocatedRows] {
        kept + found.values.map { LocatedRows(segment: $0.segment, rows: $0.rows.sorted()) }
    }

    /// Nil if the step has done its work before all are found.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> Found? {
        while true {
            if candidates.isEmpty {
                guard lacking == 0 else { return .notAll }
                if gone.isEmpty { return .all }
            }
            guard !reader.isExhausted else { return nil }
            if let next = candidates.first {
                try find(next.ids, in: next.segment, reader)
                candidates.removeFirst()
            } else {
                try takeNext(reader)
            }
        }
    }

    /// Takes the samples of the next segments, however few these have each: of one at least.
    private mutating func takeNext(_ reader: SegmentReader) throws(HearthError) {
        ids = []
        while let next = gone.first, ids.count < RowFollower.idsAtOnce, ids.isEmpty || !reader.isExhausted {
            reader.charge(RowFollower.workOfSegment)
            let stored = try reader.ids(of: next.segment)
            ids += next.rows.numbers.map { stored[$0] }
            gone.removeFirst()
        }
        lacking = ids.count
        reader.charge(ids.count)
        candidates = Locator(snapshot: snapshot, reader: reader).candidates(for: ids)[...]
    }

    private mutating func find(
        _ wanted: [Int],
        in segment: Segment,
        _ reader: SegmentReader
    ) throws(HearthError) {
        var rows: Set<Int> = []
        reader.charge(RowFollower.workOfSegment)
        let locator = Locator(snapshot: snapshot, reader: reader)
        try locator.forEachStored(of: ids, wanted, in: segment) { rows.insert($1.row) }
        guard !rows.isEmpty else { return }
        if segment.summary.lastSequence > head {
            let numbers = try reader.rows(of: segment, .log).sequences
            rows = rows.filter { numbers[$0] <= head }
        }
        // A segment may be a candidate twice.
        let known = found[segment.id]?.rows ?? []
        lacking -= rows.subtracting(known).count
        found[segment.id, default: (segment, [])].rows.formUnion(rows)
    }
}
