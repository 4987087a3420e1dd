package import HearthModel
internal import HearthSystem

/// A store in a file of SQLite.
///
/// One connection writes. Another one copies the write-ahead log into the file in the background, see `Checkpoints`.
/// Each thread that reads has a connection of its own, which cannot write.
package final class SQLiteStorage: Storage {
    private let vfs: String?
    private let checkpointOptions: CheckpointOptions
    private let lock: LockFile
    private let files: OpenFiles
    private var connection: SQLiteConnection
    private var blocks: SQLiteBlocks
    private var checkpoints: Checkpoints?
    /// The number of readers that are open.
    private let readers = Guarded(0)
    /// Whether there was no store before.
    package private(set) var isNew = false
    /// Where the file is, without symbolic links.
    package var location: String { files.path }

    /// Opens the store at a path, or creates one there.
    ///
    /// Throws `STORAGE_CORRUPT` for a file that is not a store, is damaged, lacks acknowledged commits or is of a newer
    /// version, and leaves it as it is; `STORAGE_FAILED` when another process has it, or it cannot be opened.
    /// - Parameter acceptsLoss: opens a store that lacks acknowledged commits, because its log is damaged or gone.
    package init(
        path: String,
        vfs: String? = nil,
        acceptsLoss: Bool = false,
        checkpoints checkpointOptions: CheckpointOptions = .standard
    ) throws(HearthError) {
        self.vfs = vfs
        self.checkpointOptions = checkpointOptions
        let file = try StoreFile.open(path)
        files = try OpenFiles(path: path, descriptor: file)
        lock = try LockFile(ofStoreAt: path)
        let hasWAL = try WALFile.prepare(ofStoreAt: files.path, acceptsLoss: acceptsLoss)
        connection = try SQLiteConnection(path: files.path, vfs: vfs, .create)
        blocks = SQLiteBlocks(connection)
        // An existing log may belong to another file: until the store is known to be intact, it stays as it is.
        connection.takeWALWhenClosed(!hasWAL)
        try prepare(acceptsLoss: acceptsLoss)
        checkpoints = try makeCheckpoints(of: connection)
        files.seal()
        files.noteOpened()
        connection.takeWALWhenClosed(false)
    }

    /// Leaves the files as a kill would. A store to which nothing was committed is left as it was found.
    deinit {
        checkpoints?.close()
        if lock.acknowledged == nil, files.hasEmptyWAL {
            closeFiles(isComplete: true)
        } else {
            connection.close()
        }
    }

    /// Sets the connection up, and creates or migrates the tables.
    private func prepare(acceptsLoss: Bool) throws(HearthError) {
        try connection.run("PRAGMA busy_timeout = 2000")
        try connection.run("PRAGMA trusted_schema = OFF")
        try connection.run("PRAGMA mmap_size = 0")
        let version = try connection.integer("PRAGMA user_version")
        guard version <= SQLiteSchema.version else { throw .newerStore }
        if version == 0 {
            isNew = true
            guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else { throw .foreignFile }
            try connection.run("PRAGMA page_size = \(SQLiteStorage.pageBytes)")
        } else {
            try checkAcknowledged(acceptsLoss: acceptsLoss)
        }
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = FULL")
        try connection.run("PRAGMA cache_size = -8192")
        guard version < SQLiteSchema.version else { return }
        try migrate(from: Int(version))
        // So that the header of the file itself says what it is, and not only the log next to it.
        _ = try emptyWAL(overridesBackup: true)
    }

    /// Compares the store with the last commit that an earlier process acknowledged, if that was not stopped in order.
    private func checkAcknowledged(acceptsLoss: Bool) throws(HearthError) {
        guard let acknowledged = lock.acknowledged else { return }
        let header = try SQLiteLoading(connection).header()
        if acceptsLoss {
            lock.note(AcknowledgedCommit(header))
        } else {
            try acknowledged.check(header)
        }
    }

    private func makeCheckpoints(of connection: SQLiteConnection) throws(HearthError) -> Checkpoints {
        try Checkpoints(connection, files, lock, vfs: vfs, checkpointOptions)
    }

    /// Copies all of the log into the file, and empties it. False when a reader or a backup prevents that.
    private func emptyWAL(overridesBackup: Bool) throws(HearthError) -> Bool {
        guard Checkpoints.begin(files, lock, overridesBackup: overridesBackup) else { return false }
        defer { files.unlockAfterCheckpoint() }
        return try connection.emptyWAL()
    }

    /// Blocks take several pages each, and larger pages make reading them faster; a commit of one sample writes a few.
    static let pageBytes = 8_192

    private func migrate(from version: Int) throws(HearthError) {
        try transaction { () throws(HearthError) in
            for step in SQLiteSchema.steps[version...] {
                switch step {
                case .sql(let sql): try connection.run(sql)
                case .renaming: try rename(from: version)
                }
            }
            if version == 0 {
                try SQLiteWriting(connection).write(StoreHeader(storeID: .random()))
            }
            try connection.run("PRAGMA application_id = \(SQLiteSchema.applicationID)")
            try connection.run("PRAGMA user_version = \(SQLiteSchema.version)")
        }
    }

    private func rename(from version: Int) throws(HearthError) {
        guard version > 0, let changes = try NameMigration.changes(of: load(), blocks) else { return }
        try SQLiteWriting(connection).write(changes)
    }

    private func transaction(_ body: () throws(HearthError) -> Void) throws(HearthError) {
        // Statements that are compiled once, as each save is a transaction.
        try connection.statement("BEGIN IMMEDIATE").run()
        defer { files.noteWAL() }
        do throws(HearthError) {
            try body()
            try connection.statement("COMMIT").run()
        } catch {
            // Some errors end the transaction by themselves. The error of a failed rollback would hide the first one.
            if connection.isInTransaction {
                try? connection.run("ROLLBACK")
            }
            throw error
        }
    }

    package func commit(_ changes: StorageChanges) throws(HearthError) {
        try refuse(change())
        checkpoints?.makeRoomForCommit()
        try transaction { () throws(HearthError) in
            try SQLiteWriting(connection).write(changes)
        }
        lock.note(AcknowledgedCommit(changes.header))
    }

    package func load() throws(HearthError) -> StoredState {
        try SQLiteLoading(connection).load()
    }

    package func reopen() throws(HearthError) {
        try checkFiles()
        // The changes that this makes in the files are the store's own, also when it fails halfway.
        defer { files.noteOpened() }
        // Opened before the old ones are closed: the process keeps SQLite's lock on the file, which the seal would not let
        // it take again. And when they cannot be opened, the old ones stay, so that the log is still copied.
        let fresh = try SQLiteConnection(path: files.path, vfs: vfs, .readWrite)
        guard try fresh.integer("PRAGMA user_version") == SQLiteSchema.version else { throw .storeIsGone }
        let freshCheckpoints = try makeCheckpoints(of: fresh)
        checkpoints?.close()
        connection.close()
        connection = fresh
        blocks = SQLiteBlocks(fresh)
        checkpoints = freshCheckpoints
        try prepare(acceptsLoss: false)
        // What can be read now may be in the system's memory only. Copied into the file and synced, it is on the disk.
        guard try emptyWAL(overridesBackup: true) else {
            throw HearthError(
                .storageFailed,
                "The store is being read and could not be brought to the disk. Try again."
            )
        }
    }

    package func checkFiles() throws(HearthError) {
        try refuse(change())
        files.seal()
    }

    private func refuse(_ change: OpenFiles.Change?) throws(HearthError) {
        guard let change else { return }
        rescueWAL(after: change)
        throw change.error
    }

    /// Copies acknowledged commits out of a log that the next start would not find, while it is open.
    private func rescueWAL(after change: OpenFiles.Change) {
        guard change == .walMoved else { return }
        checkpoints?.rescue()
    }

    private func change() -> OpenFiles.Change? {
        files.change(isCheckpointing: checkpoints?.isUnderWay ?? false)
    }

    package func idle() throws(HearthError) -> Bool {
        guard change() == nil else { return false }
        return try checkpoints?.idle() ?? false
    }

    /// Bytes of the write-ahead log, as long as the file does not have all of them.
    var walBytes: Int { checkpoints?.walBytes ?? 0 }

    package func verify() throws(HearthError) {
        let statement = try connection.statement("PRAGMA integrity_check(1)")
        defer { statement.reset() }
        guard try statement.step(), statement.text(0) == "ok" else { throw .damagedStructure }
    }

    package func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        try blocks.readBlock(block)
    }

    package func makeReader() throws(HearthError) -> any BlockReader {
        let connection = try SQLiteConnection(path: files.path, vfs: vfs, .readOnly)
        try connection.run("PRAGMA query_only = ON")
        try connection.run("PRAGMA mmap_size = 0")
        try connection.run("PRAGMA busy_timeout = 2000")
        // SQLite opens the log with the first read: now, and not when the process may have no descriptor left.
        _ = try connection.integer("PRAGMA user_version")
        return SQLiteBlocks(connection, countedIn: readers)
    }

    package func close() throws(HearthError) {
        guard connection.isOpen else { return }
        let change = change()
        if let change {
            rescueWAL(after: change)
        }
        checkpoints = nil
        // Whether the file alone has everything. A backup that is under way needs it as it is, and the next start copies
        // the log then.
        var isComplete = false
        defer {
            closeFiles(isComplete: isComplete)
        }
        // A file that others changed is not the one to which the log belongs, or the log is not the one at the path.
        // Emptying it would lose what a kill leaves for the next start.
        if let change, change != .linked { throw change.errorAtClose }
        isComplete = try emptyWAL(overridesBackup: false)
    }

    /// The seal lasts until all connections are closed and the log is removed. Without it SQLite removes the log, as other
    /// programs may use it.
    private func closeFiles(isComplete: Bool) {
        connection.takeWALWhenClosed(isComplete && !files.isSealed)
        connection.close()
        if isComplete, readers.withLock({ $0 == 0 }) {
            files.removeEmptyWAL()
        }
        files.close()
        lock.release(removingFile: isComplete)
    }
}

/// Reads blocks through a connection.
private final class SQLiteBlocks: BlockReader {
    private let connection: SQLiteConnection
    private let readers: Guarded<Int>?

    init(_ connection: SQLiteConnection, countedIn readers: Guarded<Int>? = nil) {
        self.connection = connection
        self.readers = readers
        readers?.withLock { $0 += 1 }
    }

    deinit {
        if readers != nil {
            close()
        }
    }

    func close() {
        guard connection.isOpen else { return }
        connection.close()
        readers?.withLock { $0 -= 1 }
    }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        let statement: SQLiteStatement
        switch block {
        case .segment(let id):
            statement = try connection.statement("SELECT block FROM segment WHERE id = ?1")
            statement.bind(id, at: 1)
        case .association(let id):
            statement = try connection.statement("SELECT block FROM association WHERE id = ?1")
            statement.bind(id, at: 1)
        }
        defer { statement.reset() }
        // The directory names the block: a file without it is damaged.
        guard try statement.step() else { throw .damagedBlock }
        return statement.bytes(0)
    }
}
