internal import CSQLite
internal import HearthModel

/// A connection to SQLite, for one thread at a time.
///
/// Unsafe pointers: SQLite's handles are addresses, which this type owns and closes.
final class SQLiteConnection {
    private var handle: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]
    /// The write-ahead log as of the last commit through this connection.
    var wal = WALExtent()

    enum Access {
        case readOnly
        case readWrite
        /// Writes to a file that may not exist yet.
        case create
    }

    init(path: String, vfs: String?, _ access: Access) throws(HearthError) {
        var opened: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX
        switch access {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        let code = sqlite3_open_v2(path, &opened, flags, vfs)
        handle = opened
        guard code == SQLITE_OK else {
            let error = HearthError.sqlite(extendedCode(code), "open")
            sqlite3_close_v2(opened)
            handle = nil
            throw error
        }
        sqlite3_extended_result_codes(opened, 1)
        hearth_sqlite3_leave_log(opened, 1)
        // The hook is called on this connection's thread only, and not after it is closed. It replaces the one by which
        // SQLite would run a checkpoint by itself, in the middle of a commit.
        sqlite3_wal_hook(
            opened,
            { connection, _, _, pages in
                guard let connection else { return SQLITE_OK }
                Unmanaged<SQLiteConnection>.fromOpaque(connection).takeUnretainedValue().wal.note(end: Int(pages))
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    deinit {
        close()
    }

    func close() {
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Whether closing the connection copies the log into the database and removes it, if it is the last connection.
    /// Otherwise the log stays, as after a crash: it may belong to another file than the one that was opened.
    func takeWALWhenClosed(_ takesWAL: Bool) {
        if handle != nil {
            hearth_sqlite3_leave_log(handle, takesWAL ? 0 : 1)
        }
    }

    private func extendedCode(_ code: Int32) -> Int32 {
        handle == nil ? code : sqlite3_extended_errcode(handle)
    }

    /// Runs statements that return nothing.
    func run(_ sql: String) throws(HearthError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw .sqlite(extendedCode(code), sql) }
    }

    /// A statement, compiled once. A caller that steps through its rows resets it.
    func statement(_ sql: String) throws(HearthError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        var compiled: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        // The statements are right: what they name is missing.
        guard code & 0xFF != SQLITE_ERROR else { throw .damagedStructure }
        guard code == SQLITE_OK, let compiled else { throw .sqlite(extendedCode(code), sql) }
        let statement = SQLiteStatement(compiled, sql)
        statements[sql] = statement
        return statement
    }

    /// The only value of the only row of a query.
    func integer(_ sql: String) throws(HearthError) -> Int64 {
        let statement = try statement(sql)
        defer { statement.reset() }
        guard try statement.step() else { throw .damagedBlock }
        return statement.integer(0)
    }

    var isInTransaction: Bool { handle != nil && sqlite3_get_autocommit(handle) == 0 }

    var isOpen: Bool { handle != nil }

    /// Copies the write-ahead log into the database, up to what a reader needs of it. Returns how many pages of the log
    /// the database has now; nil when another connection runs a checkpoint.
    func checkpoint() throws(HearthError) -> Int? {
        var copied: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &copied)
        guard code != SQLITE_BUSY, code != SQLITE_LOCKED else { return nil }
        guard code == SQLITE_OK else { throw .sqlite(extendedCode(code), "checkpoint") }
        return Int(copied)
    }

    /// Copies all of the write-ahead log into the database, and leaves it as it is. False when another connection reads it
    /// or runs a checkpoint; what could be copied is copied then.
    func copyWAL() throws(HearthError) -> Bool {
        var (pages, copied): (Int32, Int32) = (0, 0)
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_FULL, &pages, &copied)
        guard code != SQLITE_BUSY, code != SQLITE_LOCKED else { return false }
        guard code == SQLITE_OK else { throw .sqlite(extendedCode(code), "checkpoint") }
        guard pages == copied else { return false }
        wal = WALExtent()
        return true
    }

    /// Copies all of the write-ahead log into the database, and empties it. False when another connection reads it or
    /// runs a checkpoint.
    func emptyWAL() throws(HearthError) -> Bool {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code != SQLITE_BUSY, code != SQLITE_LOCKED else { return false }
        guard code == SQLITE_OK else { throw .sqlite(extendedCode(code), "checkpoint") }
        wal = WALExtent()
        return true
    }
}

/// A compiled statement.
///
/// Unsafe pointers: values are bound from and read into memory that the call names; SQLite copies what it keeps.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let sql: String
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    fileprivate init(_ handle: OpaquePointer, _ sql: String) {
        self.handle = handle
        self.sql = sql
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Goes to the next row; false when there is none.
    func step() throws(HearthError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw .sqlite(sqlite3_extended_errcode(sqlite3_db_handle(handle)), sql)
        }
    }

    /// Runs a statement that returns no row, with the bytes of a large blob where they are.
    func run(blob: [UInt8]? = nil, at index: Int32 = 0) throws(HearthError) {
        defer { reset() }
        guard let blob else {
            _ = try step()
            return
        }
        let result = blob.withUnsafeBytes { bytes -> Result<Bool, HearthError> in
            sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil)
            do throws(HearthError) {
                return .success(try step())
            } catch {
                return .failure(error)
            }
        }
        _ = try result.get()
    }

    // MARK: Values

    func bind(_ value: Int64, at index: Int32) {
        sqlite3_bind_int64(handle, index, value)
    }

    func bind(_ value: Double?, at index: Int32) {
        if let value {
            sqlite3_bind_double(handle, index, value)
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    func bind(_ text: String, at index: Int32) {
        sqlite3_bind_text(handle, index, text, -1, SQLiteStatement.transient)
    }

    func bind(_ bytes: [UInt8], at index: Int32) {
        bytes.withUnsafeBytes { bytes in
            if bytes.isEmpty {
                _ = sqlite3_bind_zeroblob(handle, index, 0)
            } else {
                _ = sqlite3_bind_blob64(
                    handle,
                    index,
                    bytes.baseAddress,
                    UInt64(bytes.count),
                    SQLiteStatement.transient
                )
            }
        }
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Nil for NULL.
    func double(_ column: Int32) -> Double? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_double(handle, column)
    }

    func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_BLOB }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

extension HearthError {
    /// What an error of SQLite means for the user of the store.
    ///
    /// The text has SQLite's own words and never the statement's values.
    static func sqlite(_ code: Int32, _ doing: String) -> HearthError {
        let reason = sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
        switch code & 0xFF {
        case SQLITE_FULL:
            return HearthError(
                .storageFull,
                "The disk is full: make room, then save again. What is stored can still be read."
            )
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
            return HearthError(
                .storageCorrupt,
                "The file is damaged or is not a Hearth store (\(reason)). Restore it from a backup."
            )
        default:
            return HearthError(
                .storageFailed,
                "The disk could not be read or written (\(reason), SQLite code \(code)). See the system's log."
            )
        }
    }
}
