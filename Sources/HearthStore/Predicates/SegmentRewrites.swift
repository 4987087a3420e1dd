internal import HearthModel
internal import HearthSystem

/// The blocks that replace those from which a deletion takes rows, made by readers before the commit.
///
///     reader: prepare a few -> writer: stage them, return the deletion -> reader: ... -> writer: put all of them in place
///
/// To encode a thousand blocks, or a few with long texts, takes seconds, and the writes of all clients would wait. A staged
/// block is on the disk and retired: it is deleted if the deletion is given up, also by the end of the process.
///
/// The reader threads and the writer use it in turns.
package final class SegmentRewrites: StagingOwner {
    private struct State {
        var bySegment: [Int64: SegmentRewrite] = [:]
        var preparedBytes = 0
        /// Bytes of the deleted rows that are kept.
        var deletedBytes = 0
        var lackingCount = 0
    }

    private let state = Guarded(State())
    /// Whether what is noted of deleted rows is read from their segments. A save knows it of what it replaces.
    private let notesDeleted: Bool

    init(notesDeleted: Bool = true) {
        self.notesDeleted = notesDeleted
    }

    /// Bytes of deleted rows that are kept. The commit reads further ones by itself.
    private static let deletedBytesMax = 32 << 20

    /// What is prepared for a segment from which these rows are deleted.
    func rewrite(of segment: Segment, deleting rows: RowList) -> SegmentRewrite? {
        guard let rewrite = state.withLock({ $0.bySegment[segment.id] }), rewrite.rows == rows else { return nil }
        return rewrite
    }

    /// The segments that are still to be prepared, of those from which rows are deleted: none if a commit has no more work
    /// with them than it may. What was prepared for other segments, which have been replaced, is forgotten.
    func lacking(_ all: [DeletedRows], _ options: StoreOptions) -> [DeletedRows] {
        forget(except: all)
        var lacking: [DeletedRows] = []
        var allWork = 0
        for deleted in all {
            let work = workOfCommit(deleted)
            guard work > 0, rewrite(of: deleted.segment, deleting: deleted.rows) == nil else { continue }
            lacking.append(deleted)
            allWork += work
        }
        return allWork > options.rewrittenRows ? lacking : []
    }

    /// The work of deleting rows of a segment in a commit, if readers can take it over.
    private func workOfCommit(_ deleted: DeletedRows) -> Int {
        let summary = deleted.segment.summary
        if deleted.rows.count < summary.count {
            return SegmentRewrites.workOfEncoding * SegmentParts.everything.work(in: summary)
        }
        return notesDeleted && summary.hasSyncKeys && summary.isWide && !keepsEnough
            ? SegmentParts.metadata.work(in: summary) : 0
    }

    /// To encode rows, and to write the block, takes as long as decoding this many times.
    private static let workOfEncoding = 4

    private var keepsEnough: Bool { state.withLock { $0.deletedBytes > SegmentRewrites.deletedBytesMax } }

    /// Whether the writer is to stage what is prepared before there is more of it.
    func isFull(_ options: StoreOptions) -> Bool { state.withLock { $0.preparedBytes >= options.preparedBytes } }

    /// The memory of what is prepared.
    var heldBytes: Int { state.withLock { $0.preparedBytes + $0.deletedBytes + 128 * $0.bySegment.count } }

    /// The number of segments that were still to be prepared when the writer had the deletion last.
    var lackingCount: Int { state.withLock { $0.lackingCount } }

    func noteLacking(_ count: Int) {
        state.withLock { $0.lackingCount = count }
    }

    /// Prepares a segment.
    func prepare(_ deleted: DeletedRows, _ reader: SegmentReader) throws(HearthError) {
        let (segment, rows) = (deleted.segment, deleted.rows)
        let isPartial = rows.count < segment.count
        if isPartial {
            try reader.spend((SegmentRewrites.workOfEncoding - 1) * SegmentParts.everything.work(in: segment.summary))
        }
        let all = try reader.rows(of: segment, isPartial ? .everything : .metadata)
        let rewrite = SegmentRewrite(
            rows: rows,
            times: (isPartial ? all.samples.times(of: rows.numbers) : nil) ?? segment.summary.times,
            deleted: notesDeleted && segment.summary.isWide && !keepsEnough
                ? SegmentRewrite.Deleted(rows, of: all.samples) : nil,
            replacement: isPartial ? SegmentRewrites.prepared(all, without: rows, segment, reader) : .nothing
        )
        state.withLock { state in
            if let old = state.bySegment.updateValue(rewrite, forKey: segment.id) {
                state.preparedBytes -= old.preparedBytes
                state.deletedBytes -= old.deleted?.bytes ?? 0
            }
            state.preparedBytes += rewrite.preparedBytes
            state.deletedBytes += rewrite.deleted?.bytes ?? 0
        }
    }

    private static func prepared(
        _ all: SegmentRows,
        without deleted: RowList,
        _ segment: Segment,
        _ reader: SegmentReader
    ) -> SegmentRewrite.Replacement {
        let rows = all.selecting(deleted.inverted(count: all.count))
        let block = SegmentEncoder.encode(rows, reader.attachments)
        var summary = rows.summary(id: 0, segment.sequences, hasUnorderedIDs: segment.summary.hasUnorderedIDs)
        summary.blockChecksum = Checksum.of(block)
        return .prepared(summary, block)
    }

    /// The blocks that are prepared and not staged, by the segments that they replace.
    var prepared: [(segment: Int64, summary: SegmentSummary, block: [UInt8])] {
        var prepared: [(segment: Int64, summary: SegmentSummary, block: [UInt8])] = []
        for (segment, rewrite) in state.withLock({ $0.bySegment }) {
            if case .prepared(let summary, let block) = rewrite.replacement {
                prepared.append((segment, summary, block))
            }
        }
        return prepared.sorted { $0.segment < $1.segment }
    }

    /// A prepared block is on the disk.
    func noteStaged(_ staged: Segment, for segment: Int64) {
        state.withLock { state in
            guard let rewrite = state.bySegment[segment] else { return }
            state.preparedBytes -= rewrite.preparedBytes
            state.bySegment[segment]?.replacement = .staged(staged)
        }
    }

    private func forget(except deleted: [DeletedRows]) {
        state.withLock { state in
            guard !state.bySegment.isEmpty else { return }
            let current = Set(deleted.map(\.segment.id))
            for (segment, rewrite) in state.bySegment where !current.contains(segment) {
                state.preparedBytes -= rewrite.preparedBytes
                state.deletedBytes -= rewrite.deleted?.bytes ?? 0
                state.bySegment[segment] = nil
            }
        }
    }
}

