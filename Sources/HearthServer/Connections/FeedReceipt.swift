/// What became of the batch of a feed for one of its members.
enum FeedReceipt {
    /// `isNotifying`: the call counts as notifying its app.
    case sent(isNotifying: Bool)
    /// The call may not be sent a batch now.
    case refused
    /// The call has ended.
    case closed
}
