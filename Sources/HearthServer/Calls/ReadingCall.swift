import HearthModel
import HearthStore
import HearthWire

/// A call that reads the store, step by step.
protocol ReadingCall: AnyObject {
    var lane: Lane { get }
    /// The request's name, in which the fields at fault lie.
    static var field: String { get }
    /// Nil for a single reply, which needs none.
    var credit: CreditAccount? { get }
    /// The call as one that follows changes; nil if it ends by itself.
    var subscription: (any SubscribingCall)? { get }
    /// The cursor whose batches the call sends, and that of its last batch; nil without one, or if the call notifies.
    var unfollowedCursor: CursorPlace? { get }
    /// Whether its next step surely costs less than handing it to another thread and back.
    var isSmall: Bool { get }
    /// Whether it takes long to free, so that a reader thread does: its request is large, or its steps are.
    var isLarge: Bool { get set }
    /// The memory that it holds between two steps, in addition to its request.
    var held: ReadingMemory { get }
    /// Drops a snapshot that can be recreated, with the task that reads it. Called when the call may not send.
    func releaseSnapshot() -> (any ReadTask)?
    /// What the next step reads, up to the newest snapshot.
    func nextTask(_ newest: Snapshot) -> any ReadTask
    /// A step of that task has run. What comes next.
    func finish(_ outcome: ReadOutcome, _ newest: Snapshot) -> ReadingStep
}

extension ReadingCall {
    var subscription: (any SubscribingCall)? { nil }
    var unfollowedCursor: CursorPlace? { nil }
    var held: ReadingMemory { ReadingMemory() }
    func releaseSnapshot() -> (any ReadTask)? { nil }
}

/// A call that follows changes until its client or the server ends it.
protocol SubscribingCall: AnyObject {
    /// The types whose changes give the call something to do; empty for all types, nil if a feed sends it the changes.
    var observedTypes: Set<ObjectType>? { get }
    /// Whether a feed sends the call what comes next.
    var isFollowing: Bool { get }
    /// The record of a call that notifies its app of changes, as it opens; nil: it does not notify.
    var notifying: NotifyingCall? { get }
    /// Notifies the app of a type again, if the call can.
    func remind(of type: ObjectType)
    /// `position`: the commit up to which its feed has sent it everything; nil while it reads by itself.
    func position(fedUpTo position: UInt64?) -> SubscriptionPosition
}

extension SubscribingCall {
    var observedTypes: Set<ObjectType>? { nil }
    var isFollowing: Bool { false }
    var notifying: NotifyingCall? { nil }
    func remind(of _: ObjectType) {}
}

/// What a step of a call has come to.
enum ReadingStep {
    /// A batch to send, which notifies the app of changes or not; there may be more.
    case batch(PackedReply, ChangeNotification? = nil)
    /// A notice to send; there may be more.
    case notice(Notice, ChangeNotification)
    /// A batch to send, after which the call ends.
    case last(PackedReply, DoneReason)
    /// Nothing to send yet; the call has more to do.
    case pause
    /// There is nothing to do until the store changes.
    case idle
    /// No notice of the changes up to a commit is needed. If there is no more, there is nothing to do until the store
    /// changes.
    case passedOver(upTo: UInt64, hasMore: Bool)
    /// A last batch, with which the call has caught up with the snapshot. A feed sends it what follows.
    case follow(PackedReply, ChangeNotification?, Feed.Key)
    /// The only reply, with which the call ends.
    case reply(PackedReply)
    case end(DoneReason)

    /// Whether the call ends with it.
    var isLast: Bool {
        switch self {
        case .last, .reply, .end: true
        case .batch, .notice, .pause, .idle, .passedOver, .follow: false
        }
    }
}
