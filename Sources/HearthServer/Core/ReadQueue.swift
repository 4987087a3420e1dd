import HearthStore
import HearthSystem

/// Reads that are ready for a reader thread. Feeds, changes, queries and deletions take turns.
struct ReadQueue {
    private var feeds = ReadyQueue<FeedID>()
    private var calls = [ReadyQueue<CallID>](repeating: ReadyQueue(), count: Lane.allCases.count)
    private var deletions = Queue<WriteTicket>()
    /// The kind whose turn is next.
    private var turn = 0

    mutating func insert(_ feed: FeedID) {
        feeds.insert(feed)
    }

    mutating func insert(_ call: CallID, _ lane: Lane) {
        calls[lane.rawValue].insert(call)
    }

    mutating func insert(_ deletion: WriteTicket) {
        deletions.append(deletion)
    }

    mutating func popFirst() -> Read.Requester? {
        let kinds = calls.count + 2
        for _ in 0..<kinds {
            let kind = turn
            turn = (turn + 1) % kinds
            if let item = popFirst(of: kind) { return item }
        }
        return nil
    }

    private mutating func popFirst(of kind: Int) -> Read.Requester? {
        switch kind {
        case calls.indices: calls[kind].popFirst().map { .call($0) }
        case calls.count: feeds.popFirst().map { .feed($0) }
        default: deletions.popFirst().map { .deletion($0) }
        }
    }
}
