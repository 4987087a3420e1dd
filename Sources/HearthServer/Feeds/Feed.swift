import HearthModel
import HearthStore

/// A stream of changes that several calls share. Its members have everything up to `position`. No commit between that
/// and the newest one concerns them, unless the feed waits for its turn.
final class Feed {
    /// What all members have in common.
    struct Key: Hashable {
        let clauses: [Clause]
        let includeSeries: Bool
        /// What the members may see. Nil if they may see everything.
        let view: AccessView?
        /// What they have of it. Nil if they have everything.
        let visibility: StreamVisibility?
        /// The only member, if the clauses are large: comparing them would take long.
        var onlyMember: CallID?
        let cost: RequestCost

        init(
            clauses: [Clause],
            includeSeries: Bool,
            view: AccessView? = nil,
            visibility: StreamVisibility? = nil,
            cost: RequestCost? = nil
        ) {
            self.view = view
            self.visibility = visibility
            self.clauses = clauses
            self.includeSeries = includeSeries
            self.cost = cost ?? RequestCost(clauses)
        }

        static func == (one: Key, other: Key) -> Bool {
            one.onlyMember == other.onlyMember && one.includeSeries == other.includeSeries
                && one.view == other.view && one.visibility == other.visibility
                && (one.onlyMember != nil || one.clauses == other.clauses)
        }

        /// The anchor of members that have everything up to a snapshot.
        func anchor(in snapshot: Snapshot) -> Anchor {
            Anchor(storeID: snapshot.storeID, sequence: snapshot.head, visibility: visibility)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(onlyMember)
            if onlyMember == nil {
                hasher.combine(clauses)
            }
        }
    }

    /// Where a member that leaves the feed reads on.
    struct ResumePoint {
        let anchor: Anchor
        /// Set in the middle of a write, which no anchor can express.
        let task: ChangesTask?
    }

    let key: Key
    private(set) var members: Set<CallID> = []
    private(set) var position: UInt64
    /// The commit up to which every member has received an anchor. It may lie before `position`, which also passes
    /// commits that no member hears of.
    private(set) var announced: UInt64
    /// When the members were last sent something.
    private(set) var lastSent: Int64
    /// The samples that it has sent, and when it sent some last.
    private(set) var sent = SampleCounts()
    private(set) var lastSamples = Timestamp(nanoseconds: 0)
    private var anchor: Anchor
    /// The newest commit that concerns the feed.
    private var newest: UInt64
    /// Reads what is sent next.
    private var task: ChangesTask?
    /// Where the members were when the running step began; nil while no step runs.
    private var pointBeforeStep: ResumePoint?

    init(_ key: Key, in snapshot: Snapshot, now: Int64) {
        self.key = key
        position = snapshot.head
        newest = snapshot.head
        announced = snapshot.head
        anchor = key.anchor(in: snapshot)
        lastSent = now
    }

    var hasNews: Bool { task != nil || newest > position }

    var isReading: Bool { pointBeforeStep != nil }

    /// Whether the next step surely costs less than handing it to another thread and back.
    var isNextStepSmall: Bool { task?.isSmall ?? key.cost.isSimple }

    var resumePoint: ResumePoint {
        ResumePoint(anchor: anchor, task: task.flatMap { $0.isBetweenWrites ? nil : $0.fork() })
    }
}

// MARK: - Members

extension Feed {
    func insert(_ member: CallID) {
        members.insert(member)
    }

    func remove(_ member: CallID) {
        members.remove(member)
    }

    /// Takes over the members of a feed with the same clauses. Both have everything up to the snapshot.
    func merge(_ other: Feed, in snapshot: Snapshot) {
        skip(to: snapshot)
        members.formUnion(other.removeAllMembers())
        announced = min(announced, other.announced)
    }

    func removeAllMembers() -> Set<CallID> {
        let removed = members
        members = []
        return removed
    }
}

// MARK: - Progress

extension Feed {
    /// A commit concerns the members.
    func noteCommit(_ sequence: UInt64) {
        newest = sequence
    }

    /// What the next step reads, on behalf of all members.
    func nextTask(_ newest: Snapshot) -> ChangesTask {
        if let task { return task }
        let request = QueryChanges(clauses: key.clauses, anchor: anchor.unsealed, includeSeries: key.includeSeries)
        let made = ChangesTask(request, in: newest.seen(through: key.view), key.cost)
        task = made
        return made
    }

    func beginStep(_ newest: Snapshot) -> ChangesTask {
        let task = nextTask(newest)
        pointBeforeStep = resumePoint
        return task
    }

    /// Ends the running step. Returns where the members were before it, and the batch that it read.
    func endStep() -> (ResumePoint, ChangeMark?) {
        let before = pointBeforeStep ?? resumePoint
        pointBeforeStep = nil
        return (before, task?.last)
    }

    func noteBatch(_ batch: ChangeMark) {
        anchor = batch.anchor
        if batch.caughtUp {
            catchUp()
        }
    }

    /// A batch goes out to the members.
    func noteSent(_ batch: ChangeMark, _ samples: SampleCounts, at time: ServerTime) {
        if !samples.isEmpty {
            sent.add(samples)
            lastSamples = time.date
        }
        noteBookmark(batch, now: time.nanoseconds)
    }

    /// The members are sent an anchor.
    func noteBookmark(_ batch: ChangeMark, now: Int64) {
        lastSent = now
        if batch.caughtUp {
            announced = position
        }
    }

    /// The task has read everything up to its snapshot.
    func catchUp() {
        position = task?.end ?? position
        task = nil
    }

    /// Passes all commits up to a snapshot, because none of them concerns the members.
    func skip(to snapshot: Snapshot) {
        position = snapshot.head
        anchor = key.anchor(in: snapshot)
    }
}
