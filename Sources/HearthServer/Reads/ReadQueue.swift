import HearthModel
import HearthStore
import HearthSystem

/// All work of reading that is ready, each piece once. The thread of the server takes some small steps in each of its
/// turns, and reader threads do all else. For the threads, feeds, changes, queries, preparations of writes, frames,
/// examinations for background delivery, manifests and memory to be freed take turns, and so do the clients of calls, of
/// preparations and of frames.
final class ReadQueue {
    /// Small steps.
    private var small = Steps()
    private var large = Steps()
    private var frames = FrameQueue()
    private var examinations = Queue<(ObserveTask, DeliveryExamination)>()
    private var manifests = Queue<AppID>()
    /// Whether a manifest is looked for. One at a time: a folder that does not answer holds one thread.
    private var isManifestUnderWay = false
    private var released = Queue<Released>()
    /// The kind whose turn is next.
    private var turn = 0

    private struct Steps {
        var feeds = ReadyQueue<FeedID>()
        var calls = [FairQueue<ClientKey, CallID>](repeating: FairQueue(), count: Lane.allCases.count)
        var preparations = FairQueue<ClientKey, WriteTicket>()

        var isEmpty: Bool { feeds.isEmpty && preparations.isEmpty && calls.allSatisfy(\.isEmpty) }
    }

    enum Item {
        case feed(FeedID)
        case call(CallID)
        case preparation(WriteTicket)
        case frame(ConnectionID)
        case examination(ObserveTask, DeliveryExamination)
        case manifest(AppID)
        case released(Released)
    }
}

// MARK: - Insertion

extension ReadQueue {
    func insert(_ feed: FeedID, isSmall: Bool) {
        if isSmall {
            small.feeds.insert(feed)
        } else {
            large.feeds.insert(feed)
        }
    }

    func insert(_ call: CallID, _ lane: Lane, of client: ClientKey, isSmall: Bool) {
        if isSmall {
            small.calls[lane.rawValue].insert(call, of: client)
        } else {
            large.calls[lane.rawValue].insert(call, of: client)
        }
    }

    func insert(_ preparation: WriteTicket, of client: ClientKey, isSmall: Bool) {
        if isSmall {
            small.preparations.insert(preparation, of: client)
        } else {
            large.preparations.insert(preparation, of: client)
        }
    }

    /// A connection has received a large frame. `client`: the key of its account; nil before its Hello.
    func insertFrame(of connection: ConnectionID, from client: ClientKey?) {
        frames.insert(connection, from: client)
    }

    func finishFrame() {
        frames.finish()
    }

    /// Background delivery waits for what a task finds.
    func insert(_ task: ObserveTask, _ examination: DeliveryExamination) {
        examinations.append((task, examination))
    }

    /// The manifest of an app is wanted.
    func insertManifest(of app: AppID) {
        manifests.append(app)
    }

    func finishManifest() {
        isManifestUnderWay = false
    }

    func insert(_ released: Released) {
        self.released.append(released)
    }
}

// MARK: - Small steps

extension ReadQueue {
    /// Whether the thread of the server has a step to take.
    var hasSmall: Bool { !small.isEmpty }

    func popSmallFeed() -> FeedID? { small.feeds.popFirst() }

    func popSmallCall(_ lane: Lane) -> CallID? { small.calls[lane.rawValue].popFirst() }

    func popSmallPreparation() -> WriteTicket? { small.preparations.popFirst() }
}

// MARK: - Reader threads

extension ReadQueue {
    /// The next work for a reader thread.
    func popFirst() -> Item? {
        let kinds = Lane.allCases.count + 6
        for _ in 0..<kinds {
            let kind = turn
            turn = (turn + 1) % kinds
            if let item = popFirst(of: kind) { return item }
        }
        return nil
    }

    private func popFirst(of kind: Int) -> Item? {
        switch kind - Lane.allCases.count {
        case ..<0: large.calls[kind].popFirst().map { .call($0) }
        case 0: large.feeds.popFirst().map { .feed($0) }
        case 1: large.preparations.popFirst().map { .preparation($0) }
        case 2: frames.popFirst().map { .frame($0) }
        case 3: examinations.popFirst().map { .examination($0.0, $0.1) }
        case 4: popManifest().map { .manifest($0) }
        default: released.popFirst().map { .released($0) }
        }
    }

    private func popManifest() -> AppID? {
        guard !isManifestUnderWay, let app = manifests.popFirst() else { return nil }
        isManifestUnderWay = true
        return app
    }
}
