internal import HearthModel
internal import HearthSystem

/// Copies the write-ahead log into the file while commits go on: on a thread of its own, through a connection of its
/// own.
///
///     storage: begin -> thread: copies what the log has now -> storage: takeResult
///
/// What is committed meanwhile stays in the log. Nobody else may copy the log until the result was taken: when one has
/// copied everything, a commit restarts the log, and another who begins at that moment would take new pages for copied
/// ones. SQLite before 3.51.3 does not prevent that.
final class WALCopier {
    private let connection: SQLiteConnection
    private let orders = Mailbox<Order>()
    private let results = Mailbox<Result<Int?, HearthError>>()
    private var thread: BackgroundThread?
    /// What was begun has not come to an end, or nobody has taken its result.
    private(set) var isCopying = false

    private enum Order: Sendable {
        case copy
        case end
    }

    /// Connects and begins its thread at once: later there may be no descriptors or threads left, or another file in
    /// the place of this one.
    init(path: String, vfs: String?) throws(HearthError) {
        connection = try SQLiteConnection(path: path, vfs: vfs, .readWrite)
        try connection.run("PRAGMA mmap_size = 0")
        try connection.run("PRAGMA synchronous = FULL")
        // SQLite knows of a log once something was read.
        _ = try connection.integer("PRAGMA user_version")
        thread = start()
    }

    deinit {
        close()
    }

    /// Begins to copy what the log has now, unless the result of an earlier copying was not taken yet. There is
    /// something to copy: otherwise the next commit might restart the log at that moment.
    func begin() {
        guard !isCopying else { return }
        isCopying = true
        orders.post(.copy)
    }

    private func start() -> BackgroundThread {
        // The thread has it for itself until it has ended.
        nonisolated(unsafe) let connection = connection
        return BackgroundThread { [orders, results] in
            while case .copy? = orders.next(within: nil) {
                do throws(HearthError) {
                    // What a reader stands in the way of stays in the log until the next time.
                    results.post(.success(try connection.copyLog()))
                } catch {
                    results.post(.failure(error))
                }
            }
        }
    }

    /// What has become of the copying, once: how many pages of the log the file has, or nil when another connection
    /// copies. Nothing while it goes on, and when none was begun. `waiting`: it has come to an end then.
    func takeResult(waiting: Bool = false) -> Result<Int?, HearthError>? {
        guard isCopying, let result = waiting ? results.next(within: nil) : results.takeAll().first else { return nil }
        isCopying = false
        return result
    }

    /// Waits for the end of what was begun, and gives up the connection.
    func close() {
        if let thread {
            orders.post(.end)
            // What it runs throws nothing.
            try? thread.join()
            self.thread = nil
        }
        connection.close()
    }
}
