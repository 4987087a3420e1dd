import HearthModel
import HearthWire

/// A batch for the members of a feed, encoded once.
struct FeedDelivery {
    let packed: PackedReply
    let batch: ChangeMark
    let members: Set<CallID>
    /// Where the members were before the batch. A member that cannot take the batch continues on its own from there.
    let resumePoint: Feed.ResumePoint
}

/// What follows from a finished step of a feed.
enum FeedStep {
    case nothing
    case deliver(FeedDelivery)
    /// The calls end with an error.
    case fail(Set<CallID>, HearthError)
}
