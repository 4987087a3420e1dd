import HearthModel
import HearthStore

/// The components of the server, and the state they share: the newest snapshot and the time.
final class ServerState {
    let options: ServerOptions
    let writeSizes: WriteSizes
    var time: ServerTime
    private(set) var snapshot: Snapshot
    private(set) var isStopping = false
    /// Why the storage refuses writes at present. Empty if it accepts them.
    var storeFault = ""
    let connections: Connections
    let calls: CallScheduler
    let feeds: ChangeFeeds
    let delivery: DeliveryEngine
    let writes: WriteScheduler
    var access: AccessRequests
    let hiddenConflicts = HiddenConflicts()
    let reads: ReadQueue
    var metrics = ServerMetrics()

    init(_ snapshot: Snapshot, _ options: ServerOptions, _ time: ServerTime) {
        self.options = options
        writeSizes = WriteSizes(options)
        self.time = time
        self.snapshot = snapshot
        connections = Connections(options)
        reads = ReadQueue()
        calls = CallScheduler(options, reads)
        feeds = ChangeFeeds(bookmarkNanoseconds: options.bookmarkNanoseconds, reads)
        delivery = DeliveryEngine(options.background, in: snapshot)
        writes = WriteScheduler(options, reads)
        access = AccessRequests(at: time.date)
    }

    /// Nanoseconds on the clock of deadlines.
    var now: Int64 { time.nanoseconds }

    /// Takes over a newer state of the store. Wakes the calls and feeds that have something to do now.
    func advance(to newest: Snapshot) {
        let previous = snapshot.head
        feeds.noteChange(of: StatisticsMark.changedTypes(from: snapshot, to: newest))
        snapshot = newest
        let types = newest.head > previous ? newest.changedTypes(after: previous) : []
        delivery.snapshotAdvanced(to: newest, changed: types)
        if newest.head > previous {
            feeds.advance(to: newest, changed: types, now: now)
        }
        wakeObservers()
    }

    /// Wakes the next calls that observe what has changed.
    func wakeObservers() {
        guard feeds.hasObserversToWake else { return }
        for observer in feeds.takeObservers() {
            calls.wake(observer)
        }
    }

    /// How far calls have sent; without those that do not follow changes.
    func positions(of ids: [CallID]) -> CallPositions {
        var positions: CallPositions = [:]
        for id in ids {
            if case .reading(let call)? = calls[id], let subscription = call.subscription {
                positions[id] = position(of: subscription, id).resolved(in: snapshot).sequence
            }
        }
        return positions
    }

    /// How far a subscription has sent.
    func position(of subscription: any SubscribingCall, _ id: CallID) -> SubscriptionPosition {
        subscription.position(fedUpTo: feeds.position(of: id, in: snapshot))
    }

    func beginStop() {
        isStopping = true
        connections.stop()
    }
}
