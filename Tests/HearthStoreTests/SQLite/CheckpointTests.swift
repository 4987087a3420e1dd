import Foundation
import HearthModel
import HearthSystem
import HearthTestSupport
import Testing

@testable import HearthStore

/// The write-ahead log is copied into the file while commits continue.
@Suite struct CheckpointTests {
    private let folder: TemporaryFolder
    private let options = CheckpointOptions.beginning(at: 128 << 10)

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("store") }

    private func open(vfs: String? = nil) throws -> (SQLiteStorage, ExampleStore) {
        let storage = try SQLiteStorage(path: path, vfs: vfs, checkpoints: options)
        return (storage, try ExampleStore(storage))
    }

    private static let savesMax = 100_000

    /// Saves one sample after another until there `isEnough` after a save. `isMaintained`: as the writer thread does.
    private func save(
        to store: ExampleStore,
        from first: Int = 1,
        isMaintained: Bool = false,
        until isEnough: () throws -> Bool
    ) throws -> Int {
        for number in first...first + Self.savesMax {
            try store.save(exampleRates([number]))
            if try isEnough() { return number }
            if isMaintained {
                try store.writer.catchUp()
                _ = try store.writer.maintain()
            }
        }
        throw Unexpected("what was waited for has not happened")
    }

    private func check(_ store: ExampleStore, has count: Int) throws {
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == (1...count).map { exampleID($0) })
        try store.writer.verify()
    }

    /// The size of the log's file, which a restart of the log does not change.
    private var walFileBytes: Int { FileStatus(of: path + "-wal")?.size ?? 0 }

    @Test func theLogRestartsWhileCommitsContinue() throws {
        let (storage, store) = try open()
        var last = 0
        var restarts = 0
        let count = try save(to: store, isMaintained: true) {
            restarts += storage.walBytes < last ? 1 : 0
            last = storage.walBytes
            return restarts == 4
        }
        try check(store, has: count)
        try store.close()
        #expect(try folder.names() == ["store"])
        let (_, reopened) = try open()
        try check(reopened, has: count)
        try reopened.close()
    }

    @Test func anIdleStoreCopiesItsLog() throws {
        let (storage, store) = try open()
        let count = try save(to: store) { storage.walBytes >= options.walBytes }
        try store.finishMaintenance()
        #expect(storage.walBytes == 0)
        try store.save(exampleRates([count + 1]))
        #expect(storage.walBytes < options.walBytes)
        try check(store, has: count + 1)
        try store.close()
    }

    /// Under load no moment is idle.
    @Test func commitsAloneKeepTheLogShort() throws {
        let (storage, store) = try open()
        var most = 0
        let count = try save(to: store) {
            most = max(most, storage.walBytes)
            return most > 0 && storage.walBytes < most / 2
        }
        #expect(most <= 3 * options.longWALBytes, "\(most >> 10) KiB of log")
        #expect(walFileBytes <= 3 * options.longWALBytes)
        try check(store, has: count)
        try store.close()
    }

    @Test func maintenanceWaitsForACheckpointOfALongLog() throws {
        var storeOptions = StoreOptions()
        storeOptions.maintenanceBytes = 256 << 10
        // Each of many merges writes all that it merges.
        storeOptions.mergeWidth = 2
        let disk = try FaultyDisk()
        var options = CheckpointOptions.beginning(at: 64 << 10)
        options.longWALBytes = 4 << 20
        let storage = try SQLiteStorage(path: path, vfs: disk.name, checkpoints: options)
        let store = try ExampleStore(storage, options: storeOptions)
        let (saves, size) = (128, 100)
        for number in 0..<saves {
            try store.save(exampleRates(number * size + 1...(number + 1) * size))
            try storage.finishHousekeeping()
        }
        _ = try store.writer.maintain()
        var written = 0
        var last = storage.walBytes
        // The background, which has the same disk, makes no progress.
        try disk.inTurn { () throws in
            for _ in 0..<1_000 {
                _ = try store.writer.maintain()
                written += max(storage.walBytes - last, 0)
                last = storage.walBytes
            }
        }
        #expect(written < 4 * storeOptions.maintenanceBytes, "\(written >> 10) KiB written")
        #expect(store.writer.snapshot.segmentCount > 8)
        try store.finishMaintenance()
        #expect(store.writer.snapshot.segmentCount < 8)
        try check(store, has: saves * size)
        try store.close()
    }

    @Test func aReaderThatPreventsACheckpointKeepsNobodyBusy() throws {
        let (storage, store) = try open()
        try store.save(exampleRates([1]))
        let other = try DatabaseFile(path)
        try other.run("BEGIN; SELECT count(*) FROM segment")
        let count = try save(to: store, from: 2) { storage.walBytes >= options.walBytes }
        try store.finishMaintenance()
        #expect(storage.walBytes >= options.walBytes)
        try other.run("COMMIT")
        try store.finishMaintenance()
        #expect(storage.walBytes == 0)
        try check(store, has: count)
        try store.close()
    }

    @Test(arguments: [false, true]) func closingAndReopeningWaitForACheckpoint(_ fails: Bool) throws {
        let storage = try SQLiteStorage(path: path, checkpoints: options)
        let observed = ObservedStorage(storage)
        let store = try ExampleStore(observed)
        let count = try save(to: store) { storage.walBytes >= options.walBytes }
        #expect(try storage.idle())
        if fails {
            observed.failure = HearthError(.storageFailed, "failed")
            #expect(throws: HearthError.self) { try store.save(exampleRates([count + 1])) }
            try store.save(exampleRates([count + 1]))
            #expect(observed.reopenings == 1)
            try check(store, has: count + 1)
        }
        try store.close()
        #expect(try folder.names() == ["store"])
        let (_, reopened) = try open()
        try check(reopened, has: count + (fails ? 1 : 0))
        try reopened.close()
    }

    /// The error is thrown, nothing is lost, and the checkpoint succeeds when the disk is healthy again.
    @Test(arguments: [DiskFault.Kind.fullForGood, .ioErrorForGood]) func aCheckpointThatFailsIsRepeated(
        _ kind: DiskFault.Kind
    ) throws {
        let disk = try FaultyDisk()
        let (storage, store) = try open(vfs: disk.name)
        let count = try save(to: store) { storage.walBytes >= options.walBytes }
        // Only the checkpoint uses the disk now.
        disk.plan(DiskFault(kind: kind, position: 0))
        for _ in 0..<2 {
            let error = #expect(throws: HearthError.self) { try store.finishMaintenance() }
            #expect(error?.code == (kind.isFull ? .storageFull : .storageFailed))
            #expect(storage.walBytes >= options.walBytes)
        }
        disk.heal()
        try store.finishMaintenance()
        #expect(storage.walBytes == 0)
        try check(store, has: count)
        try store.close()
        #expect(try folder.names() == ["store"])
    }

    /// A reopening that fails at any moment can be repeated. As long as it could not open the file, the old connections
    /// copy the log as before.
    @Test func aReopeningThatFailsLeavesTheStorageWhole() throws {
        let disk = try FaultyDisk()
        let (storage, store) = try open(vfs: disk.name)
        var count = try save(to: store) { storage.walBytes >= options.walBytes }
        let walBytes = storage.walBytes
        disk.plan(DiskFault(kind: .ioErrorForGood, position: 0))
        #expect(throws: HearthError.self) { try storage.reopen() }
        disk.heal()
        #expect(storage.walBytes == walBytes)
        try store.finishMaintenance()
        #expect(storage.walBytes == 0)
        var position = 0
        while true {
            count += 1
            try store.save(exampleRates([count]))
            disk.plan(DiskFault(kind: .ioError, position: position))
            try? storage.reopen()
            let hasFailed = disk.hasFailed
            disk.plan(nil)
            if hasFailed {
                // Whatever it came to, its checkpoints are there.
                _ = try storage.idle()
                try storage.reopen()
            }
            try check(store, has: count)
            position += 1
            guard hasFailed else { break }
        }
        #expect(position > 10)
        try store.close()
        #expect(try folder.names() == ["store"])
    }
}
