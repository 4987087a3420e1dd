import CSQLite
import HearthModel

/// A minimal connection to an SQLite database.
///
/// Unsafe pointers: C handles, and the bytes of a blob, which are valid until the statement's next step and are copied
/// before.
final class SQLiteConnection {
    private let handle: OpaquePointer

    init(path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw BenchmarkError(
                "SQLite cannot open \(path) (code \(code)); choose another folder with --directory"
            )
        }
        handle = opened
    }

    deinit {
        // Closes after its last statement.
        sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    func prepare(_ sql: String) throws -> SQLiteStatement {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { preconditionFailure("the statement is empty: \(sql)") }
        return SQLiteStatement(statement, of: self)
    }

    fileprivate func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            let reason = String(cString: sqlite3_errmsg(handle))
            throw BenchmarkError("SQLite failed: \(reason); is there room in the folder of --directory?")
        }
    }
}

/// A prepared statement. Parameters and columns count as in SQLite: from 1 and from 0.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection
    /// The memory of a bound identifier, so that SQLite need not copy it.
    private let bound: UnsafeMutablePointer<ObjectID>

    fileprivate init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
        self.handle = handle
        self.connection = connection
        bound = .allocate(capacity: 1)
    }

    deinit {
        sqlite3_finalize(handle)
        bound.deallocate()
    }

    func bind(_ parameter: Int32, _ value: Int64) throws {
        try connection.check(sqlite3_bind_int64(handle, parameter, value))
    }

    func bind(_ parameter: Int32, _ value: Double) throws {
        try connection.check(sqlite3_bind_double(handle, parameter, value))
    }

    func bind(_ parameter: Int32, _ value: String) throws {
        // -1 as the destructor: SQLite copies the text.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        try connection.check(sqlite3_bind_text(handle, parameter, value, -1, copies))
    }

    /// One identifier for each statement.
    func bind(_ parameter: Int32, _ value: ObjectID) throws {
        bound.initialize(to: value)
        try connection.check(sqlite3_bind_blob(handle, parameter, bound, Int32(ObjectID.byteCount), nil))
    }

    /// Steps to the next row. Returns false at the end.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            try connection.check(code)
            return false
        }
    }

    /// Prepares the statement to be stepped from the beginning. The result only repeats an error of `step`.
    func reset() {
        sqlite3_reset(handle)
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func real(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    func id(_ column: Int32) -> ObjectID {
        guard let bytes = sqlite3_column_blob(handle, column),
            sqlite3_column_bytes(handle, column) == ObjectID.byteCount
        else { preconditionFailure("the column holds no identifier") }
        return ObjectID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }
}
