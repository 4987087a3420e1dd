import CSQLite
import Foundation
import HearthModel

/// A database of another program, which is only read. Nothing in it is trusted: of its schema only the tables count, and
/// a query that computes without end is stopped.
///
/// Unsafe pointers: SQLite's handles are addresses, which this type owns and closes, and its callback gets this object.
final class SQLiteFile {
    /// The tables with the names of their columns.
    private(set) var tables: [String: Set<String>] = [:]
    fileprivate var handle: OpaquePointer?
    /// How often the callback was called for this row.
    fileprivate var turns = 0

    private static let mark = Array("SQLite format 3\0".utf8)
    private static let maxValueBytes: Int32 = 16 << 20
    private static let stepsPerTurn: Int32 = 1_000_000
    /// A sort takes billions of steps before it has its first row.
    private static let maxTurns = 4_000

    /// Whether bytes begin a database.
    static func isMarked(_ head: [UInt8]) -> Bool { head.starts(with: mark) }

    init(_ path: String) throws(FormatError) {
        // SQLite would wait for a pipe.
        _ = try FileSource(path)
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
        let code = sqlite3_open_v2(URL(filePath: path).absoluteString + "?immutable=1", &handle, flags, nil)
        guard code == SQLITE_OK else {
            sqlite3_close_v2(handle)
            handle = nil
            throw FormatError(.unreadable, at: 0)
        }
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maxValueBytes)
        sqlite3_progress_handler(
            handle,
            Self.stepsPerTurn,
            { context in
                guard let context else { return 1 }
                let file = Unmanaged<SQLiteFile>.fromOpaque(context).takeUnretainedValue()
                file.turns += 1
                return file.turns > SQLiteFile.maxTurns ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        try run("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON")
        try readSchema()
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    private func run(_ sql: String) throws(FormatError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw Self.error(code) }
    }

    /// Views and virtual tables could compute anything, so they are not read.
    private func readSchema() throws(FormatError) {
        let names = try rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
        while try names.next() {
            guard let name = names.text(0) else { continue }
            tables[name] = []
        }
        for name in tables.keys {
            let columns = try rows("SELECT name FROM pragma_table_xinfo(\(Self.quoted(name)))")
            while try columns.next() {
                guard let column = columns.text(0) else { continue }
                tables[name]?.insert(column)
            }
        }
    }

    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

    /// The number of rows of a table.
    func count(_ table: String) throws(FormatError) -> Int {
        let rows = try rows("SELECT count(*) FROM \"\(table.replacing("\"", with: "\"\""))\"")
        return try rows.next() ? Int(rows.integer(0) ?? 0) : 0
    }

    /// The rows of a query, which is written for a table that exists.
    func rows(_ sql: String) throws(FormatError) -> SQLiteRows {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Self.error(code) }
        return SQLiteRows(statement, of: self)
    }

    fileprivate static func error(_ code: Int32) -> FormatError {
        switch code & 0xff {
        case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM: FormatError(.unreadable, at: 0)
        case SQLITE_TOOBIG: FormatError(.tooLong, at: 0)
        default: FormatError(.malformed, at: 0)
        }
    }
}

/// The rows of a query, one at a time. A value that is not of the kind that is asked for counts as missing.
///
/// Unsafe pointers: SQLite hands out texts and blobs by address, valid until the next row.
final class SQLiteRows {
    private let statement: OpaquePointer
    private let file: SQLiteFile

    fileprivate init(_ statement: OpaquePointer, of file: SQLiteFile) {
        self.statement = statement
        self.file = file
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// Goes to the next row; false: there is none.
    func next() throws(FormatError) -> Bool {
        file.turns = 0
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteFile.error(code)
        }
    }

    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, column) : nil
    }

    /// A finite number.
    func number(_ column: Int32) -> Double? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER, SQLITE_FLOAT:
            let number = sqlite3_column_double(statement, column)
            return number.isFinite ? number : nil
        default: return nil
        }
    }

    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let text = sqlite3_column_text(statement, column)
        else { return nil }
        return String(cString: text)
    }

    /// A UUID of 16 bytes, or as text.
    func id(_ column: Int32) -> ObjectID? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else {
            return text(column).flatMap { ObjectID($0) }
        }
        let bytes = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return ObjectID(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
