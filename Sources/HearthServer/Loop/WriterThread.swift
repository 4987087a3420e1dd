import HearthModel
import HearthStore
import HearthSystem

/// The thread that changes the store: it commits groups of writes, and maintains the store between them.
///
///     loop: orders -> mailbox -> thread: commit, fsync -> report -> mailbox, wake -> loop
///
/// `@unchecked Sendable`: only the thread uses `writer`, `batcher`, `lastFailure` and `lastFault` once it has started, and
/// only the loop uses `thread`.
final class WriterThread: @unchecked Sendable {
    enum Order: Sendable {
        case commit([Write])
        /// One step of maintenance.
        case maintain
        case close

        fileprivate var isCommit: Bool {
            if case .commit = self { true } else { false }
        }
    }

    enum Report: Sendable {
        /// The outcomes of a group, and the state after it.
        case committed([WriteOutcome], Snapshot)
        /// A step of maintenance, which only later reads see. The error of the last step that failed, until maintenance is
        /// complete.
        case maintained(Snapshot, HearthError?)
        /// The error when another program has changed the store's files, so that nothing is written; nil when they are as
        /// they were.
        case examined(HearthError?)
        /// The last report.
        case closed(HearthError?)
    }

    private let writer: StoreWriter
    private var batcher = CommitBatcher()
    /// Why maintenance is incomplete.
    private var lastFailure: HearthError?
    /// The result of the last examination of the store's files.
    private var lastFault: HearthError?
    private let freedMemory: FreedMemory
    private let orders = Mailbox<Order>()
    private let reports = Mailbox<Report>()
    private let wake: @Sendable () -> Void
    private var thread: BackgroundThread?

    /// Starts the thread, which owns the writer from now on. It calls `wake` whenever there are reports.
    init(
        _ writer: StoreWriter,
        _ freedMemory: FreedMemory = FreedMemory(),
        wake: @escaping @Sendable () -> Void
    ) {
        self.writer = writer
        self.freedMemory = freedMemory
        self.wake = wake
        thread = BackgroundThread { self.run() }
    }

    func send(_ order: Order) {
        orders.post(order)
    }

    /// Waits for the end of the thread, which the last report announces.
    func join() {
        // What it runs throws nothing.
        try? thread?.join()
    }

    func takeReports() -> [Report] { reports.takeAll() }

    /// After this time without an order the thread does the maintenance that commits left. Under load, maintenance is
    /// ordered a step at a time.
    private static let quietNanoseconds: Int64 = 2_000_000

    /// How often an idle server examines the store's files, so that its owner learns of a fault before an app saves, and
    /// tries maintenance again that could not be done, such as a checkpoint during a backup.
    private static let idleNanoseconds: Int64 = 2_000_000_000

    private func run() {
        var isMaintained = false
        while true {
            guard
                let order = orders.next(
                    within: isMaintained ? WriterThread.idleNanoseconds : WriterThread.quietNanoseconds
                )
            else {
                if isMaintained {
                    examine()
                    freedMemory.returnToSystem()
                }
                isMaintained = !maintain()
                continue
            }
            switch order {
            case .commit(let writes):
                commit(writes)
                isMaintained = false
            case .maintain:
                _ = maintain(isOrdered: true)
                // More may be left for a quiet time.
                isMaintained = false
            case .close:
                close()
                return
            }
        }
    }

    /// Commits writes, and those that arrive meanwhile, group by group.
    private func commit(_ writes: [Write]) {
        batcher.append(writes)
        while !batcher.isEmpty {
            receiveWrites()
            if batcher.shouldLinger {
                BackgroundThread.pause(nanoseconds: WriterThread.lingerNanoseconds)
                receiveWrites()
            }
            let outcomes = writer.commit(batcher.takeGroup()) {
                receiveWrites()
                return batcher.takeLateJoiners()
            }
            report(.committed(outcomes, writer.snapshot))
            if noteDamage() {
                reportMaintenance()
            }
            catchUp()
        }
    }

    /// A fraction of the time of a commit.
    private static let lingerNanoseconds = 50_000

    /// Takes the writes that have arrived, up to an order of another kind.
    private func receiveWrites() {
        for case .commit(let more) in orders.takeAll(while: { $0.isCommit }) {
            batcher.append(more)
        }
    }

    /// Does one step of maintenance. Returns whether there is more to do that can be done now. An ordered step is reported
    /// in any case.
    private func maintain(isOrdered: Bool = false) -> Bool {
        let known = lastFailure
        // After a disk error the store may hold more, or other decisions, than was reported: this reopens it.
        let wasInDoubt = writer.needsReopening
        var isMore = false
        do throws(HearthError) {
            isMore = try writer.maintain()
            if !isMore {
                lastFailure = nil
            }
        } catch {
            note(error)
        }
        noteDamage()
        if isMore || isOrdered || lastFailure != known || wasInDoubt && !writer.needsReopening {
            reportMaintenance()
        }
        return isMore
    }

    private func examine() {
        var fault: HearthError?
        do throws(HearthError) {
            try writer.checkFiles()
        } catch {
            fault = error
        }
        if fault != lastFault {
            lastFault = fault
            report(.examined(fault))
        }
    }

    private func catchUp() {
        do throws(HearthError) {
            try writer.catchUp {
                receiveWrites()
                return !batcher.isEmpty
            }
        } catch {
            note(error)
            reportMaintenance()
        }
    }

    private func note(_ failure: HearthError) {
        lastFailure = failure
        // Missing files concern all writes, not only maintenance.
        examine()
    }

    /// Keys of a damaged block were left out. Returns whether there is something to report.
    @discardableResult
    private func noteDamage() -> Bool {
        guard let damage = writer.takeDamage() else { return false }
        note(damage)
        return true
    }

    private func reportMaintenance() {
        report(.maintained(writer.snapshot, lastFailure))
    }

    private func close() {
        do throws(HearthError) {
            try writer.close()
            report(.closed(nil))
        } catch {
            report(.closed(error))
        }
    }

    private func report(_ report: Report) {
        reports.post(report)
        wake()
    }
}
