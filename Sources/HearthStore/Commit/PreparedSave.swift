internal import HearthModel
internal import HearthSystem

/// A large save as readers have prepared it: what it changes, in blocks, and what the commit has to check again.
///
///     reader: plan, encode a few blocks -> writer: stage them, return the save -> reader: ... -> writer: apply the changes
///
/// To encode a million samples takes hundreds of milliseconds, and the writes of all clients would wait.
///
/// The reader threads and the writer use it in turns.
package final class PreparedSave: Sendable {
    /// What the writer does with the save.
    enum Progress: Sendable {
        /// Nothing is prepared: the commit does all of it if that is little.
        case commitFirst
        /// Readers have more to do.
        case open
        /// These provenances have no numbers yet, nor this many more, or indexes are not complete.
        case waitingForNumbers([Provenance], more: Int)
        /// All blocks are encoded.
        case complete
        /// The commit does all of it.
        case declined
    }

    private struct State {
        var progress = Progress.open
        /// What the save changes, or why it must be refused, as long as the dependencies hold. Nil if it is not planned.
        var changes: Result<SaveChanges, HearthError>?
        var dependencies: SaveDependencies?
        var unpreparedSegments = 0
    }

    private let state = Guarded(State())
    let rewrites = SegmentRewrites()

    init() {}

    var progress: Progress { state.withLock { $0.progress } }
    var changes: Result<SaveChanges, HearthError>? { state.withLock { $0.changes } }

    /// The blocks of what the save adds; nil if it is not planned, or refused.
    var blocks: SaveBlocks? {
        guard case .success(let changes) = changes, case .blocks(let blocks) = changes.additions else { return nil }
        return blocks
    }

    /// The UUIDs under which the samples are stored, if they are recorded.
    var ids: [ObjectID] {
        if case .success(let changes) = changes { changes.ids } else { [] }
    }

    /// The number of rows without a block, and of segments without a replacement.
    var lackingCount: Int {
        let (progress, segments) = state.withLock { ($0.progress, $0.unpreparedSegments) }
        if case .commitFirst = progress { return .max }
        // More than there can be of rows.
        if case .waitingForNumbers(_, let more) = progress { return Int.max / 2 + more }
        return (blocks?.lackingCount ?? 0) + segments
    }

    func set(_ progress: Progress) {
        state.withLock { $0.progress = progress }
    }

    /// Notes what was planned.
    func note(_ changes: Result<SaveChanges, HearthError>, _ dependencies: SaveDependencies) {
        state.withLock { state in
            state = State(changes: changes, dependencies: dependencies)
            if case .success(let changes) = changes {
                state.unpreparedSegments = changes.removed.count
            }
        }
    }

    /// Prepares what replaces a segment.
    func prepare(_ removed: DeletedRows, _ reader: SegmentReader) throws(HearthError) {
        try rewrites.prepare(removed, reader)
        state.withLock { $0.unpreparedSegments -= 1 }
    }

    /// Checks that saves and deletions since then make no difference, if they concern no more than `most` rows.
    func check(
        in snapshot: Snapshot,
        _ reader: SegmentReader,
        atMost most: Int = .max
    ) throws(HearthError) -> SaveDependencies.Check {
        guard var dependencies = state.withLock({ $0.dependencies }) else { return .fails }
        let check = try dependencies.check(in: snapshot, reader, atMost: most)
        state.withLock { $0.dependencies = dependencies }
        return check
    }
}
