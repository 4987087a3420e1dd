import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A store whose write-ahead log is gone, and with it acknowledged commits, is not opened as if nothing was missing.
@Suite struct LostWALTests {
    private let folder: TemporaryFolder
    private let killed: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        killed = try TemporaryFolder()
        path = killed.path("store")
    }

    /// The files of a server that was killed after saves of one sample each.
    private func kill(afterSaves saves: Int) throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        for number in 1...saves {
            try store.save(exampleRates([number]))
        }
        for name in ["store", "store-wal", "store.lock"] {
            try killed.write(folder.bytes(name), name)
        }
        try store.close()
    }

    private func count() throws -> Int {
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.writer.verify()
        try store.close()
        return Int(store.writer.snapshot.sampleCount)
    }

    private func checkRefusal(of changes: Int) throws {
        for _ in 0..<2 {
            let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
            #expect(error?.code == .storageCorrupt)
            let text = "lacks its last \(changes.counted("acknowledged change"))"
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }
        let error = #expect(throws: HearthError.self) { try StoreBackup.make(of: path, at: killed.path("copy")) }
        #expect(error?.message.contains("--accept-loss") == true, "\(error?.message ?? "")")
        #expect(!(try killed.names()).contains { $0.hasPrefix("copy") })
    }

    enum Loss: CaseIterable {
        case deleted, emptied, cut
    }

    @Test(arguments: Loss.allCases) func aStoreWithoutItsLogIsRefusedAfterAKill(_ loss: Loss) throws {
        try kill(afterSaves: 5)
        let wal = try killed.bytes("store-wal")
        var kept = 0
        switch loss {
        case .deleted: try FileManager.default.removeItem(atPath: path + "-wal")
        case .emptied: try killed.write([], "store-wal")
        case .cut:
            kept = 1
            try killed.write(Array(wal.prefix(wal.count * 3 / 5)), "store-wal")
        }
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        kept = loss == .cut ? 5 - (error.flatMap { Self.changes($0.message) } ?? 0) : 0
        #expect(loss != .cut || (1..<5).contains(kept))
        try checkRefusal(of: 5 - kept)

        // With its log it is whole again.
        try killed.write(wal, "store-wal")
        #expect(try count() == 5)
    }

    private static func changes(_ message: String) -> Int? {
        message.split(separator: " ").compactMap { Int($0) }.first
    }

    // MARK: - The file alone

    /// The note in the lock file stays behind when the store's file is moved or copied. The file itself says that it is not
    /// whole.
    @Test(arguments: [false, true]) func aFileThatWasMovedWithoutItsLogIsRefused(hasEmptyLog: Bool) throws {
        try kill(afterSaves: 5)
        let wal = try killed.bytes("store-wal")
        try FileManager.default.removeItem(atPath: path + ".lock")
        if hasEmptyLog {
            try killed.write([], "store-wal")
        } else {
            try FileManager.default.removeItem(atPath: path + "-wal")
        }
        let names = try killed.names()
        let bytes = try killed.bytes("store")
        for _ in 0..<2 {
            let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
            #expect(error?.code == .storageCorrupt)
            #expect(error?.message.contains("Put the -wal file that lay next to it here") == true)
            #expect(try killed.names() == names)
            #expect(try killed.bytes("store") == bytes)
        }
        let error = #expect(throws: HearthError.self) { try StoreBackup.make(of: path, at: killed.path("copy")) }
        #expect(error?.message.contains("--accept-loss") == true, "\(error?.message ?? "")")

        try killed.write(wal, "store-wal")
        #expect(try count() == 5)
        // It was closed since, and is whole.
        #expect(try killed.names() == ["store"])
        #expect(try count() == 5)
    }

    @Test func whoGoesOnWithoutTheLogIsNotAskedAgain() throws {
        try kill(afterSaves: 5)
        for name in ["store-wal", "store.lock"] {
            try FileManager.default.removeItem(atPath: killed.path(name))
        }
        // Left as by a kill, then closed.
        _ = try SQLiteStorage(path: path, acceptsLoss: true)
        #expect(try count() == 0)
        #expect(try count() == 0)
    }

    /// Of another store that was here before.
    @Test func theNoteOfAnotherStoreSaysNothing() throws {
        try kill(afterSaves: 2)
        let other = try ExampleStore(SQLiteStorage(path: folder.path("other")))
        try other.save(exampleRates(1...3))
        try killed.write(folder.bytes("other.lock"), "store.lock")
        try other.close()
        try FileManager.default.removeItem(atPath: path + "-wal")
        for _ in 0..<2 {
            let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
            #expect(error?.message.contains("Put the -wal file that lay next to it here") == true)
        }
    }

    /// The file has the mark as long as it may lack something, and no longer.
    @Test func theFileSaysWhetherItMayLackChanges() throws {
        let store = try ExampleStore(SQLiteStorage(path: path, checkpoints: .beginning(at: 64 << 10)))
        #expect(try !isMarked("store"), "nothing was committed")
        for number in 0..<40 {
            try store.save(exampleRates((number * 100)...(number * 100 + 99)))
            while try store.writer.maintain() {}
            #expect(try isMarked("store"))
        }
        try StoreBackup.make(of: path, at: killed.path("backup"))
        #expect(try !isMarked("backup") && isMarked("store"))
        try store.close()
        #expect(try !isMarked("store"))

        // What SQLite has to recover has it as well.
        let again = try ExampleStore(SQLiteStorage(path: path))
        #expect(try !isMarked("store"))
        try again.save(exampleRates(10_000...10_001))
        for name in ["store", "store-wal"] {
            try killed.write(killed.bytes(name), "killed" + name.dropFirst(5))
        }
        try again.close()
        let recovered = try ExampleStore(SQLiteStorage(path: killed.path("killed")))
        #expect(recovered.writer.snapshot.sampleCount == 4_002)
        try recovered.close()
        #expect(try !isMarked("killed"))
    }

    private func isMarked(_ name: String) throws -> Bool {
        try killed.bytes(name)[ServedMark.versionOffset] & 0x40 != 0
    }

    /// A reader of another program lets the mark not reach the file for a while.
    @Test func theNextCommitBringsTheMarkWhenAReaderHasGone() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.close()
        let reader = try DatabaseFile(path)
        try reader.run("BEGIN; SELECT count(*) FROM segment")
        let served = try ExampleStore(SQLiteStorage(path: path))
        try served.save(exampleRates(1...3))
        try reader.run("COMMIT")
        try served.save(exampleRates(4...5))
        #expect(try isMarked("store"))
        try served.close()
        #expect(try count() == 5)
    }

    @Test func aLossThatIsAcceptedIsNotReportedAgain() throws {
        try kill(afterSaves: 5)
        try killed.write([], "store-wal")
        try checkRefusal(of: 5)
        let store = try ExampleStore(SQLiteStorage(path: path, acceptsLoss: true))
        #expect(store.writer.snapshot.sampleCount == 0)
        // Killed again, before it was closed.
        try killed.write(killed.bytes("store.lock"), "other.lock")
        try killed.write(killed.bytes("store"), "other")
        #expect(try ExampleStore(SQLiteStorage(path: killed.path("other"))).writer.snapshot.sampleCount == 0)
        try store.close()
        #expect(try count() == 0)
    }

    @Test func aStoreWhoseLogWasEmptiedWhileItWasServedIsRefusedAtTheNextStart() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.save(exampleRates(1...5))
        #expect(truncate(path + "-wal", 0) == 0)
        #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
        #expect(throws: HearthError.self) { try store.close() }
        try checkRefusal(of: 5)
    }

    /// SQLite's own tools copy the log into the file, and remove it.
    @Test func aLogThatAnotherProgramCopiedIsNotMissed() throws {
        try kill(afterSaves: 5)
        try DatabaseFile.run("SELECT count(*) FROM segment", at: path)
        #expect(!(try killed.names()).contains("store-wal"))
        #expect(try count() == 5)
    }

    @Test func aBackupInTheStoresPlaceIsOpened() throws {
        try kill(afterSaves: 5)
        let backup = folder.path("backup")
        try StoreBackup.make(of: path, at: backup)
        let newer = try killed.bytes("store.lock")
        try FileManager.default.removeItem(atPath: path + "-wal")
        try killed.write(folder.bytes("backup"), "store")
        try killed.write(newer, "store.lock")
        #expect(try count() == 5)
    }

    /// The note is not synced: after a loss of power it is an older one, a torn one, or none.
    @Test func anOlderNoteIsNoReasonToRefuse() throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        var notes = [[UInt8]()]
        for number in 1...4 {
            try store.save(exampleRates([number]))
            notes.append(try folder.bytes("store.lock"))
        }
        let last = notes[4]
        notes += [Array(last.prefix(20)), last.map { _ in 0 }, Array(last.prefix(39)) + [last[39] ^ 1]]
        let (file, wal) = (try folder.bytes("store"), try folder.bytes("store-wal"))
        for note in notes {
            try killed.write(file, "store")
            try killed.write(wal, "store-wal")
            try killed.write(note, "store.lock")
            #expect(try count() == 4)
        }
        try store.close()
    }
}
