package import HearthModel

/// A store in a file of SQLite.
///
/// The connection here writes, and no other does. A copier copies the write-ahead log back beside it, while commits go on.
/// What is left of a long log then, this connection copies; and all of it for those who wait for that. Each thread that
/// reads has a connection of its own, which cannot write.
package final class SQLiteStorage: Storage {
    private let path: String
    private let vfs: String?
    private let lock: LockFile
    private var connection: SQLiteConnection
    private var blocks: SQLiteBlocks
    private var copier: LogCopier?
    package private(set) var tidyingFailure: HearthError?

    /// Opens the store at a path, or creates one there.
    ///
    /// Throws `STORAGE_CORRUPT` for a file that is no store, is damaged, or is of a newer version, and leaves it as it
    /// is; `STORAGE_FAILED` when another process has it, or it cannot be opened.
    package init(path: String, vfs: String? = nil) throws(HearthError) {
        self.path = path
        self.vfs = vfs
        try StoreFile.check(path)
        lock = try LockFile(ofStoreAt: path)
        connection = try SQLiteConnection(path: path, vfs: vfs, .create)
        blocks = SQLiteBlocks(connection)
        try prepare()
        copier = try LogCopier(path: path, vfs: vfs)
    }

    /// Sets the connection up, and creates or migrates the tables.
    private func prepare() throws(HearthError) {
        try connection.run("PRAGMA busy_timeout = 2000")
        try connection.run("PRAGMA trusted_schema = OFF")
        try connection.run("PRAGMA mmap_size = 0")
        let version = try connection.integer("PRAGMA user_version")
        guard version <= SQLiteSchema.version else { throw .newerStore }
        if version == 0 {
            guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else { throw .foreignFile }
            try connection.run("PRAGMA page_size = \(SQLiteStorage.pageBytes)")
        }
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = FULL")
        try connection.run("PRAGMA cache_size = -8192")
        guard version < SQLiteSchema.version else { return }
        try migrate(from: Int(version))
        // So that the header of the file itself says what it is, and not only the log beside it.
        _ = try connection.emptyLog()
    }

    /// Blocks take several pages each, and larger pages make reading them faster; a commit of one sample writes a few.
    private static let pageBytes = 8_192

    /// So many times what the log is to have must be free for it.
    private static let plenty = 16

    private func migrate(from version: Int) throws(HearthError) {
        try transaction { () throws(HearthError) in
            for step in SQLiteSchema.steps[version...] {
                try connection.run(step)
            }
            if version == 0 {
                try write(StoreHeader(storeID: .random()))
            }
            try connection.run("PRAGMA application_id = \(SQLiteSchema.applicationID)")
            try connection.run("PRAGMA user_version = \(SQLiteSchema.version)")
        }
    }

    private func transaction(_ body: () throws(HearthError) -> Void) throws(HearthError) {
        // Statements that are compiled once: there is a transaction for each save.
        try connection.statement("BEGIN IMMEDIATE").run()
        do throws(HearthError) {
            try body()
            try connection.statement("COMMIT").run()
        } catch {
            // Some errors end the transaction by themselves. What the rollback says is of no use beside the error.
            if connection.isInTransaction {
                try? connection.run("ROLLBACK")
            }
            throw error
        }
    }

    package func load() throws(HearthError) -> StoredState {
        try SQLiteLoading(connection).load()
    }

    package func reopen() throws(HearthError) {
        endCopying()
        connection.close()
        connection = try SQLiteConnection(path: path, vfs: vfs, .readWrite)
        blocks = SQLiteBlocks(connection)
        guard try connection.integer("PRAGMA user_version") == SQLiteSchema.version else { throw .storeIsGone }
        try prepare()
        // What can be read now may be in the system's memory only. Copied into the file and synced, it is on the disk.
        guard try connection.emptyLog() else {
            throw HearthError(
                .storageFailed,
                "The store is being read and could not be brought to the disk. Try again."
            )
        }
        copier = try LogCopier(path: path, vfs: vfs)
    }

    package func tidy(atLeast bytes: Int) throws(HearthError) -> Bool {
        if untidyBytes >= bytes {
            // Whatever has become of that: it is done now, and fails again if it has to.
            _ = hasCopiedMore(waiting: true)
            return try copyRest()
        }
        return makeRoom(for: bytes)
    }

    /// Gives the log a piece of the room for so many bytes; false when it has it, or cannot have it.
    private func makeRoom(for bytes: Int) -> Bool {
        // On a disk that is nearly full the room is better left to what is saved.
        guard StoreFile.hasRoom(for: SQLiteStorage.plenty * bytes, beside: path) else { return false }
        // A little more, as writes go on until the log is copied.
        return connection.lengthenLog(to: bytes + bytes / 8)
    }

    package func tidyBeside(atLeast bytes: Int) -> Bool {
        let hasCopiedMore = hasCopiedMore()
        guard untidyBytes >= bytes else { return makeRoom(for: bytes) }
        // A reader or the disk stands in the way: for now nothing helps.
        guard hasCopiedMore != false else { return false }
        copier?.begin()
        return true
    }

    package var isTidyingBeside: Bool { copier?.isCopying ?? false }

    package func finishTidyingBeside(atLeast bytes: Int) throws(HearthError) {
        if hasCopiedMore() == true, untidyBytes >= bytes {
            _ = try copyRest()
        }
    }

    /// Whether the copier has brought more of the log into the file, which is noted. Nil while it goes on, and when it was
    /// not to copy.
    private func hasCopiedMore(waiting: Bool = false) -> Bool? {
        switch copier?.takeResult(waiting: waiting) {
        case nil: return nil
        case .failure(let error):
            tidyingFailure = error
            return false
        case .success(let copied): return isMore(copied)
        }
    }

    /// Copies what is not copied yet, for which commits wait; nobody else copies. False when readers stand in the way.
    private func copyRest() throws(HearthError) -> Bool {
        do throws(HearthError) {
            return isMore(try connection.copyLog())
        } catch {
            tidyingFailure = error
            throw error
        }
    }

    /// Takes note of how many pages of the log the file has, nil for somebody else who copies. False when these are no more
    /// than before.
    private func isMore(_ copied: Int?) -> Bool {
        guard let copied, connection.log.note(copied: copied) else { return false }
        tidyingFailure = nil
        return true
    }

    private func endCopying() {
        copier?.close()
        copier = nil
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
        let connection = try SQLiteConnection(path: path, vfs: vfs, .readOnly)
        try connection.run("PRAGMA query_only = ON")
        try connection.run("PRAGMA mmap_size = 0")
        try connection.run("PRAGMA busy_timeout = 2000")
        // SQLite opens the log when it is read for the first time: now, and not when no descriptor may be left.
        _ = try connection.integer("PRAGMA user_version")
        return SQLiteBlocks(connection)
    }

    package func close() throws(HearthError) {
        endCopying()
        defer {
            connection.close()
            lock.release()
        }
        if connection.isOpen {
            _ = try connection.emptyLog()
        }
    }
}

