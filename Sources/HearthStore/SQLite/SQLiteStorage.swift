package import HearthModel
internal import HearthSystem

/// A store in a file of SQLite.
///
/// One connection writes. A second copies the write-ahead log into the file in the background, see `Checkpoints`.
/// Each thread that reads has a connection of its own, which cannot write.
package final class SQLiteStorage: Storage {
    private let vfs: String?
    private let checkpointOptions: CheckpointOptions
    private let lock: LockFile
    private let files: OpenFiles
    private var connection: SQLiteConnection
    private var blocks: SQLiteBlocks
    private var checkpoints: Checkpoints?
    /// Whether the file itself has the mark of `ServedMark` ...
    private var isFileMarked = false
    /// ... and whether it has it together with its log.
    private var isMarked = false
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
        let lacksLog = files.isMarked && !files.hasLog
        if lacksLog, !acceptsLoss, lock.acknowledged == nil {
            throw .lostLog
        }
        connection = try SQLiteConnection(path: files.path, vfs: vfs, .create)
        blocks = SQLiteBlocks(connection)
        // An existing log may belong to another file: until the store is known to be intact, it stays as it is.
        connection.takeWALWhenClosed(!hasWAL)
        try prepare(acceptsLoss: acceptsLoss, lacksLog: lacksLog)
        if lacksLog {
            // The file has everything that there is.
            _ = files.clearMark()
        }
        isFileMarked = files.isMarked
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
    /// - Parameter lacksLog: the file has the mark of a served store, and its log is missing or empty.
    private func prepare(acceptsLoss: Bool, lacksLog: Bool = false) throws(HearthError) {
        try connection.run("PRAGMA busy_timeout = 2000")
        try connection.run("PRAGMA trusted_schema = OFF")
        try connection.run("PRAGMA mmap_size = 0")
        let marked = try connection.integer("PRAGMA user_version")
        let version = ServedMark.schemaVersion(marked)
        isMarked = ServedMark.isSet(in: marked)
        guard version <= SQLiteSchema.version else { throw .newerStore }
        if version == 0 {
            isNew = true
            guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else { throw .foreignFile }
            try connection.run("PRAGMA page_size = \(SQLiteStorage.pageBytes)")
        } else {
            try checkAcknowledged(acceptsLoss: acceptsLoss, lacksLog: lacksLog)
        }
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = FULL")
        try connection.run("PRAGMA cache_size = -8192")
        guard version < SQLiteSchema.version else { return }
        try migrate(from: Int(version))
        // So that the header of the file itself says what it is, and not only the log next to it.
        _ = try copyLog(overridesBackup: true)
    }

    /// Compares the store with the last commit that an earlier process acknowledged, if that was not stopped in order.
    private func checkAcknowledged(acceptsLoss: Bool, lacksLog: Bool) throws(HearthError) {
        guard let acknowledged = lock.acknowledged else { return }
        let header = try SQLiteLoading(connection).header()
        if acceptsLoss {
            lock.note(AcknowledgedCommit(header))
        } else {
            try acknowledged.check(header)
            // The note is about another store, which was here before.
            guard !lacksLog || acknowledged.storeID == header.storeID else { throw .lostLog }
        }
    }

    private func makeCheckpoints(of connection: SQLiteConnection) throws(HearthError) -> Checkpoints {
        try Checkpoints(connection, files, lock, vfs: vfs, checkpointOptions)
    }

    /// Copies all of the log into the file, and empties it unless the file has the mark then. False when a reader or a
    /// backup prevents that.
    private func copyLog(overridesBackup: Bool) throws(HearthError) -> Bool {
        guard Checkpoints.begin(files, lock, overridesBackup: overridesBackup) else { return false }
        defer { files.unlockAfterCheckpoint() }
        return try isMarked ? connection.copyWAL() : connection.emptyWAL()
    }

    /// Brings the mark of a served store to the file, before the first commit. When a reader prevents that, the next commit
    /// tries again.
    private func bringMarkToFile() throws(HearthError) {
        guard !isMarked || !isFileMarked, let checkpoints else { return }
        try setMark(true)
        isFileMarked = try checkpoints.copyAll()
    }

    private func setMark(_ isSet: Bool) throws(HearthError) {
        try transaction { () throws(HearthError) in
            try connection.run("PRAGMA user_version = \(ServedMark.version(isSet: isSet))")
        }
        isMarked = isSet
    }

    /// Blocks take several pages each, and larger pages make reading them faster; a commit of one sample writes a few.
    static let pageBytes = 8_192

    private func migrate(from version: Int) throws(HearthError) {
        try transaction { () throws(HearthError) in
            for step in SQLiteSchema.steps[version...] {
                switch step {
                case .sql(let sql): try connection.run(sql)
                case .renaming: try rename(from: version)
                case .totals: try addTotals(from: version)
                case .newRecords: break
                }
            }
            if version == 0 {
                let created = StoredState.created()
                var changes = StorageChanges(header: created.header)
                changes.newAppRecords = created.appRecords
                try SQLiteWriting(connection).write(changes)
            }
            try connection.run("PRAGMA application_id = \(SQLiteSchema.applicationID)")
            try connection.run("PRAGMA user_version = \(ServedMark.version(isSet: isMarked))")
        }
    }

    private func rename(from version: Int) throws(HearthError) {
        guard version > 0, let changes = try NameMigration.changes(of: load(), blocks) else { return }
        try SQLiteWriting(connection).write(changes)
    }

    private func addTotals(from version: Int) throws(HearthError) {
        guard version > 0 else { return }
        var migration = try TotalsMigration(load(), blocks)
        while let (segment, totals) = try migration.next() {
            try SQLiteWriting(connection).write(totals, of: segment)
        }
        try SQLiteWriting(connection).write(migration.header)
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
        try bringMarkToFile()
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
        let version = try fresh.integer("PRAGMA user_version")
        guard ServedMark.schemaVersion(version) == SQLiteSchema.version else { throw .storeIsGone }
        let freshCheckpoints = try makeCheckpoints(of: fresh)
        checkpoints?.close()
        connection.close()
        connection = fresh
        blocks = SQLiteBlocks(fresh)
        checkpoints = freshCheckpoints
        try prepare(acceptsLoss: false)
        isFileMarked = files.isMarked
        // What can be read now may be in the system's memory only. Copied into the file and synced, it is on the disk.
        guard try copyLog(overridesBackup: true) else {
            throw HearthError(
                .storageFailed,
                "The store is being read, so its log could not be checkpointed. Try again."
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

    /// Copies acknowledged commits out of a log that the next start would not find, or not next to the file, while both are
    /// open. The log is left as it is, and the file has everything.
    private func rescueWAL(after change: OpenFiles.Change) {
        guard change == .walMoved || change == .moved, isFileMarked || walBytes > 0,
            files.areAsWritten(isCheckpointing: checkpoints?.isUnderWay ?? false),
            // One that fails is tried again when the next write is refused.
            (try? checkpoints?.copyAll()) == true
        else { return }
        isFileMarked = !files.clearMark()
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
        isComplete = try settle()
    }

    /// Brings everything to the file, which then no longer has the mark, and empties the log. What is already in the log is
    /// copied first, so that clearing the mark needs no room. False when a reader or a backup prevents it.
    private func settle() throws(HearthError) -> Bool {
        guard try copyLog(overridesBackup: false) else { return false }
        guard isMarked else { return true }
        try setMark(false)
        return try copyLog(overridesBackup: false)
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

    var waitsForOthers: Bool { false }

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
