import HearthModel
import HearthStore
import HearthThreads

/// The thread that changes the store: commits groups of writes, and puts the store in order when there are none. What it
/// finds in the mailbox it commits in groups.
///
///     loop: orders -> mailbox -> thread: commit, fsync -> report -> mailbox, wake -> loop
///
/// `@unchecked Sendable`: `writer`, `waiting`, `lastingFailure` and `lastFault` are touched by the thread only, once it has begun, and
/// `thread` by the loop only.
final class WriterThread: @unchecked Sendable {
    enum Order: Sendable {
        case commit([Write])
        /// To put the store in order a little.
        case tidy
        case close

        fileprivate var isCommit: Bool {
            if case .commit = self { true } else { false }
        }
    }

    enum Report: Sendable {
        /// What became of the group, and the state after it.
        case committed([Result<Receipt, HearthError>], Snapshot)
        /// The store was put in order a little, which nobody sees but who reads next. With what could not be done, which is
        /// tried again after the next commit.
        case tidied(Snapshot, HearthError?)
        /// Why nothing is written to the store's files, which another program has changed; nil once they are as they were.
        case examined(HearthError?)
        /// The last report.
        case closed(HearthError?)
    }

    private let writer: StoreWriter
    private var waiting = WaitingWrites()
    /// Why the log could not be copied, as far as it was told.
    private var lastingFailure: HearthError?
    /// What the last examination of the store's files found.
    private var lastFault: HearthError?
    private let orders = Mailbox<Order>()
    private let reports = Mailbox<Report>()
    private let wake: @Sendable () -> Void
    private var thread: BackgroundThread?

    /// Begins the thread, which has the writer for itself from now on. `wake` is called on it whenever there are reports.
    init(_ writer: StoreWriter, wake: @escaping @Sendable () -> Void) {
        self.writer = writer
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

    /// So long without an order, and what commits left for later is done. Under load that is ordered, a step at a time.
    private static let quietNanoseconds: Int64 = 2_000_000

    /// How often an idle server looks whether the store's files are still there, so that its owner hears of it before an app
    /// saves something.
    private static let idleNanoseconds: Int64 = 2_000_000_000

    private func run() {
        var isTidy = false
        while true {
            guard let order = orders.next(within: isTidy ? WriterThread.idleNanoseconds : WriterThread.quietNanoseconds)
            else {
                if isTidy {
                    examine()
                } else {
                    isTidy = !tidy()
                }
                continue
            }
            switch order {
            case .commit(let writes):
                commit(writes)
                isTidy = false
            case .tidy:
                _ = tidy(isOrdered: true)
                // There may be more to do, for a quiet moment.
                isTidy = false
            case .close:
                close()
                return
            }
        }
    }

    /// Commits writes, and those that come meanwhile, group by group.
    private func commit(_ writes: [Write]) {
        waiting.append(writes)
        while !waiting.isEmpty {
            receiveWrites()
            if waiting.areMoreExpected {
                BackgroundThread.pause(nanoseconds: WriterThread.momentNanoseconds)
                receiveWrites()
            }
            let results = writer.commit(waiting.takeGroup()) {
                receiveWrites()
                return waiting.takeJoining()
            }
            report(.committed(results, writer.snapshot))
            catchUp()
        }
    }

    /// A fraction of what a way to the disk takes.
    private static let momentNanoseconds = 50_000

    /// Takes the writes that have come, up to an order of another kind.
    private func receiveWrites() {
        for case .commit(let more) in orders.takeAll(while: { $0.isCommit }) {
            waiting.append(more)
        }
    }

    /// Does one step; false when there is nothing to do, or nothing that can be done. Who has ordered it waits for a
    /// report in any case.
    private func tidy(isOrdered: Bool = false) -> Bool {
        let head = writer.snapshot.head
        let isMore: Bool
        var failure: HearthError?
        do throws(HearthError) {
            // After an error of the disk there may be more in the store than was reported: this opens it anew.
            isMore = try writer.maintain(besideCommits: true) || writer.snapshot.head > head
        } catch {
            failure = error
            isMore = writer.isTidyingBeside
        }
        if isMore || isOrdered || failure != nil || writer.tidyingFailure != lastingFailure {
            reportTidying(failure)
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
            try writer.catchUp()
        } catch {
            reportTidying(error)
        }
    }

    /// What lasts is told rather than what may be over.
    private func reportTidying(_ failure: HearthError?) {
        if failure != nil {
            // That the files are not there any more concerns all writes, and not only what is put in order.
            examine()
        }
        lastingFailure = writer.tidyingFailure
        report(.tidied(writer.snapshot, lastingFailure ?? failure))
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
