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
        var lackingCount = 0
    }

    private let state = Guarded(State())

    /// What is prepared for a segment from which these rows are deleted.
    func rewrite(of segment: Segment, deleting rows: RowList) -> SegmentRewrite? {
        guard let rewrite = state.withLock({ $0.bySegment[segment.id] }), rewrite.rows == rows else { return nil }
        return rewrite
    }

    /// The segments that are still to be prepared, of those from which rows are deleted: none if a commit has no more work
    /// with them than it may. What was prepared for other segments, which have been replaced, is forgotten.
    func lacking(_ all: [DeletedRows], _ options: StoreOptions) -> [DeletedRows] {
        lacking(all, atMost: options.rewrittenRows)
    }

    /// `most`: the work that a commit may have.
    func lacking(_ all: [DeletedRows], atMost most: Int) -> [DeletedRows] {
        forget(except: all)
        var lacking: [DeletedRows] = []
        var allWork = 0
        for deleted in all {
            let work = workOfCommit(deleted)
            guard work > 0, rewrite(of: deleted.segment, deleting: deleted.rows) == nil else { continue }
            lacking.append(deleted)
            allWork += work
        }
        return allWork > most ? lacking : []
    }

    /// The work of deleting rows of a segment in a commit, if readers can take it over.
    private func workOfCommit(_ deleted: DeletedRows) -> Int {
        let summary = deleted.segment.summary
        return deleted.rows.count < summary.count
            ? SegmentRewrites.workOfEncoding * SegmentParts.everything.work(in: summary) : 0
    }

    /// To encode rows, and to write the block, takes as long as decoding this many times.
    private static let workOfEncoding = 4

    /// Whether the writer is to stage what is prepared before there is more of it.
    func isFull(_ options: StoreOptions) -> Bool { state.withLock { $0.preparedBytes >= options.preparedBytes } }

    /// The memory of what is prepared.
    var heldBytes: Int { state.withLock { $0.preparedBytes + 128 * $0.bySegment.count } }

    /// The number of segments that were still to be prepared when the writer had the deletion last.
    var lackingCount: Int { state.withLock { $0.lackingCount } }

    func noteLacking(_ count: Int) {
        state.withLock { $0.lackingCount = count }
    }

    /// Keys are read before segments are prepared: then more is lacking than any number of segments.
    func noteUnreadKeys(_ count: Int) {
        noteLacking(SegmentRewrites.segmentsMax + count)
    }

    private static let segmentsMax = 1 << 32

    /// Prepares a segment some of whose rows remain.
    func prepare(_ deleted: DeletedRows, _ reader: SegmentReader) throws(HearthError) {
        let (segment, rows) = (deleted.segment, deleted.rows)
        try reader.spend((SegmentRewrites.workOfEncoding - 1) * SegmentParts.everything.work(in: segment.summary))
        let all = try reader.rows(of: segment, .everything)
        let rewrite = SegmentRewrite(
            rows: rows,
            times: all.samples.times(of: rows.numbers) ?? segment.summary.times,
            replacement: SegmentRewrites.prepared(all, without: rows, segment, reader)
        )
        state.withLock { state in
            if let old = state.bySegment.updateValue(rewrite, forKey: segment.id) {
                state.preparedBytes -= old.preparedBytes
            }
            state.preparedBytes += rewrite.preparedBytes
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
    fileprivate(set) var replacement: Replacement

    enum Replacement: Sendable {
        /// A block without a number.
        case prepared(SegmentSummary, [UInt8])
        case staged(Segment)
    }

    fileprivate var preparedBytes: Int {
        if case .prepared(_, let block) = replacement { block.count } else { 0 }
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
