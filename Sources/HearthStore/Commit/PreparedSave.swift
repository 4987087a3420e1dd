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
        /// These provenances have no numbers yet.
        case waitingForNumbers([Provenance])
        /// The keys of some blocks are not read yet.
        case waitingForKeys
        /// All blocks are encoded.
        case complete
        /// The app's other writes have made each plan wrong. The commit does the save if that is little, else it is refused.
        case declined
    }

    private struct State {
        var progress = Progress.open
        /// What the save changes, or why it must be refused, as long as the dependencies hold. Nil if it is not planned.
        var changes: Result<SaveChanges, HearthError>?
        var dependencies: SaveDependencies?
        /// How often the commit returned the complete save, as others had changed more than it may follow.
        var returns = 0
        var failedPlans = 0
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

    func set(_ progress: Progress) {
        state.withLock { $0.progress = progress }
    }

    /// The rows that the save takes out.
    var removed: [DeletedRows] {
        if case .success(let changes) = changes { changes.removed } else { [] }
    }

    /// The work that a commit does at most to follow others, if that is `work` in its first attempt. Twice as much in each
    /// further one, so that the attempts end: in the end it is about as much as others have changed since readers looked.
    func mostWork(_ work: Int) -> Int {
        let returns = state.withLock { $0.returns }
        return returns == 0 ? work : max(work, PreparedSave.leastWork) << min(returns, PreparedSave.returnsMax)
    }

    private static let leastWork = 16
    private static let returnsMax = 32

    /// Whether commits have returned the complete save several times.
    var isLeftBehind: Bool { state.withLock { $0.returns } >= PreparedSave.returnsOfLeftBehind }

    static let returnsOfLeftBehind = 2

    /// The commit returns the complete save.
    func noteReturn() {
        state.withLock { $0.returns += 1 }
    }

    /// How often other writes of the app have made the plan wrong.
    package var failedPlans: Int { state.withLock { $0.failedPlans } }

    /// The plan was wrong.
    func forgetPlan() {
        state.withLock { $0 = State(failedPlans: $0.failedPlans + 1) }
    }

    /// Notes what was planned.
    func note(_ changes: Result<SaveChanges, HearthError>, _ dependencies: SaveDependencies) {
        state.withLock { $0 = State(changes: changes, dependencies: dependencies, failedPlans: $0.failedPlans) }
    }

    /// A check of what was planned. Nil if it is not planned.
    func check(in snapshot: Snapshot, _ reader: SegmentReader) -> SaveCheck? {
        state.withLock(\.dependencies).map { SaveCheck($0, in: snapshot, reader) }
    }

    /// What was planned still holds. Notes what others have changed that makes no difference.
    func note(_ checked: SaveDependencies) {
        state.withLock { state in
            state.changes = state.changes?.map { $0.following(checked) }
            state.dependencies = checked
        }
    }

    /// What the save changes in the state of a commit, which does at most this much work to follow what others have changed.
    /// Nil if that would be more, or if what was planned is wrong.
    func changes(
        in snapshot: Snapshot,
        _ reader: SegmentReader,
        _ options: StoreOptions,
        atMost most: Int
    ) throws(HearthError) -> SaveChanges? {
        guard let changes, var dependencies = state.withLock(\.dependencies) else { return nil }
        dependencies.memberships = dependencies.memberships.inCommit
        return try reader.withBudget(rows: most) { () throws(HearthError) in
            let check = SaveCheck(dependencies, in: snapshot, reader)
            guard case .holds? = try check.proceed(reader, options) else { return nil }
            return try changes.map { $0.following(check.dependencies) }.get()
        }
    }

    /// Stages the blocks that are not staged.
    func stage(in working: inout WorkingState, at time: Timestamp) {
        working.stage(rewrites)
        blocks?.stage(in: &working, at: time)
        state.withLock(\.dependencies)?.memberships.stage(in: &working)
    }
}
