import HearthModel
import HearthStore
import HearthWire

/// A QueryChanges: reads the log from an anchor. One that follows has nothing to do once it has caught up; its feed
/// then sends what comes, and hands the call back when it has no credit for it.
final class ChangesCall: TellingCall {
    let lane = Lane.changes
    static let field = "query_changes"
    let credit: CreditAccount?
    let request: QueryChanges
    let types: Set<ObjectType>
    /// Whom it gets its changes from; nil: it reads by itself.
    var feed: Feed?
    /// Where the call stands: the anchor of the last batch.
    private(set) var anchor: [UInt8]
    /// Nil: to be made from the anchor, in the newest snapshot.
    private var cursor: ChangeCursor?
    /// The commit up to which the cursor reads.
    private var end: UInt64 = 0
    /// Whether it follows a cursor. Without one nobody keeps where the app is, and so what it has dealt with.
    private let isTelling: Bool
    /// The commit up to which the last batch with changes goes.
    private var lastTold: UInt64

    /// `told`: what the app was told on an earlier call, and has not acknowledged.
    init(_ request: QueryChanges, told: UInt64 = 0, _ reading: Reading) throws(HearthError) {
        if request.follow, request.limit > 0 {
            throw HearthError(
                .invalidArgument,
                "A stream that follows has no limit: leave one of the two out.",
                field: "limit"
            )
        }
        self.request = request
        types = Set(request.clauses.map(\.type))
        isTelling = request.follow && !request.cursor.isEmpty
        lastTold = told
        anchor = request.anchor
        credit = CreditAccount(reading.limits)
        _ = try currentCursor(reading)
    }

    private func currentCursor(_ reading: Reading) throws(HearthError) -> ChangeCursor {
        if let cursor { return cursor }
        var request = request
        request.anchor = anchor
        let made = try reading.reader.changes(request, in: reading.snapshot)
        cursor = made
        end = reading.snapshot.head
        return made
    }

    func step(_ reading: Reading) throws(HearthError) -> ReadingStep {
        let reads = try currentCursor(reading)
        switch try reads.step() {
        case .pause: return .pause
        case .end: return .end(reads.reachedLimit ? .limit : .complete)
        case .batch(let batch):
            anchor = batch.anchor
            note(batch)
            guard request.follow else {
                let isLast = batch.caughtUp || reads.reachedLimit
                return isLast
                    ? .last(.changes(batch), reads.reachedLimit ? .limit : .complete) : .batch(.changes(batch))
            }
            guard batch.caughtUp else { return .batch(.changes(batch)) }
            cursor = nil
            // What was committed while the call was reading comes from the log as well.
            return end == reading.snapshot.head ? .follow(batch) : .batch(.changes(batch))
        }
    }

    var isFollowing: Bool { feed != nil }

    var telling: (any TellingCall)? { isTelling ? self : nil }

    /// Who follows a cursor acknowledges.
    var isAcknowledged: Bool { true }

    func told(_: ObjectType) -> UInt64 { lastTold }

    /// What was sent is not sent again on the same call: the app has it, and acknowledges it or begins anew.
    func remind(of _: ObjectType) {}

    /// A batch goes out.
    func note(_ batch: ChangeBatch) {
        guard isTelling, !batch.isEmpty, let place = try? Anchor(decoding: batch.anchor) else { return }
        lastTold = place.sequence
    }

    func place(in snapshot: Snapshot) -> SubscriptionPlace? {
        guard request.follow else { return nil }
        if let feed {
            // Nothing after the feed's place concerns it, unless the feed waits for its turn.
            let sequence = feed.hasNews ? feed.position : snapshot.head
            return SubscriptionPlace(types: types, sequence: sequence, isLive: true)
        }
        let sequence = (try? Anchor(decoding: anchor))?.sequence ?? 0
        return SubscriptionPlace(types: types, sequence: sequence, isLive: false)
    }

    /// Gives up a snapshot that nobody reads on from soon. In the middle of a write the place is kept; and with a limit
    /// the cursor, which counts.
    func rest() {
        if cursor?.isBetweenWrites == true, request.limit == 0 {
            cursor = nil
        }
    }

    /// The feed could not send the call what comes next: it is to read on by itself, from here.
    func leaveFeed(at anchor: [UInt8], _ cursor: ChangeCursor?, upTo end: UInt64) {
        feed = nil
        self.anchor = anchor
        self.cursor = cursor
        self.end = end
    }
}