/// Rows of a segment that are to be deleted, ascending.
struct DeletedRows: Sendable {
    let segment: Segment
    let rows: RowList
}

/// What becomes of a segment from which rows are deleted.
struct SegmentRewrite: Sendable {
    let rows: RowList
    /// When the deleted samples were.
    let times: ClosedRange<Timestamp>
    /// Nil if the commit reads them.
    let deleted: Deleted?
    fileprivate(set) var replacement: Replacement

    enum Replacement: Sendable {
        /// All rows are deleted.
        case nothing
        /// A block without a number.
        case prepared(SegmentSummary, [UInt8])
        case staged(Segment)
    }

    fileprivate var preparedBytes: Int {
        if case .prepared(_, let block) = replacement { block.count } else { 0 }
    }

    /// What is noted of the deleted rows.
    struct Deleted: Sendable {
        private let rows: [Int]
        let ids: [ObjectID]
        /// What is kept of their metadata.
        let kept: [Metadata]

        init(_ rows: RowList, of samples: SampleColumns) {
            self.rows = rows.numbers
            ids = samples.ids.selecting(rows)
            kept = self.rows.map { samples.metadata[$0].map(SyncMark.kept) ?? .none }
        }

        /// The memory that it takes.
        var bytes: Int { kept.reduce(40 * rows.count) { $0 + ($1.entries.isEmpty ? 0 : $1.messageBytes + 128) } }

        /// What is kept of one of the rows.
        func kept(of row: Int) -> Metadata? {
            let position = rows.indices.partition { rows[$0] < row }
            return position < rows.count && rows[position] == row ? kept[position] : nil
        }
    }
}

extension RowList {
    /// These rows, which ascend.
    init(ascending rows: [Int]) {
        if let first = rows.first, let last = rows.last {
            self = last - first + 1 == rows.count ? .range(first..<last + 1) : .each(rows)
        } else {
            self = .range(0..<0)
        }
    }

    /// The other rows of `count`, ascending.
    func inverted(count: Int) -> RowList {
        var isKept = [Bool](repeating: true, count: count)
        for row in numbers {
            isKept[row] = false
        }
        return .each(isKept.indices.filter { isKept[$0] })
    }
}
