import HearthStore
import HearthSystem

/// Work that is ready for a reader thread. Feeds, changes, queries, deletions, frames and memory to be freed take turns.
struct ReadQueue {
    private var feeds = ReadyQueue<FeedID>()
    private var calls = [ReadyQueue<CallID>](repeating: ReadyQueue(), count: Lane.allCases.count)
    private var deletions = Queue<WriteTicket>()
    private var frames = FrameQueue()
    private var released = Queue<Released>()
    /// The kind whose turn is next.
    private var turn = 0

    enum Item {
        case feed(FeedID)
        case call(CallID)
        case deletion(WriteTicket)
        case frame(ConnectionID)
        case released(Released)
    }

    mutating func insert(_ feed: FeedID) {
        feeds.insert(feed)
    }

    mutating func insert(_ call: CallID, _ lane: Lane) {
        calls[lane.rawValue].insert(call)
    }

    mutating func insert(_ deletion: WriteTicket) {
        deletions.append(deletion)
    }

    /// A connection has received a large frame. `client`: the key of its account; nil before its Hello.
    mutating func insertFrame(of connection: ConnectionID, from client: ClientKey?) {
        frames.insert(connection, from: client)
    }

    mutating func finishFrame() {
        frames.finish()
    }

    mutating func insert(_ released: Released) {
        self.released.append(released)
    }

    mutating func popFirst() -> Item? {
        let kinds = calls.count + 4
        for _ in 0..<kinds {
            let kind = turn
            turn = (turn + 1) % kinds
            if let item = popFirst(of: kind) { return item }
        }
        return nil
    }

    private mutating func popFirst(of kind: Int) -> Item? {
        switch kind - calls.count {
        case ..<0: calls[kind].popFirst().map { .call($0) }
        case 0: feeds.popFirst().map { .feed($0) }
        case 1: deletions.popFirst().map { .deletion($0) }
        case 2: frames.popFirst().map { .frame($0) }
        default: released.popFirst().map { .released($0) }
        }
    }
}
