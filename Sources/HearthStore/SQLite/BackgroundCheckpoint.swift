internal import HearthModel
internal import HearthSystem

/// Copies the write-ahead log into the store's file while commits continue: on its own thread, through its own
/// connection.
///
///     begin -> thread: copies what the log has now -> takeResult
///
/// Later commits stay in the log. No other connection may run a checkpoint until the result was taken: once everything
/// is copied, a commit restarts the log, and a second checkpoint that begins at that moment would take new pages for
/// copied ones. SQLite before 3.51.3 does not prevent that.
final class BackgroundCheckpoint {
    private let connection: SQLiteConnection
    private let orders = Mailbox<Order>()
    private let results = Mailbox<Result<Int?, HearthError>>()
    private var thread: BackgroundThread?
    /// From `begin` until the result is taken.
    private(set) var isUnderWay = false

    private enum Order: Sendable {
        case copy
        case end
    }

    /// Connects and starts the thread at once: later the process may have no descriptors or threads left, or the path
    /// may name another file.
    init(path: String, vfs: String?) throws(HearthError) {
        connection = try SQLiteConnection(path: path, vfs: vfs, .readWrite)
        try connection.run("PRAGMA mmap_size = 0")
        try connection.run("PRAGMA synchronous = FULL")
        // SQLite opens the log with the first read.
        _ = try connection.integer("PRAGMA user_version")
        thread = start()
    }

    deinit {
        close()
    }

    /// Begins to copy what the log has now, unless an earlier result was not taken yet. There must be something to copy:
    /// otherwise the next commit might restart the log at that moment.
    func begin() {
        guard !isUnderWay else { return }
        isUnderWay = true
        orders.post(.copy)
    }

    private func start() -> BackgroundThread {
        // Only the thread uses it until the thread has ended.
        nonisolated(unsafe) let connection = connection
        return BackgroundThread { [orders, results] in
            while case .copy? = orders.next(within: nil) {
                do throws(HearthError) {
                    results.post(.success(try connection.checkpoint()))
                } catch {
                    results.post(.failure(error))
                }
            }
        }
    }

    /// The number of pages of the log that the file has, once after each `begin`; in the result, nil when another
    /// connection runs a checkpoint. Nil while the copying continues and when none was begun.
    func takeResult(waits: Bool) -> Result<Int?, HearthError>? {
        guard isUnderWay, let result = waits ? results.next(within: nil) : results.takeAll().first else { return nil }
        isUnderWay = false
        return result
    }

    /// Waits for the copying under way and closes the connection.
    func close() {
        if let thread {
            orders.post(.end)
            // Its body throws nothing.
            try? thread.join()
            self.thread = nil
        }
        connection.close()
    }
}