// MARK: - Writing

extension SQLiteStorage {
    package func commit(_ changes: StorageChanges) throws(HearthError) {
        try transaction { () throws(HearthError) in
            for provenance in changes.newProvenances {
                let statement = try connection.statement(SQLiteSchema.insertProvenance)
                statement.bind(Int64(provenance.number), at: 1)
                statement.bind(provenance.message, at: 2)
                try statement.run()
            }
            for (summary, block) in changes.newSegments {
                try insert(summary, block)
            }
            for (summary, block) in changes.newAssociations {
                try insert(summary, block)
            }
            try delete(changes)
            try writeAppRecords(changes)
            try write(changes.header)
        }
    }

    private func delete(_ changes: StorageChanges) throws(HearthError) {
        for (sql, ids) in [
            ("INSERT INTO retired_block (id) VALUES (?1)", changes.retiredBlocks),
            ("DELETE FROM segment WHERE id = ?1", changes.deletedBlocks),
            ("DELETE FROM association WHERE id = ?1", changes.deletedBlocks),
            ("DELETE FROM retired_block WHERE id = ?1", changes.deletedBlocks),
        ] {
            for id in ids {
                let statement = try connection.statement(sql)
                statement.bind(id, at: 1)
                try statement.run()
            }
        }
    }

    private func writeAppRecords(_ changes: StorageChanges) throws(HearthError) {
        for (sql, records) in [
            (SQLiteSchema.deleteAppRecord, changes.removedAppRecords),
            (SQLiteSchema.insertAppRecord, changes.newAppRecords),
        ] {
            for record in records {
                let statement = try connection.statement(sql)
                statement.bind(record.app, at: 1)
                statement.bind(Int64(record.kind), at: 2)
                statement.bind(record.name, at: 3)
                if sql == SQLiteSchema.insertAppRecord {
                    statement.bind(record.value, at: 4)
                }
                try statement.run()
            }
        }
    }

    private func insert(_ summary: SegmentSummary, _ block: [UInt8]) throws(HearthError) {
        let statement = try connection.statement(SQLiteSchema.insertSegment)
        let integers: [(Int32, Int64)] = [
            (1, summary.id),
            (2, Int64(summary.kind.rawValue)),
            (4, Int64(bitPattern: summary.firstSequence)),
            (5, Int64(bitPattern: summary.lastSequence)),
            (6, Int64(summary.count)),
            (7, summary.starts.lowerBound.nanoseconds),
            (8, summary.starts.upperBound.nanoseconds),
            (9, summary.ends.lowerBound.nanoseconds),
            (10, summary.ends.upperBound.nanoseconds),
            (16, Int64(summary.shape)),
            (17, summary.isScattered ? 1 : 0),
            (18, summary.hasSyncKeys ? 1 : 0),
            (20, Int64(summary.weight)),
            (21, Int64(bitPattern: summary.blockChecksum)),
        ]
        for (index, value) in integers {
            statement.bind(value, at: index)
        }
        statement.bind(summary.type, at: 3)
        statement.bind(summary.ids.lowerBound.bytes, at: 11)
        statement.bind(summary.ids.upperBound.bytes, at: 12)
        statement.bind(summary.values?.sum, at: 13)
        statement.bind(summary.values?.least, at: 14)
        statement.bind(summary.values?.greatest, at: 15)
        var provenances = ByteWriter()
        provenances.raw(summary.provenances)
        statement.bind(provenances.bytes, at: 19)
        try statement.run(blob: block, at: 22)
    }

    private func insert(_ summary: AssociationSummary, _ block: [UInt8]) throws(HearthError) {
        let statement = try connection.statement(SQLiteSchema.insertAssociation)
        statement.bind(summary.id, at: 1)
        statement.bind(summary.workout.bytes, at: 2)
        statement.bind(Int64(summary.count), at: 3)
        statement.bind(Int64(bitPattern: summary.blockChecksum), at: 4)
        try statement.run(blob: block, at: 5)
    }

    private func write(_ header: StoreHeader) throws(HearthError) {
        let statement = try connection.statement(SQLiteSchema.replaceState)
        statement.bind(header.storeID.bytes, at: 1)
        statement.bind(Int64(bitPattern: header.head), at: 2)
        statement.bind(Int64(bitPattern: header.oldest), at: 3)
        statement.bind(header.characteristics.stored, at: 4)
        statement.bind(Int64(bitPattern: header.manifest), at: 5)
        statement.bind(Int64(bitPattern: header.checksum), at: 6)
        try statement.run()
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
