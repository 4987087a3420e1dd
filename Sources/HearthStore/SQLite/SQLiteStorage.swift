package import HearthModel

/// A store in a file of SQLite.
///
/// The connection here writes, and no other does. A copier copies the write-ahead log into the file in the background,
/// while commits go on. What is left of a long log then, this connection copies; and all of it for those who wait for
/// that. Each thread that reads has a connection of its own, which cannot write.
package final class SQLiteStorage: Storage {
    private let vfs: String?
    private let lock: LockFile
    private let files: OpenFiles
    private var connection: SQLiteConnection
    private var blocks: SQLiteBlocks
    private var copier: WALCopier?
    package private(set) var tidyingFailure: HearthError?
    /// Whether there was no store before.
    package private(set) var isNew = false
    /// Where the file is, without symbolic links.
    package var location: String { files.path }

    /// Opens the store at a path, or creates one there.
    ///
    /// Throws `STORAGE_CORRUPT` for a file that is no store, is damaged, or is of a newer version, and leaves it as it
    /// is; `STORAGE_FAILED` when another process has it, or it cannot be opened.
    /// - Parameter acceptsLoss: opens a store whose log is damaged, without what was committed after the damage.
    package init(path: String, vfs: String? = nil, acceptsLoss: Bool = false) throws(HearthError) {
        self.vfs = vfs
        let file = try StoreFile.open(path)
        files = try OpenFiles(path: path, descriptor: file)
        lock = try LockFile(ofStoreAt: path)
        let hasLog = try WALFile.prepare(ofStoreAt: files.path, acceptsLoss: acceptsLoss)
        connection = try SQLiteConnection(path: files.path, vfs: vfs, .create)
        blocks = SQLiteBlocks(connection)
        // A log that is there already may be of another file: until all is known to be well, it stays as it is.
        connection.takeLogWhenClosed(!hasLog)
        try prepare()
        copier = try WALCopier(path: files.path, vfs: vfs)
        files.noteOpened()
    }

    deinit {
        endCopying()
        files.unseal()
        connection.close()
    }

    /// Sets the connection up, and creates or migrates the tables.
    private func prepare() throws(HearthError) {
        try connection.run("PRAGMA busy_timeout = 2000")
        try connection.run("PRAGMA trusted_schema = OFF")
        try connection.run("PRAGMA mmap_size = 0")
        let version = try connection.integer("PRAGMA user_version")
        guard version <= SQLiteSchema.version else { throw .newerStore }
        if version == 0 {
            isNew = true
            guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else { throw .foreignFile }
            try connection.run("PRAGMA page_size = \(SQLiteStorage.pageBytes)")
        }
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = FULL")
        try connection.run("PRAGMA cache_size = -8192")
        guard version < SQLiteSchema.version else { return }
        try migrate(from: Int(version))
        // So that the header of the file itself says what it is, and not only the log next to it.
        _ = try emptyLog()
    }

    /// Copies all of the log into the file, and empties it. False when a reader or a backup stands in the way.
    private func emptyLog() throws(HearthError) -> Bool {
        guard files.beginCheckpoint() else { return false }
        defer { files.endCheckpoint() }
        return try connection.emptyLog()
    }

    /// Blocks take several pages each, and larger pages make reading them faster; a commit of one sample writes a few.
    static let pageBytes = 8_192

    /// The free space that the log needs, as a multiple of its size.
    private static let plenty = 16

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
        // Statements that are compiled once: there is a transaction for each save.
        try connection.statement("BEGIN IMMEDIATE").run()
        defer { files.noteLog() }
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
        try transaction { () throws(HearthError) in
            try SQLiteWriting(connection).write(changes)
        }
    }

    package func load() throws(HearthError) -> StoredState {
        try SQLiteLoading(connection).load()
    }

    package func reopen() throws(HearthError) {
        try checkFiles()
        // What this changes in the files is the store's own doing, also when it fails halfway.
        defer { files.noteOpened() }
        endCopying()
        files.unseal()
        connection.takeLogWhenClosed(files.beginCheckpoint())
        connection.close()
        files.endCheckpoint()
        connection = try SQLiteConnection(path: files.path, vfs: vfs, .readWrite)
        blocks = SQLiteBlocks(connection)
        guard try connection.integer("PRAGMA user_version") == SQLiteSchema.version else { throw .storeIsGone }
        try prepare()
        // What can be read now may be in the system's memory only. Copied into the file and synced, it is on the disk.
        guard try emptyLog() else {
            throw HearthError(
                .storageFailed,
                "The store is being read and could not be brought to the disk. Try again."
            )
        }
        copier = try WALCopier(path: files.path, vfs: vfs)
    }

    package func checkFiles() throws(HearthError) {
        try refuse(change())
    }

    private func refuse(_ change: OpenFiles.Change?) throws(HearthError) {
        guard let change else { return }
        rescueLog(after: change)
        throw change.error
    }

    /// Copies acknowledged commits out of a log that the next start would not find, while it is open.
    private func rescueLog(after change: OpenFiles.Change) {
        guard change == .logMoved, connection.log.uncopied > 0 else { return }
        _ = hasCopiedMore(waiting: true)
        _ = try? copyRest()
    }

    private func change() -> OpenFiles.Change? {
        files.change(isCopying: copier?.isCopying ?? false)
    }

    package func tidy(atLeast bytes: Int) throws(HearthError) -> Bool {
        guard change() == nil else { return false }
        if untidyBytes >= bytes {
            // Whatever has become of that: it is done now, and fails again if it has to.
            _ = hasCopiedMore(waiting: true)
            return try copyRest()
        }
        return makeRoom(for: bytes)
    }

    /// Gives the log a piece of the room for a number of bytes; false when it has it, or cannot have it.
    private func makeRoom(for bytes: Int) -> Bool {
        // On a disk that is nearly full the room is better left to what is saved.
        guard StoreFile.hasRoom(for: SQLiteStorage.plenty * bytes, beside: files.path) else { return false }
        // A little more, as writes go on until the log is copied.
        defer { files.noteLog() }
        return connection.lengthenLog(to: bytes + bytes / 8)
    }

    package func tidyBeside(atLeast bytes: Int) -> Bool {
        guard change() == nil else { return false }
        let hasCopiedMore = hasCopiedMore()
        guard untidyBytes >= bytes else { return makeRoom(for: bytes) }
        // A reader or the disk stands in the way: for now nothing helps.
        guard hasCopiedMore != false, isTidyingBeside || files.beginCheckpoint() else { return false }
        copier?.begin()
        return true
    }

    package var isTidyingBeside: Bool { copier?.isCopying ?? false }

    package func finishTidyingBeside(atLeast bytes: Int) throws(HearthError) {
        if hasCopiedMore() == true, untidyBytes >= bytes, change() == nil {
            _ = try copyRest()
        }
    }

    /// Whether the copier has brought more of the log into the file, which is noted. Nil while it goes on, and when it
    /// was not to copy.
    private func hasCopiedMore(waiting: Bool = false) -> Bool? {
        let result = copier?.takeResult(waiting: waiting)
        if result != nil {
            files.endCheckpoint()
        }
        switch result {
        case nil: return nil
        case .failure(let error):
            files.noteDatabase()
            tidyingFailure = error
            return false
        case .success(let copied):
            files.noteDatabase()
            return isMore(copied)
        }
    }

    /// Copies what is not copied yet, for which commits wait; nobody else copies. False when readers stand in the way.
    private func copyRest() throws(HearthError) -> Bool {
        guard files.beginCheckpoint() else { return false }
        defer {
            files.endCheckpoint()
            files.noteDatabase()
        }
        do throws(HearthError) {
            return isMore(try connection.copyLog())
        } catch {
            tidyingFailure = error
            throw error
        }
    }

    /// Takes note of how many pages of the log the file has, nil when another connection copies. False when these are
    /// no more than before.
    private func isMore(_ copied: Int?) -> Bool {
        guard let copied, connection.log.note(copied: copied) else { return false }
        tidyingFailure = nil
        return true
    }

    private func endCopying() {
        copier?.close()
        copier = nil
        files.endCheckpoint()
        tidyingFailure = nil
    }

    package var untidyBytes: Int { connection.log.pages * SQLiteStorage.pageBytes }

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
        // SQLite opens the log when it is read for the first time: now, and not when no descriptor may be left.
        _ = try connection.integer("PRAGMA user_version")
        return SQLiteBlocks(connection)
    }

    package func close() throws(HearthError) {
        let change = change()
        // A file that others changed is not the one to which the log belongs, or the log is not the one at the path.
        // Emptying it would lose what a kill leaves for the next start.
        let isOther = change != nil && change != .linked
        if let change {
            rescueLog(after: change)
        }
        endCopying()
        files.unseal()
        // What a backup reads must stay as it is: the next start copies the log.
        let takesLog = !isOther && files.beginCheckpoint()
        connection.takeLogWhenClosed(takesLog)
        defer {
            connection.close()
            files.close()
            lock.release()
        }
        if let change, isOther { throw change.errorAtClose }
        if connection.isOpen, takesLog {
            _ = try connection.emptyLog()
        }
    }
}

/// Reads blocks through a connection.
private final class SQLiteBlocks: BlockReader {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    func close() {
        connection.close()
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
