import HearthModel
import HearthStore
import HearthThreads

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The thread that changes the store: commits groups of writes, and puts the store in order when there are none.
///
///     loop: order -> mailbox -> thread: commit, fsync -> report -> mailbox, wake -> loop
///
/// `@unchecked Sendable`: `writer` is touched by the thread only, once it has begun.
final class WriterThread: @unchecked Sendable {
    enum Order: Sendable {
        case commit([Write])
        case close
    }

    enum Report: Sendable {
        /// What became of the group, and the state after it.
        case committed([Result<Receipt, HearthError>], Snapshot)
        /// The store was put in order, which nobody sees but who reads next.
        case tidied(Snapshot)
        /// Putting in order has failed; goes on after the next commit.
        case failed(HearthError)
        /// The last report.
        case closed(HearthError?)
    }

    private let writer: StoreWriter
    private let orders = Mailbox<Order>()
    private let reports = Mailbox<Report>()
    private let wake: @Sendable () -> Void

    /// Begins the thread, which has the writer for itself from now on. `wake` is called on it whenever there are reports.
    init(_ writer: StoreWriter, wake: @escaping @Sendable () -> Void) {
        self.writer = writer
        self.wake = wake
        Self.begin { self.run() }
    }

    func send(_ order: Order) {
        orders.post(order)
    }

    func takeReports() -> [Report] { reports.takeAll() }

    /// Under load, what was left for later is done a step at a time, once in so many groups.
    private static let groupsPerStep = 32
    /// So long without a write, and the rest of it is done.
    private static let quietNanoseconds: Int64 = 2_000_000

    private func run() {
        var isTidy = false
        var groups = 0
        while true {
            guard let order = orders.next(within: isTidy ? nil : WriterThread.quietNanoseconds) else {
                isTidy = !tidy()
                continue
            }
            switch order {
            case .commit(let writes):
                let results = writer.commit(writes)
                report(.committed(results, writer.snapshot))
                isTidy = false
                groups += 1
                if groups.isMultiple(of: WriterThread.groupsPerStep) {
                    _ = tidy()
                }
            case .close:
                close()
                return
            }
        }
    }

    /// Does one step; false when there is nothing to do, or nothing that can be done.
    private func tidy() -> Bool {
        let head = writer.snapshot.head
        do throws(HearthError) {
            // After an error of the disk there may be more in the store than was reported: this opens it anew.
            guard try writer.maintain() || writer.snapshot.head > head else { return false }
            report(.tidied(writer.snapshot))
            return true
        } catch {
            report(.failed(error))
            return false
        }
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

extension WriterThread {
    /// Runs `body` on a thread of its own.
    ///
    /// Unsafe pointers: pthread hands the body over as an address.
    private static func begin(_ body: @escaping @Sendable () -> Void) {
        final class Body: Sendable {
            let run: @Sendable () -> Void

            init(_ run: @escaping @Sendable () -> Void) {
                self.run = run
            }
        }
        let retained = Unmanaged.passRetained(Body(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                #if canImport(Darwin)
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                #else
                    guard let argument else { return nil }
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                #endif
                return nil
            },
            retained
        )
        precondition(code == 0, "the system has no room for a second thread")
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }
}
