import HearthModel
import HearthStore
import HearthSystem

/// Work that is ready for a reader thread. Feeds, changes, queries, preparations of writes, frames, manifests and memory to
/// be freed take turns, and so do the clients of calls and of frames.
struct ReadQueue {
    private var feeds = ReadyQueue<FeedID>()
    private var calls = [FairQueue<ClientKey, CallID>](repeating: FairQueue(), count: Lane.allCases.count)
    private var preparations = Queue<WriteTicket>()
    private var frames = FrameQueue()
    private var manifests = Queue<AppID>()
    /// Whether a manifest is looked for. One at a time: a folder that does not answer holds one thread.
    private var isManifestUnderWay = false
    private var released = Queue<Released>()
    /// The kind whose turn is next.
    private var turn = 0

    enum Item {
        case feed(FeedID)
        case call(CallID)
        case preparation(WriteTicket)
        case frame(ConnectionID)
        case manifest(AppID)
        case released(Released)
    }

    mutating func insert(_ feed: FeedID) {
        feeds.insert(feed)
    }

    mutating func insert(_ call: CallID, _ lane: Lane, of client: ClientKey) {
        calls[lane.rawValue].insert(call, of: client)
    }

    mutating func insert(_ preparation: WriteTicket) {
        preparations.append(preparation)
    }

    /// A connection has received a large frame. `client`: the key of its account; nil before its Hello.
    mutating func insertFrame(of connection: ConnectionID, from client: ClientKey?) {
        frames.insert(connection, from: client)
    }

    mutating func finishFrame() {
        frames.finish()
    }

    /// The manifest of an app is wanted.
    mutating func insertManifest(of app: AppID) {
        manifests.append(app)
    }

    mutating func finishManifest() {
        isManifestUnderWay = false
    }

    mutating func insert(_ released: Released) {
        self.released.append(released)
    }

    mutating func popFirst() -> Item? {
        let kinds = calls.count + 5
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
        case 1: preparations.popFirst().map { .preparation($0) }
        case 2: frames.popFirst().map { .frame($0) }
        case 3: popManifest().map { .manifest($0) }
        default: released.popFirst().map { .released($0) }
        }
    }

    private mutating func popManifest() -> AppID? {
        guard !isManifestUnderWay, let app = manifests.popFirst() else { return nil }
        isManifestUnderWay = true
        return app
    }
}
