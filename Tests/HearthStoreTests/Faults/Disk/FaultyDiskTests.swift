import CSQLite
import HearthTestSupport
import Testing

/// The disk itself: with plain SQLite it is a disk, fails where it should, and knows what a power loss leaves.
///
/// Unsafe pointers: SQLite hands out its connections as addresses.
@Suite struct FaultyDiskTests {
    private let folder: TemporaryFolder
    private let disk: FaultyDisk
    private var path: String { folder.path("plain") }

    init() throws {
        folder = try TemporaryFolder()
        disk = try FaultyDisk()
    }

    /// A connection in WAL mode; nil when it cannot be had.
    private func withConnection<Value>(
        _ path: String? = nil,
        on vfs: String?,
        _ body: (OpaquePointer) throws -> Value
    ) rethrows -> Value? {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard sqlite3_open_v2(path ?? self.path, &connection, flags, vfs) == SQLITE_OK, let connection,
            run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0", connection)
                == SQLITE_OK
        else { return nil }
        return try body(connection)
    }

    private func run(_ statement: String, _ connection: OpaquePointer) -> Int32 {
        sqlite3_exec(connection, statement, nil, nil, nil)
    }

    /// The numbers in the table; -1 when it cannot be read.
    private func rows(_ connection: OpaquePointer) -> Int {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, "SELECT count(*) FROM t", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return -1 }
        return Int(sqlite3_column_int64(statement, 0))
    }

    private func fill(_ connection: OpaquePointer, rows: Int) -> [Int32] {
        [run("CREATE TABLE t (x)", connection)]
            + (0..<rows).map { _ in run("INSERT INTO t VALUES (randomblob(3000))", connection) }
            + [run("PRAGMA wal_checkpoint(PASSIVE)", connection)]
            + (0..<rows).map { _ in run("INSERT INTO t VALUES (randomblob(3000))", connection) }
    }

    @Test func itIsADisk() throws {
        #expect(withConnection(on: disk.name) { fill($0, rows: 5).allSatisfy { $0 == SQLITE_OK } } == true)
        #expect(withConnection(on: disk.name) { rows($0) } == 10)
        #expect(withConnection(on: nil) { rows($0) } == 10)
        for call in [DiskCall.open, .read, .write, .sync, .size, .lock, .access, .mapShared, .lockShared, .delete] {
            #expect(disk.calls.contains(call), "\(call)")
        }
    }

    @Test(arguments: DiskFault.Kind.allCases) func itFailsWhereItShould(_ kind: DiskFault.Kind) throws {
        disk.plan(nil)
        _ = withConnection(folder.path("intact"), on: disk.name) { fill($0, rows: 3) }
        let calls = kind.isOfWritesOnly ? disk.calls.count { $0 == .write } : disk.calls.count
        #expect(calls > 20)
        for position in 0..<calls {
            disk.plan(DiskFault(kind: kind, position: position))
            let path = folder.path("\(kind)-\(position)")
            let results = withConnection(path, on: disk.name) { fill($0, rows: 3) } ?? []
            #expect(disk.hasFailed, "\(kind) \(position)")
            disk.heal()
            // What SQLite said it stored is there.
            let stored = results.enumerated().count { $1 == SQLITE_OK && $0 != 0 && $0 != 4 }
            if results.first == SQLITE_OK {
                let found = withConnection(path, on: disk.name) { rows($0) } ?? -1
                #expect(found >= stored, "\(kind) \(position)")
            }
        }
    }

    @Test func aPowerLossLeavesWhatWasSynced() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 11)
        var random = generator
        let log = DiskLog()
        disk.log = log
        let isFilled: Void? = withConnection(on: disk.name) { connection in
            for number in 0..<20 {
                _ = run(number == 0 ? "CREATE TABLE t (x)" : "INSERT INTO t VALUES (randomblob(2000))", connection)
                log.promise(number)
                if number % 6 == 5 {
                    _ = run("PRAGMA wal_checkpoint(TRUNCATE)", connection)
                }
            }
        }
        #expect(isFilled != nil)
        var sizes: Set<Int> = []
        for number in 0..<60 {
            let cut = Int.random(in: 0...log.events.count, using: &random)
            let image = PowerLossImage(of: log, cut: cut, random: &random)
            let copy = folder.path("image-\(number)")
            try image.write(at: copy, insteadOf: path)
            guard let promised = log.promise(before: cut) else { continue }
            let found = withConnection(copy, on: nil) { rows($0) } ?? -1
            sizes.insert(found)
            #expect(found == promised || found == promised + 1, "HEARTH_TEST_SEED=\(seed), image \(number)")
        }
        #expect(sizes.count > 5)
    }
}
