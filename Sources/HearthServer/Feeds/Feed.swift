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
    /// What is being sent now.
    var cursor: ChangeCursor?
    /// The commit up to which the cursor reads.
    var end: UInt64 = 0
    /// The newest commit that concerns the feed.
    var newest: UInt64

    init(_ key: Key, number: UInt64, at snapshot: Snapshot, now: Int64) {
        self.key = key
        self.number = number
        position = snapshot.head
        newest = snapshot.head
        heard = snapshot.head
        anchor = snapshot.anchor.encoded
        lastSent = now
    }

    var hasNews: Bool { cursor != nil || newest > position }

    /// Where members stand.
    struct Place {
        let anchor: [UInt8]
        /// In the middle of a write, which no anchor says; nil between two.
        let cursor: ChangeCursor?
        let end: UInt64
    }

    var place: Place {
        Place(anchor: anchor, cursor: cursor.flatMap { $0.isBetweenWrites ? nil : $0.fork() }, end: end)
    }

    /// Lets a member go that cannot take what comes next, to read on by itself from where it stands.
    func dismiss(_ id: CallID, _ member: Member, at place: Place) {
        member.call.leaveFeed(at: place.anchor, place.cursor?.fork(), upTo: place.end)
        members[id] = nil
    }

    /// Reads the next changes for all members.
    func step(_ reading: Reading) throws(HearthError) -> CursorStep<ChangeBatch> {
        guard hasNews else { return .end }
        let step = try currentCursor(reading).step()
        switch step {
        case .batch(let batch):
            anchor = batch.anchor
            if batch.caughtUp {
                finish()
            }
        case .pause: break
        case .end: finish()
        }
        return step
    }

    private func currentCursor(_ reading: Reading) throws(HearthError) -> ChangeCursor {
        if let cursor { return cursor }
        let request = QueryChanges(clauses: key.clauses, anchor: anchor, includeSeries: key.includeSeries)
        let made = try reading.reader.changes(request, in: reading.snapshot)
        cursor = made
        end = reading.snapshot.head
        return made
    }

    private func finish() {
        position = end
        cursor = nil
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
