import HearthModel
import HearthStore
import HearthWire

/// An open call.
enum Call {
    /// A save of which frames are still to come.
    case save(SaveAssembly)
    /// A write that waits for the disk.
    case write
    /// Reads, step by step.
    case reading(any ReadingCall)
}

/// A call that reads the store, one step a turn.
protocol ReadingCall: AnyObject {
    var lane: Lane { get }
    /// The request's name, in which the fields at fault lie.
    static var field: String { get }
    /// Nil: a single reply, which needs none.
    var credit: CreditAccount? { get }
    /// Whether a feed sends the call what comes next.
    var isFollowing: Bool { get }
    /// The call as one that tells its app of changes; nil: it tells of none.
    var telling: (any TellingCall)? { get }
    /// Gives up what the call can get again: it may not send for now.
    func rest()
    /// Where a subscription stands; nil for a call that ends by itself.
    func place(in snapshot: Snapshot) -> SubscriptionPlace?
    /// Why the call ends here, if it is known that nothing follows; nil: go on with steps. Asked when there is no credit
    /// for a step.
    func endsHere() throws(HearthError) -> DoneReason?
    /// Does a piece of the work.
    func step(_ reading: Reading) throws(HearthError) -> ReadingStep
}

extension ReadingCall {
    var isFollowing: Bool { false }
    var telling: (any TellingCall)? { nil }
    func rest() {}
    func place(in _: Snapshot) -> SubscriptionPlace? { nil }
    func endsHere() throws(HearthError) -> DoneReason? { nil }
}

/// What comes first when several calls have something to do.
enum Lane: Int, CaseIterable {
    case changes
    case queries
}

/// What a call reads from.
struct Reading {
    let snapshot: Snapshot
    let reader: StoreReader
    let limits: Limits
}

/// What a step of a call has come to.
enum ReadingStep {
    /// A batch to send; there may be more.
    case batch(Reply)
    /// A batch to send, after which the call ends.
    case last(Reply, DoneReason)
    /// Nothing to send yet; the call has more to do.
    case pause
    /// There is nothing to do until the store changes.
    case idle
    /// The call has caught up with the snapshot and follows: a last batch, then what comes with its feed.
    case follow(ChangeBatch)
    /// The only reply, with which the call ends.
    case reply(Reply)
    case end(DoneReason)
}
