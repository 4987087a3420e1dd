import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// A store whose files another program has moved, replaced or written to acknowledges nothing that the next start would not
/// find.
@Suite struct ChangedFilesTests {
    private let folder: TemporaryFolder
    private let path: String
    private let store: ExampleStore

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store")
        store = try ExampleStore(SQLiteStorage(path: path))
        try store.save(exampleRates(1...5))
    }

    enum Change: CaseIterable {
        case fileDeleted, fileMoved, fileMovedBehindLink, fileReplaced, fileOverwritten, fileTruncated, folderMoved
        case logDeleted, logReplaced, logMovedBehindLink, logOverwritten, logTruncated
    }

    @Test(arguments: Change.allCases) func aSaveIntoChangedFilesIsRefused(_ change: Change) throws {
        try make(change)
        for _ in 0..<2 {
            let error = #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
            #expect(error?.code == .storageFailed)
            #expect(error?.message.contains("while it was served") == true, "\(error?.message ?? "")")
        }
        #expect(throws: HearthError.self) { try store.writer.checkFiles() }
        // One that would change nothing is acknowledged as much as any other.
        #expect(throws: HearthError.self) { try store.save(exampleRates(1...5)) }
        // What is in order must not be done to other files either.
        while (try? store.writer.maintain()) == true {}
    }

    /// Of every other change the same file cannot come back.
    @Test(arguments: [("store", "moved"), ("store-wal", "moved-wal")])
    func savesGoOnWhenTheSameFileIsBack(_ name: String, _ aside: String) throws {
        try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path(aside))
        #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
        try FileManager.default.moveItem(atPath: folder.path(aside), toPath: folder.path(name))
        try store.save(exampleRates(6...9))
        try store.close()
        #expect(try Self.count(path) == 9)
    }

    /// The link names the file that the store has open, as long as it does.
    @Test func aStoreThatWasOpenedByALinkIsServedByIt() throws {
        try store.close()
        let (link, other) = (folder.path("link"), folder.path("other"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let linked = try ExampleStore(SQLiteStorage(path: link))
        try linked.save(exampleRates(6...9))
        try linked.writer.checkFiles()
        try FileManager.default.copyItem(atPath: path, toPath: other)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
        #expect(throws: HearthError.self) { try linked.writer.checkFiles() }
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try linked.writer.checkFiles()
        try linked.close()
        #expect(try Self.count(path) == 9)
    }

    /// The store reopens its files after a failed save, and changes them without completing it while they are locked.
    @Test func savesGoOnAfterAnotherProgramLockedTheStore() throws {
        let other = try DatabaseFile(path)
        try other.run("BEGIN IMMEDIATE")
        for _ in 0..<2 {
            let error = #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
            #expect(error?.code == .storageFailed)
        }
        try other.run("ROLLBACK")
        try store.save(exampleRates(6...9))
        try store.writer.checkFiles()
        try store.close()
        #expect(try Self.count(path) == 9)
    }

    /// What was acknowledged is copied into the file as soon as the change is noticed: the process may be killed later.
    @Test func whatWasAcknowledgedOutlivesTheDeletionOfTheLog() throws {
        try make(.logDeleted)
        #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
        let copy = folder.path("copy")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        #expect(try Self.count(copy) == 5)
        #expect(throws: HearthError.self) { try store.close() }
        #expect(try Self.count(path) == 5)
        #expect(try Set(folder.names()).isSuperset(of: ["copy", "store", "stranger"]))
    }

    /// The file in its new place lacks nothing, although its log stays where it was, and can be served there.
    @Test(arguments: [Change.fileMoved, .fileMovedBehindLink], [true, false])
    func aFileThatWasMovedIsWholeAfterAStop(_ change: Change, isNoticed: Bool) throws {
        try store.save(exampleRates(6...9))
        try make(change)
        if isNoticed {
            // Then it is whole even if the process is killed.
            #expect(throws: HearthError.self) { try store.writer.checkFiles() }
            try FileManager.default.copyItem(atPath: folder.path("moved"), toPath: folder.path("killed"))
            #expect(try Self.count(folder.path("killed")) == 9)
        }
        #expect(throws: HearthError.self) { try store.close() }
        #expect(try Self.count(change == .fileMoved ? folder.path("moved") : path) == 9)
    }

    /// Another program wrote to the file in its new place: it is no longer the one to which the log belongs.
    @Test func aFileThatWasMovedAndChangedIsLeftAsItIs() throws {
        try make(.fileMoved)
        let bytes = Data(repeating: 7, count: 40_000)
        try Self.overwrite(folder.path("moved"), with: bytes)
        #expect(throws: HearthError.self) { try store.writer.checkFiles() }
        #expect(throws: HearthError.self) { try store.close() }
        #expect(try Data(contentsOf: URL(filePath: folder.path("moved"))) == bytes)
    }

    /// As after a kill: the log stays as it is, and the next start finds everything or refuses.
    @Test(arguments: Change.allCases, [true, false])
    func aStopAfterAChangeLosesNoMoreThanAKill(_ change: Change, isNoticed: Bool) throws {
        try make(change)
        if isNoticed {
            #expect(throws: HearthError.self) { try store.writer.checkFiles() }
        }
        let names = ["store", "store-wal", "moved-wal"]
        let before = names.map { try? folder.bytes($0) }
        let killed = try copyAsKilled()
        let error = #expect(throws: HearthError.self) { try store.close() }
        #expect(error?.message.contains("-wal file was left as it is") == true, "\(error?.message ?? "")")
        let after = names.map { try? folder.bytes($0) }
        #expect(after[1...] == before[1...], "the log is left alone")
        switch try (outcome(path), outcome(killed.path("store"))) {
        case (.success(let count), .success(let countAfterKill)): #expect(count >= countAfterKill)
        case (.success(let count), .failure): #expect(count == 5)
        case (.failure(let error), let afterKill):
            #expect([.storageFailed, .storageCorrupt].contains(error.code))
            #expect(throws: HearthError.self) { try afterKill.get() }
        }
    }

    /// The files as a process that is killed now leaves them.
    private func copyAsKilled() throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in ["store", "store-wal", "store.lock"] where FileManager.default.fileExists(atPath: folder.path(name))
        {
            try FileManager.default.copyItem(atPath: folder.path(name), toPath: copy.path(name))
        }
        return copy
    }

    /// What the next start finds, or why it refuses.
    private func outcome(_ path: String) throws -> Result<Int, HearthError> {
        do {
            return .success(try Self.count(path))
        } catch let error as HearthError {
            return .failure(error)
        }
    }

    @Test func aLogWithoutItsStoreIsKept() throws {
        try make(.fileMoved)
        #expect(throws: HearthError.self) { try store.close() }
        let log = try folder.bytes("store-wal")
        for isEmpty in [false, true] {
            if isEmpty {
                try folder.write([], "store")
            }
            let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
            #expect(error?.message.contains("missing or empty") == true, "\(error?.message ?? "")")
            #expect(try folder.bytes("store-wal") == log)
        }
        #expect(rename(folder.path("moved"), path) == 0)
        #expect(try Self.count(path) == 5)
    }

    /// SQLite does not follow such a link, so the log behind it would be lost.
    @Test func aLogBehindASymbolicLinkIsNoticedAndRefusedAtTheStart() throws {
        try make(.logMovedBehindLink)
        #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
        #expect(throws: HearthError.self) { try store.close() }
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        #expect(error?.message.contains("by the -wal file itself") == true, "\(error?.message ?? "")")
        #expect(rename(folder.path("moved-wal"), path + "-wal") == 0)
        #expect(try Self.count(path) == 5)
    }

    /// The file that is there now belongs to whoever put it there.
    @Test func aFileThatWasCopiedOverTheStoreIsLeftAsItIs() throws {
        try store.close()
        let other = folder.path("other")
        let first = try ExampleStore(SQLiteStorage(path: other))
        try first.save(exampleRates(100...102))
        try first.close()
        let second = try ExampleStore(SQLiteStorage(path: path))
        try second.save(exampleRates(6...9))
        let bytes = try Data(contentsOf: URL(filePath: other))
        try Self.overwrite(path, with: bytes)
        #expect(throws: HearthError.self) { try second.save(exampleRates(10...12)) }
        while (try? second.writer.maintain()) == true {}
        #expect(throws: HearthError.self) { try second.close() }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        try FileManager.default.removeItem(atPath: path + "-wal")
        #expect(try Self.count(path) == 3)
    }

    /// A start with the log of another file fails, and does not copy that log into the file.
    @Test func aFailedStartLeavesTheFilesAsTheyAre() throws {
        let (other, mixed) = (folder.path("other"), folder.path("mixed"))
        let first = try ExampleStore(SQLiteStorage(path: other))
        for number in 0..<40 {
            try first.save(exampleRates((1_000 + number * 100)...(1_099 + number * 100)))
        }
        try first.close()
        let files = [("", other), ("-wal", path + "-wal")]
        for (suffix, source) in files {
            try FileManager.default.copyItem(atPath: source, toPath: mixed + suffix)
        }
        #expect(throws: HearthError.self) { try ExampleStore(SQLiteStorage(path: mixed)) }
        for (suffix, source) in files {
            let same = FileManager.default.contentsEqual(atPath: source, andPath: mixed + suffix)
            #expect(same, "\(suffix)")
        }
    }

    @Test func aFileThatReplacesTheStoreIsLeftAsItIs() throws {
        let other = folder.path("other")
        let first = try ExampleStore(SQLiteStorage(path: other))
        try first.save(exampleRates(100...102))
        try first.close()
        #expect(rename(other, path) == 0)
        #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
        #expect(throws: HearthError.self) { try store.close() }
        try FileManager.default.removeItem(atPath: path + "-wal")
        #expect(try Self.count(path) == 3)
    }

    /// What the store does itself is no change: many commits, copies of the log beside them, and a reopening.
    @Test func theStoresOwnWritesAreNotTakenForChanges() throws {
        try store.close()
        let busy = try ExampleStore(SQLiteStorage(path: path, checkpoints: .beginning(at: 64 << 10)))
        for number in 0..<60 {
            try busy.save(exampleRates((1_000 + number * 100)...(1_099 + number * 100)))
            _ = try busy.writer.maintain()
            try busy.writer.catchUp()
            try busy.writer.checkFiles()
        }
        try busy.close()
        #expect(try Self.count(path) == 6_005)
    }

    // MARK: - Changes

    private func make(_ change: Change) throws {
        let manager = FileManager.default
        let stranger = folder.path("stranger")
        try Data(repeating: 7, count: 40_000).write(to: URL(filePath: stranger))
        switch change {
        case .fileDeleted: try manager.removeItem(atPath: path)
        case .fileMoved: try manager.moveItem(atPath: path, toPath: folder.path("moved"))
        case .fileMovedBehindLink:
            try manager.moveItem(atPath: path, toPath: folder.path("moved"))
            try manager.createSymbolicLink(atPath: path, withDestinationPath: folder.path("moved"))
        case .fileReplaced: #expect(rename(stranger, path) == 0)
        case .fileOverwritten: try Self.overwrite(path, with: Data(repeating: 7, count: 40_000))
        case .fileTruncated: #expect(truncate(path, 0) == 0)
        case .folderMoved:
            let away = folder.url.deletingLastPathComponent().appending(path: folder.url.lastPathComponent + "-away")
            try manager.moveItem(at: folder.url, to: away)
            try manager.createDirectory(at: folder.url, withIntermediateDirectories: false)
            try manager.removeItem(at: away)
        case .logDeleted: try manager.removeItem(atPath: path + "-wal")
        case .logReplaced: #expect(rename(stranger, path + "-wal") == 0)
        case .logMovedBehindLink:
            try manager.moveItem(atPath: path + "-wal", toPath: folder.path("moved-wal"))
            try manager.createSymbolicLink(
                atPath: path + "-wal",
                withDestinationPath: folder.path("moved-wal")
            )
        case .logOverwritten: try Self.overwrite(path + "-wal", with: Data(repeating: 7, count: 40_000))
        case .logTruncated: #expect(truncate(path + "-wal", 0) == 0)
        }
    }

    /// As `cp` does it: into the same file.
    private static func overwrite(_ path: String, with bytes: Data) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    private static func count(_ path: String) throws -> Int {
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.writer.verify()
        let count = store.writer.snapshot.sampleCount
        try store.close()
        return count
    }
}
