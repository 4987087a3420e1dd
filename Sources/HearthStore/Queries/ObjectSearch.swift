package import HearthModel

/// Looks up the samples that a deletion by UUIDs deletes, step by step, and prepares their segments and what is noted of them,
/// before the writer gets the deletion. The writer then looks up only what changed since, and returns the deletion if that is
/// much, or if more is to be prepared.
package final class ObjectSearch {
    private let ids: [ObjectID]
    private let origin: WriteOrigin
    /// The indexes that are still to be looked up. Nil if not known yet.
    private var open: ArraySlice<Int>?
    /// The segments that are still to be prepared. Nil if not known yet.
    private var unprepared: ArraySlice<DeletedRows>?
    /// The segments whose deletions are still to be noted. Nil if not known yet.
    private var unnoted: ArraySlice<DeletedRows>?
    private var rounds = 0
    package private(set) var found: FoundObjects

    /// UUIDs that are looked up together.
    private static let idsAtOnce = 8_192
    /// Maximum number of passes over what was changed meanwhile before the writer gets the deletion.
    private static let roundsMax = 16

    package init(_ ids: [ObjectID], by origin: WriteOrigin) {
        self.ids = ids
        self.origin = origin
        found = FoundObjects(count: ids.count)
    }

    /// The memory that it holds between two steps.
    package var held: ReadingMemory {
        let segments = (unprepared?.count ?? 0) + (unnoted?.count ?? 0)
        return ReadingMemory(bytes: found.heldBytes + 8 * (open?.count ?? 0) + 64 * segments)
    }

    /// Works as much as reading `rows` rows takes. True: the writer can have the deletion.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        // The writer reads the keys by which samples are found.
        guard newest.unreadBlocks(for: origin) == 0 else { return true }
        let options = reader.options
        let reader = reader.beginStep(rows: rows)
        while !reader.isExhausted {
            if open == nil {
                found.update(to: newest)
                open = inOrder(found.unknown)[...]
            }
            if let indexes = open, !indexes.isEmpty {
                let next = Array(indexes.prefix(ObjectSearch.idsAtOnce))
                try found.locate(next, of: ids, by: origin, Locator(snapshot: newest, reader: reader))
                open = indexes.dropFirst(next.count)
                continue
            }
            let lacking = unprepared ?? (found.isRefused ? [] : found.rewrites.lacking(found.bySegment, options))[...]
            unprepared = lacking
            if let next = lacking.first {
                guard !found.rewrites.isFull(options) else { return finishRound(newest, options) }
                try found.rewrites.prepare(next, reader)
                unprepared = lacking.dropFirst()
                continue
            }
            let unnoted =
                unnoted ?? (found.isRefused ? [] : found.deletions.lacking(found.bySegment, options).oldestLast)[...]
            self.unnoted = unnoted
            guard let last = unnoted.last, !found.deletions.isFull(options) else { return finishRound(newest, options) }
            let owner = last.owner(in: newest, origin)
            self.unnoted = try found.deletions.prepareNext(of: unnoted, by: owner, options, reader)
        }
        return false
    }

    /// True: the writer can have the deletion.
    private func finishRound(_ newest: Snapshot, _ options: StoreOptions) -> Bool {
        open = nil
        unprepared = nil
        unnoted = nil
        rounds += 1
        let isCurrent = found.segments.allSatisfy(newest.contains)
        let isFull = found.rewrites.isFull(options) || found.deletions.isFull(options)
        guard isCurrent || isFull || rounds > ObjectSearch.roundsMax else { return false }
        rounds = 0
        return true
    }

    /// UUIDs that follow each other are mostly in one segment.
    private func inOrder(_ indexes: [Int]) -> [Int] {
        indexes.sorted { ObjectID.isLess(ids[$0], ids[$1]) }
    }
}

extension [DeletedRows] {
    /// The order in which deletions are noted, the last ones first. What others save, replace and merge is mostly in the
    /// newest segments. What is noted of a segment that changes is made again, with all that was noted after it.
    var oldestLast: [DeletedRows] { reversed() }
}
