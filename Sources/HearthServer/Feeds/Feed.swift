import HearthModel
import HearthStore
import HearthWire

/// The calls that follow the same clauses and have all that there was: each change is read and packed once for all.
///
/// What its members have is everything up to `position`; between that and the newest commit nothing concerns them,
/// unless the feed waits for its turn.
final class Feed {
    /// What members share.
    struct Key: Hashable {
        let clauses: [Clause]
        let includeSeries: Bool
    }

    struct Member {
        let session: Session
        let number: UInt64
        let call: ChangesCall
    }

    let key: Key
    /// Tells feeds apart. Not their addresses, which are others in each run: then the order of the feeds would be, too.
    private let number: UInt64
    var members: [CallID: Member] = [:]
    /// The anchor up to which members have everything.
    var anchor: [UInt8]
    var position: UInt64
    /// The commit up to which all members have an anchor. Not always `position`, which passes what concerns nobody
    /// without a word.
    var heard: UInt64
    /// When members were last sent something.
    var lastSent: Int64
    /// Reads what is sent now.
    private var task: ChangesTask?
    /// Where members were when the step began that runs; nil: none runs.
    private var placeOfReading: Place?
    private let isSimple: Bool
    /// The newest commit that concerns the feed.
    var newest: UInt64

    init(_ key: Key, number: UInt64, at snapshot: Snapshot, now: Int64) {
        self.key = key
        isSimple = key.clauses.isSimple
        self.number = number
        position = snapshot.head
        newest = snapshot.head
        heard = snapshot.head
        anchor = snapshot.anchor.encoded
        lastSent = now
    }

    var hasNews: Bool { task != nil || newest > position }

    /// Whether a step of it runs.
    var isReading: Bool { placeOfReading != nil }

    /// Where members stand.
    struct Place {
        let anchor: [UInt8]
        /// In the middle of a write, which no anchor says; nil between two.
        let task: ChangesTask?
    }

    var place: Place {
        Place(anchor: anchor, task: task.flatMap { $0.isBetweenWrites ? nil : $0.fork() })
    }

    /// Lets a member go that cannot take what comes next, to read on by itself from where it stands.
    func dismiss(_ id: CallID, _ member: Member, at place: Place) {
        member.call.leaveFeed(at: place.anchor, place.task?.fork())
        members[id] = nil
    }

    /// What the next step reads, for all members.
    func nextTask(_ newest: Snapshot) -> ChangesTask {
        if let task { return task }
        let request = QueryChanges(clauses: key.clauses, anchor: anchor, includeSeries: key.includeSeries)
        let made = ChangesTask(request, in: newest, isSimple: isSimple)
        task = made
        return made
    }

    func beginReading(_ newest: Snapshot) -> ChangesTask {
        let task = nextTask(newest)
        placeOfReading = place
        return task
    }

    /// A step has run. Where members were before it, and the last batch.
    func finishReading() -> (Place, ChangeMark?) {
        let before = placeOfReading ?? place
        placeOfReading = nil
        return (before, task?.last)
    }

    /// A batch was read.
    func note(_ batch: ChangeMark) {
        anchor = batch.anchor
        if batch.caughtUp {
            catchUp()
        }
    }

    /// Everything that the task reads was read.
    func catchUp() {
        position = task?.end ?? position
        task = nil
    }

    /// Members have everything up to a commit, as nothing before it concerned them.
    func skip(to snapshot: Snapshot) {
        position = snapshot.head
        anchor = snapshot.anchor.encoded
    }
}

extension Feed: Hashable {
    static func == (one: Feed, other: Feed) -> Bool { one === other }

    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}
