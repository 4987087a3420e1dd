import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// The write-ahead log is copied into the file while commits go on.
@Suite struct LogCopyTests {
    private let folder: TemporaryFolder
    private let options = StoreOptions.copyingLog(after: 128 << 10)

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("store") }

    /// Saves one sample after another until there `isEnough` after a save. `isCopied`: the log is copied meanwhile.
    private func save(
        to store: ExampleStore,
        from first: Int = 1,
        isCopied: Bool = true,
        until isEnough: () -> Bool
    ) throws -> Int {
        for number in first...first + 100_000 {
            try store.save(exampleRates([number]))
            if isEnough() { return number }
            if isCopied {
                try store.writer.catchUp()
                _ = try store.writer.maintain(besideCommits: true)
            }
        }
        throw Unexpected("what was waited for has not happened")
    }

    private func check(_ store: ExampleStore, has count: Int) throws {
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == (1...count).map { exampleID($0) })
        try store.writer.verify()
    }

    @Test func theLogBeginsAnewWhileCommitsGoOn() throws {
        let storage = try SQLiteStorage(path: path)
        let store = try ExampleStore(storage, options: options)
        var untidy = 0
        var beginnings = 0
        let count = try save(to: store) {
            beginnings += storage.untidyBytes < untidy ? 1 : 0
            untidy = storage.untidyBytes
            return beginnings == 4
        }
        try check(store, has: count)
        try store.close()
        #expect(try folder.names() == ["store"])
        let reopened = try ExampleStore(SQLiteStorage(path: path), options: options)
        try check(reopened, has: count)
        try reopened.close()
    }

    /// In a store that has a quiet moment nobody ever waits for the log.
    @Test func theLogBeginsAnewByItself() throws {
        let storage = try SQLiteStorage(path: path)
        let store = try ExampleStore(storage, options: options)
        let count = try save(to: store, isCopied: false) { storage.untidyBytes >= options.checkpointBytes }
        _ = try store.writer.maintain(besideCommits: true)
        // The copier may miss this one, and copies it next.
        try store.save(exampleRates([count + 1]))
        while storage.untidyBytes >= options.checkpointBytes {
            try storage.finishTidying(atLeast: .max)
            _ = try store.writer.maintain(besideCommits: true)
        }
        try store.save(exampleRates([count + 2]))
        #expect(storage.untidyBytes < options.checkpointBytes)
        try check(store, has: count + 2)
        try store.close()
    }

    /// Whoever closes the store, or opens it anew after a failure, waits for the copier.
    @Test(arguments: [false, true]) func nobodyCopiesWhatIsClosed(_ fails: Bool) throws {
        let storage = try SQLiteStorage(path: path)
        let observed = ObservedStorage(storage)
        let store = try ExampleStore(observed, options: options)
        let count = try save(to: store, isCopied: false) { storage.untidyBytes >= options.checkpointBytes }
        _ = try storage.tidyBeside(atLeast: options.checkpointBytes)
        if fails {
            observed.failure = HearthError(.storageFailed, "failed")
            #expect(throws: HearthError.self) { try store.save(exampleRates([count + 1])) }
            try store.save(exampleRates([count + 1]))
            #expect(observed.reopenings == 1)
            try check(store, has: count + 1)
        }
        try store.close()
        #expect(try folder.names() == ["store"])
        let reopened = try ExampleStore(SQLiteStorage(path: path), options: options)
        try check(reopened, has: count + (fails ? 1 : 0))
        try reopened.close()
    }

    /// Who copies finds the disk full or broken: that is told, nothing is lost, and it is done when the disk is well.
    @Test(arguments: [DiskFault.Kind.fullForGood, .ioErrorForGood]) func whatCannotBeCopiedStaysInTheLog(
        _ kind: DiskFault.Kind
    ) throws {
        let disk = try FaultyDisk()
        let storage = try SQLiteStorage(path: path, vfs: disk.name)
        let store = try ExampleStore(storage, options: options)
        let count = try save(to: store, isCopied: false) { storage.untidyBytes >= options.checkpointBytes }
        // Nobody uses the disk now but the copier.
        disk.plan(DiskFault(kind: kind, position: 0))
        _ = try storage.tidyBeside(atLeast: options.checkpointBytes)
        let error = try failure(of: storage)
        #expect(error.code == (kind.isFull ? .storageFull : .storageFailed))
        #expect(storage.untidyBytes >= options.checkpointBytes)
        // Who does it himself waits for the copier, who has begun again, and fails no less.
        #expect(throws: error) { try storage.tidy(atLeast: options.checkpointBytes) }
        disk.heal()
        let more = try save(to: store, from: count + 1) { storage.untidyBytes < options.checkpointBytes }
        try check(store, has: more)
        try store.close()
        #expect(try folder.names() == ["store"])
    }

    /// What the copier has met, which is told when it is to begin again.
    private func failure(of storage: SQLiteStorage) throws -> HearthError {
        while storage.untidyBytes >= options.checkpointBytes {
            try storage.finishTidying(atLeast: options.longLogBytes)
            do throws(HearthError) {
                _ = try storage.tidyBeside(atLeast: options.checkpointBytes)
            } catch {
                return error
            }
        }
        throw Unexpected("the log was copied")
    }
}
