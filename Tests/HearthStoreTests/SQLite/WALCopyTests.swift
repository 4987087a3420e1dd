import Foundation
import HearthModel
import HearthStore
import HearthSystem
import HearthTestSupport
import Testing

/// The write-ahead log is copied into the file while commits go on.
@Suite struct WALCopyTests {
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
        try tidyBeside(store)
        #expect(storage.untidyBytes == 0)
        try store.save(exampleRates([count + 1]))
        #expect(storage.untidyBytes < options.checkpointBytes)
        try check(store, has: count + 1)
        try store.close()
    }

    /// What commits have left for later writes many times what the log is to have.
    @Test func muchMaintenanceMakesNoLongLog() throws {
        var options = StoreOptions.copyingLog(after: 64 << 10)
        options.longLogBytes = 256 << 10
        // Each of many merges writes all that it merges.
        options.mergeWidth = 2
        let disk = try FaultyDisk()
        let storage = try SQLiteStorage(path: path, vfs: disk.name)
        let store = try ExampleStore(storage, options: options)
        let (saves, size) = (128, 100)
        for number in 0..<saves {
            try store.save(exampleRates(number * size + 1...(number + 1) * size))
            _ = try storage.tidy(atLeast: options.checkpointBytes)
        }
        #expect(store.writer.snapshot.segmentCount == saves)
        var untidy = storage.untidyBytes
        var written = 0
        var most = 0
        func look() {
            written += max(storage.untidyBytes - untidy, 0)
            untidy = storage.untidyBytes
            most = max(most, untidy)
        }
        // The copier, whose disk this is, too, comes to nothing.
        try disk.inTurn { () throws in
            for _ in 0..<1_000 {
                #expect(try store.writer.maintain(besideCommits: true))
                look()
            }
        }
        #expect(store.writer.snapshot.segmentCount > 8)
        try tidyBeside(store, look: look)
        #expect(store.writer.snapshot.segmentCount < 8)
        // One more step is done before it is long.
        #expect(most < 2 * options.longLogBytes, "\(most >> 10) KiB of log")
        #expect(written > 8 * options.longLogBytes, "\(written >> 10) KiB written")
        try check(store, has: saves * size)
        try store.close()
    }

    /// Whoever reads without end keeps the log from being copied, and nobody busy.
    @Test func aReaderInTheWayIsNotWaitedFor() throws {
        let storage = try SQLiteStorage(path: path)
        let store = try ExampleStore(storage, options: options)
        try store.save(exampleRates([1]))
        let other = try DatabaseFile(path)
        try other.run("BEGIN; SELECT count(*) FROM segment")
        let count = try save(to: store, from: 2, isCopied: false) { storage.untidyBytes >= options.checkpointBytes }
        try tidyBeside(store)
        #expect(storage.untidyBytes >= options.checkpointBytes)
        #expect(store.writer.tidyingFailure == nil)
        try other.run("COMMIT")
        try tidyBeside(store)
        #expect(storage.untidyBytes == 0)
        try check(store, has: count)
        try store.close()
    }

    /// Whoever closes the store, or opens it anew after a failure, waits for the copier.
    @Test(arguments: [false, true]) func nobodyCopiesWhatIsClosed(_ fails: Bool) throws {
        let storage = try SQLiteStorage(path: path)
        let observed = ObservedStorage(storage)
        let store = try ExampleStore(observed, options: options)
        let count = try save(to: store, isCopied: false) { storage.untidyBytes >= options.checkpointBytes }
        #expect(storage.tidyBeside(atLeast: options.checkpointBytes))
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
        try tidyBeside(store)
        let error = try #require(store.writer.tidyingFailure)
        #expect(error.code == (kind.isFull ? .storageFull : .storageFailed))
        #expect(storage.untidyBytes >= options.checkpointBytes)
        // As long as nobody has succeeded, that is told, also while it is tried again.
        #expect(try store.writer.maintain(besideCommits: true))
        #expect(store.writer.tidyingFailure == error)
        // Who does it himself waits for the copier, who has begun again, and fails no less.
        #expect(throws: error) { try storage.tidy(atLeast: options.checkpointBytes) }
        disk.heal()
        try tidyBeside(store)
        #expect(store.writer.tidyingFailure == nil)
        #expect(storage.untidyBytes == 0)
        try check(store, has: count)
        try store.close()
        #expect(try folder.names() == ["store"])
    }

    /// Does all that commits have left for later, as in a quiet time, with a look at it after each step.
    private func tidyBeside(_ store: ExampleStore, look: () -> Void = {}) throws {
        for _ in 0..<10_000 {
            guard try store.writer.maintain(besideCommits: true) else { return }
            look()
            BackgroundThread.pause(nanoseconds: 1_000_000)
        }
        throw Unexpected("there is always something to do")
    }
}
