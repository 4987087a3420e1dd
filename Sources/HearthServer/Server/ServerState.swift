import HearthModel
import HearthStore

/// The components of the server, and what their work refers to: the newest snapshot and the time.
final class ServerState {
    let options: ServerOptions
    /// When the server started.
    let started: Int64
    var time: ServerTime {
        didSet {
            if counter.hasDayChanged(at: time.date) {
                beginDay()
            }
        }
    }
    private(set) var snapshot: Snapshot
    private(set) var isStopping = false
    /// Why the storage refuses writes at present; "": it accepts them.
    var storeFault = ""
    let connections: Connections
    let calls: CallScheduler
    let feeds: ChangeFeeds
    let delivery: DeliveryEngine
    var writes: WriteScheduler
    var access: AccessRequests
    /// What apps read and save.
    var counter: AccessCounter
    /// Work for reader threads.
    var reads = ReadQueue()
    var metrics = ServerMetrics()

    init(_ snapshot: Snapshot, _ options: ServerOptions, _ time: ServerTime) {
        self.options = options
        self.time = time
        self.snapshot = snapshot
        started = time.nanoseconds
        connections = Connections(options)
        calls = CallScheduler(options)
        feeds = ChangeFeeds(bookmarkNanoseconds: options.bookmarkNanoseconds)
        delivery = DeliveryEngine(options.background, in: snapshot)
        writes = WriteScheduler(options)
        access = AccessRequests(at: time.date)
        counter = AccessCounter(snapshot.accessCounts, time)
    }

    /// The bytes of saves that are under way, and of frames that are not complete.
    var stagedBytes: Int { writes.quota.total + connections.incompleteBytes }

    /// Nanoseconds on the clock of deadlines.
    var now: Int64 { time.nanoseconds }

    /// Whether a turn has something to do.
    var hasWork: Bool {
        connections.hasBacklogs || delivery.hasChecks || feeds.hasReady || writes.hasPreparations || calls.hasReady
    }

    /// When something is due next; nil when nothing waits for a time.
    var deadline: Int64? {
        [feeds.deadline, delivery.deadline, connections.deadline, access.deadline, counter.deadline].compactMap(\.self)
            .min()
    }

    /// Takes over a newer state of the store. Wakes the calls and feeds that have something to do now.
    func advance(to newest: Snapshot) {
        let previous = snapshot.head
        for observer in feeds.observers(of: StatisticsMark.changedTypes(from: snapshot, to: newest)) {
            calls.wake(observer)
        }
        snapshot = newest
        let types = newest.head > previous ? newest.changedTypes(after: previous) : []
        delivery.snapshotAdvanced(to: newest, changed: types)
        guard newest.head > previous else { return }
        for observer in feeds.advance(to: newest, changed: types, now: now) {
            calls.wake(observer)
        }
    }

    /// How far calls have sent; without those that do not follow changes.
    func positions(of ids: [CallID]) -> CallPositions {
        var positions: CallPositions = [:]
        for id in ids {
            if case .reading(let call)? = calls[id] {
                let position = call.position(fedUpTo: feeds.position(of: id, in: snapshot))
                positions[id] = position?.place(in: snapshot).sequence
            }
        }
        return positions
    }

    // MARK: - Counting

    /// Counts samples that a client is sent.
    func countRead(_ samples: SampleCounts, by client: ConnectionID) {
        guard !samples.isEmpty, let account = connections.client(of: client)?.accessAccount else { return }
        counter.count(samples, .read, by: account, at: time)
    }

    /// All that was counted.
    var allCounts: AccessCounts {
        feeds.settleCounts()
        return counter.all(snapshot.access)
    }

    private func beginDay() {
        feeds.settleCounts()
        counter.begin(Day(of: time.date), snapshot.access)
    }

    /// Has what was counted stored.
    func storeCounts() {
        feeds.settleCounts()
        guard let counts = counter.take(snapshot.access) else { return }
        writes.schedule(.count(counts), from: .ofServer, of: writes.account(ofApp: AccessCounts.others))
    }

    func beginStop() {
        isStopping = true
        connections.stop()
    }
}

extension Write.Origin {
    /// The server itself.
    fileprivate static let ofServer = Write.Origin(source: Source(AccessCounts.others))
}
