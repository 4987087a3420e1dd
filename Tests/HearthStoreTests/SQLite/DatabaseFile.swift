import CSQLite
import Foundation

/// A file as SQLite itself sees it: for what is done to one behind the store's back.
final class DatabaseFile {
    private var handle: OpaquePointer?

    struct Failure: Error {
        let code: Int32
    }

    init(_ path: String) throws {
        let code = sqlite3_open(path, &handle)
        guard code == SQLITE_OK else { throw Failure(code: code) }
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func run(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw Failure(code: code) }
    }

    /// Opens a file, runs statements, and closes it.
    static func run(_ sql: String, at path: String) throws {
        try DatabaseFile(path).run(sql)
    }
}

extension TemporaryFolder {
    func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: url.appending(path: name)))
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }

    /// The names of the files in it.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
}
