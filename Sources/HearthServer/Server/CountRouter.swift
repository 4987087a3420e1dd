import HearthModel
import HearthStore

/// From what clients are sent, save and delete to the counts that are stored.
final class CountRouter {
    private let state: ServerState
    private var counter: AccessCounter
    /// Whether the counts at the end were given to the writer.
    private var hasStoredLast = false

    init(_ state: ServerState) {
        self.state = state
        counter = AccessCounter(state.snapshot.accessCounts, state.time)
    }

    /// When `storeDue` is to be called at the latest; nil: nothing is due.
    var deadline: Int64? { counter.deadline }

    /// The account of an app, to which its connections refer.
    func account(of app: AppID) -> AccessAccount { counter.account(of: app, state.snapshot.access) }

    // MARK: - Counting

    /// Counts samples that a client is sent.
    func countRead(_ samples: SampleCounts, by client: ConnectionID) {
        guard !samples.isEmpty, let account = state.connections.client(of: client)?.accessAccount else { return }
        counter.count(samples, .read, by: account, at: state.time)
    }

    /// A feed has counted samples.
    func noteCounted() {
        counter.noteCounted(at: state.time)
    }

    /// Counts what a write has saved or deleted.
    func count(_ write: FinishedWrite) {
        guard let account = write.accessAccount, case .success(let receipt) = write.result else { return }
        switch write.operation {
        case .delete: counter.count(receipt.types, .deleted, by: account, at: state.time)
        case .setCharacteristics(let values): counter.count(values.counted, .saved, by: account, at: state.time)
        default: counter.count(receipt.types, .saved, by: account, at: state.time)
        }
    }

    /// All that was counted.
    var all: AccessCounts {
        state.feeds.settleCounts()
        return counter.all(state.snapshot.access)
    }

    /// Time has passed: what is counted now may be of another day.
    func passTime() {
        if counter.hasDayChanged(at: state.time.date) {
            beginDay()
        }
    }

    private func beginDay() {
        state.feeds.settleCounts()
        counter.begin(Day(of: state.time.date), state.snapshot.access)
    }

    // MARK: - Storing

    /// Has what was counted stored when it is time.
    func storeDue() {
        if let deadline = counter.deadline, deadline <= state.now {
            store()
        }
    }

    /// The server stops: has stored what was counted when all other writes are, and only once, as the disk may be full.
    func storeLast() {
        guard !hasStoredLast, state.writes.isEmpty else { return }
        hasStoredLast = true
        store()
    }

    private func store() {
        state.feeds.settleCounts()
        guard let counts = counter.take(state.snapshot.access) else { return }
        state.writes.schedule(
            .storeCounts(counts),
            from: .ofServer,
            of: state.writes.writesOfServer(for: AccessCounts.others)
        )
    }

    /// What was to be stored is durable, or could not be stored.
    func didStore(_ write: FinishedWrite) {
        counter.didStore(write.error == nil, at: state.time)
    }
}

extension Write.Origin {
    /// The server itself.
    fileprivate static let ofServer = Write.Origin(source: Source(AccessCounts.others))
}
