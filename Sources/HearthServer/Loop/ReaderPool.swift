import CLibUV
import HearthStore
import HearthSystem

/// The threads that read the store for the server.
///
///     loop: reads -> mailbox -> threads: a step each -> mailbox, wake -> loop
final class ReaderPool {
    /// A thread's part of the pool.
    ///
    /// `@unchecked Sendable`: only the thread uses `runner`, once it has begun.
    private final class Worker: @unchecked Sendable {
        private let runner: ReadRunner

        init(_ runner: ReadRunner) {
            self.runner = runner
        }

        /// Runs reads until it receives the order to end.
        func run(_ orders: Mailbox<Order>, becameIdle: () -> Void, finished: (Read) -> Void) {
            var isIdle = true
            while true {
                switch orders.next(within: isIdle ? nil : ReaderPool.quietNanoseconds) {
                case .run(let read):
                    runner.run(read)
                    finished(read)
                    isIdle = false
                case nil:
                    becameIdle()
                    isIdle = true
                case .end:
                    runner.close()
                    return
                }
            }
        }
    }

    /// After this time without a read a thread is idle. Shorter than the pauses between the reads of a client that follows
    /// something.
    private static let quietNanoseconds: Int64 = 250_000_000

    private enum Order {
        case run(Read)
        case end
    }

    private let orders = Mailbox<Order>()
    private let finished = Mailbox<Read>()
    private var threads: [BackgroundThread] = []
    private var readsUnderWay = 0

    /// One thread for each processor.
    static var threadCount: Int { min(max(Int(uv_available_parallelism()), 1), 16) }

    /// Begins a thread for each runner. `wake` is called on them whenever a read is finished, and `becameIdle` when a thread
    /// has had nothing to do for a moment after its reads.
    init(
        _ runners: [ReadRunner],
        becameIdle: @escaping @Sendable () -> Void,
        wake: @escaping @Sendable () -> Void
    ) {
        let (orders, finished) = (orders, finished)
        threads = runners.map { runner in
            let worker = Worker(runner)
            return BackgroundThread {
                worker.run(orders, becameIdle: becameIdle) { read in
                    finished.post(read)
                    wake()
                }
            }
        }
    }

    /// Whether a read would begin soon. One read is queued in addition to those that run, so that no thread waits for
    /// the loop. No more are, so that the server can decide late which read is next.
    var hasRoom: Bool { readsUnderWay <= threads.count }

    func send(_ read: Read) {
        readsUnderWay += 1
        orders.post(.run(read))
    }

    func takeFinished() -> [Read] {
        let reads = finished.takeAll()
        readsUnderWay -= reads.count
        return reads
    }

    /// Ends the threads after the steps that they have.
    func close() {
        for _ in threads {
            orders.post(.end)
        }
        for thread in threads {
            // What it runs throws nothing.
            try? thread.join()
        }
        threads = []
    }
}
