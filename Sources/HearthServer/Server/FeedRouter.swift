import HearthModel
import HearthStore

/// Sends what feeds read to the calls that follow them.
final class FeedRouter {
    private let state: ServerState
    private let replies: ReplySender
    private let counts: CountRouter

    init(_ state: ServerState, _ replies: ReplySender, _ counts: CountRouter) {
        self.state = state
        self.replies = replies
        self.counts = counts
    }

    /// The task that reads the news of a feed. Nil if no step is due any more.
    func nextTask(of feed: FeedID) -> ChangesTask? {
        isReady(feed) ? state.feeds.nextTask(of: feed, in: state.snapshot) : nil
    }

    /// Begins a step. `endStep` takes its result. Nil if no step is due any more.
    func beginStep(of feed: FeedID, rows: Int) -> Read? {
        guard isReady(feed), let task = state.feeds.beginStep(of: feed, in: state.snapshot) else { return nil }
        return Read(task, for: .feed(feed), rows: rows)
    }

    func endStep(of feed: FeedID, _ result: Result<ReadOutcome, HearthError>) {
        switch state.feeds.endStep(of: feed, result, in: state.snapshot, at: state.time) {
        case .nothing: state.delivery.checkWaiting()
        case .deliver(let delivery): deliver(delivery)
        case .fail(let members, let error):
            for member in members {
                replies.fail(member, error.prefixed(with: ChangesCall.field))
            }
        }
    }

    /// Sends each feed that has been silent for a while an anchor up to the newest commit.
    func sendBookmarks() {
        for bookmark in state.feeds.dueBookmarks(in: state.snapshot, now: state.now) {
            deliver(bookmark)
        }
    }

    /// Whether a feed has news that one of its members can receive. If none can, nothing is read and the feed dissolves.
    private func isReady(_ feed: FeedID) -> Bool {
        let members = state.feeds.readers(of: feed)
        guard !members.isEmpty else { return false }
        guard !members.contains(where: { state.calls.maySend($0) }) else { return true }
        if let (members, point) = state.feeds.dissolve(feed) {
            for member in members {
                handBack(member, resumingAt: point)
            }
        }
        return false
    }

    /// A call that could not receive what its feed sent reads on by itself, and holds what it needs for that.
    private func handBack(_ id: CallID, resumingAt point: Feed.ResumePoint) {
        do throws(HearthError) {
            try state.calls.leaveFeed(id, resumingAt: point)
        } catch {
            replies.fail(id, error)
        }
    }

    /// Sends a batch to all members that can receive it. The others continue on their own.
    private func deliver(_ delivery: FeedDelivery) {
        lazy var notification = delivery.batch.lastChange.map { ChangeNotification(commit: $0) }
        var deliveries = 0
        for member in delivery.members {
            switch state.connections.deliver(delivery.packed, to: member) {
            case .sent(let isNotifying):
                deliveries += 1
                if isNotifying, let notification {
                    state.delivery.didNotify(member, notification)
                }
            case .refused:
                state.feeds.leave(member, lacking: delivery.packed.samples)
                handBack(member, resumingAt: delivery.resumePoint)
            case .closed: break
            }
        }
        state.metrics.noteBatch(deliveries: deliveries)
        if !delivery.packed.samples.isEmpty {
            counts.noteCounted()
        }
    }
}
