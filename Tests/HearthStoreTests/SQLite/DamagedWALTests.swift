import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// A log in which acknowledged transactions cannot be read is an error. One that ends in the middle of a transaction is not.
@Suite struct DamagedWALTests {
    private let folder: TemporaryFolder
    private let path: String
    private static let pageBytes = 8_192

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store")
    }

    /// A store of a process that was killed after so many saves of a sample.
    private func leaveStore(saves: Int) throws -> (database: Data, log: [UInt8]) {
        let original = folder.path("original")
        let store = try ExampleStore(SQLiteStorage(path: original))
        for number in 1...saves {
            try store.save(exampleRates(number...number))
        }
        let database = try Data(contentsOf: URL(filePath: original))
        let log = try [UInt8](Data(contentsOf: URL(filePath: original + "-wal")))
        try store.close()
        try database.write(to: URL(filePath: path))
        return (database, log)
    }

    private func write(_ log: [UInt8]) throws {
        try Data(log).write(to: URL(filePath: path + "-wal"))
    }

    /// Where the frames begin that end a transaction.
    private func commits(_ log: [UInt8]) -> [Int] {
        stride(from: 32, to: log.count - Self.pageBytes, by: Self.pageBytes + 24).filter { start in
            log[start..<start + 4].contains { $0 != 0 } && log[start + 4..<start + 8].contains { $0 != 0 }
        }
    }

    @Test func aBadFrameBeforeTwoCommitsIsAnError() throws {
        var log = try leaveStore(saves: 10).log
        let ends = commits(log)
        #expect(ends.count == 10)
        log[ends[4] + 100] ^= 1
        try write(log)
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        #expect(error?.code == .storageCorrupt)
        #expect(error?.message.contains("6 acknowledged commits cannot be read") == true)
        let refusal = #expect(throws: HearthError.self) { try StoreBackup.make(of: path, at: folder.path("copy")) }
        #expect(refusal?.message.contains("--accept-loss") == true)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path + "-wal"))) == log)

        // Accepting the loss opens the store without it and keeps a copy of the damaged log.
        let store = try ExampleStore(SQLiteStorage(path: path, acceptsLoss: true))
        #expect(store.writer.snapshot.sampleCount == 4)
        try store.writer.verify()
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path + "-wal.damaged"))) == log)
        try store.close()
        #expect(try ExampleStore(SQLiteStorage(path: path)).writer.snapshot.sampleCount == 4)
    }

    /// The logs of several damages are kept, each under a name of its own.
    @Test func anotherDamagedLogDoesNotReplaceTheFirst() throws {
        var log = try leaveStore(saves: 10).log
        log[commits(log)[4] + 100] ^= 1
        try Data([1]).write(to: URL(filePath: path + "-wal.damaged"))
        try write(log)
        let store = try ExampleStore(SQLiteStorage(path: path, acceptsLoss: true))
        #expect(store.writer.snapshot.sampleCount == 4)
        try store.close()
        #expect(try folder.bytes("store-wal.damaged") == [1])
        #expect(try folder.bytes("store-wal.damaged-2") == log)
    }

    /// Its salts name the log: with another salt SQLite would see no frame of it.
    @Test(arguments: [0, 5, 9, 17, 27]) func aBadHeaderOfTheLogIsAnError(_ byte: Int) throws {
        var log = try leaveStore(saves: 5).log
        log[byte] ^= 4
        try write(log)
        #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        let store = try ExampleStore(SQLiteStorage(path: path, acceptsLoss: true))
        #expect(store.writer.snapshot.sampleCount == 0)
    }

    /// The power failed in the last transaction, and the disk had written its end but not its middle.
    @Test func aTornLastTransactionIsNoError() throws {
        var log = try leaveStore(saves: 10).log
        let ends = commits(log)
        let first = ends[8] + Self.pageBytes + 24
        log.replaceSubrange(first..<first + 512, with: [UInt8](repeating: 0, count: 512))
        try write(log)
        let store = try ExampleStore(SQLiteStorage(path: path))
        #expect(store.writer.snapshot.sampleCount == 9)
        try store.close()
    }

    /// Again and again, with shorter transactions than the first, whose end stays in the file.
    @Test func remainsOfSeveralPowerLossesAreNotTakenForDamage() throws {
        let (database, log) = try leaveStore(saves: 10)
        let ends = commits(log)
        // Each time the log ends with the third commit, and a later one of the same log lies behind a gap.
        for last in 5..<10 {
            var torn = Array(log[..<(ends[2] + Self.pageBytes + 24)])
            torn += [UInt8](repeating: 0, count: ends[last] - torn.count)
            torn += log[ends[last]..<ends[last] + Self.pageBytes + 24]
            try database.write(to: URL(filePath: path))
            try write(torn)
            let store = try ExampleStore(SQLiteStorage(path: path))
            #expect(store.writer.snapshot.sampleCount == 3)
            #expect(try Data(contentsOf: URL(filePath: path + "-wal")).count < torn.count, "the remains are cut off")
            try store.save(exampleRates(50...50))
            try store.close()
        }
    }
}
