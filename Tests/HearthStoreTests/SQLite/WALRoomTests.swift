import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// The write-ahead log is given room in quiet times, so that commits need not make the file longer.
@Suite struct WALRoomTests {
    private let folder: TemporaryFolder
    private let options = StoreOptions.copyingLog(after: 1 << 20)

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("store") }

    private var logBytes: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
            return attributes[.size] as? Int ?? -1
        }
    }

    @Test func commitsFindRoom() throws {
        let store = try ExampleStore(SQLiteStorage(path: path), options: options)
        #expect(try logBytes == 0)
        try store.tidy()
        let room = try logBytes
        #expect(room >= options.checkpointBytes)
        for number in 1...20 {
            try store.save(exampleRates([number]))
        }
        #expect(try logBytes == room)
        try store.close()
        #expect(try folder.names() == ["store"])
    }

    /// What is in the log counts, and nothing of the room behind it.
    @Test func whatWasSavedIsThereWithoutClosing() throws {
        let store = try ExampleStore(SQLiteStorage(path: path), options: options)
        try store.tidy()
        try store.save(exampleRates(1...3))
        let copy = try TemporaryFolder()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path("store") + suffix)
        }
        let reopened = try ExampleStore(SQLiteStorage(path: copy.path("store")), options: options)
        #expect(try reopened.rows(ExampleStore.heartRate).map(\.id) == (1...3).map { exampleID($0) })
        try reopened.writer.verify()
        try reopened.close()
        try store.close()
    }

    /// All room of a small disk is for what is saved.
    @Test func aStoreIsNotCrowdedOut() throws {
        let store = try ExampleStore(SQLiteStorage(path: path), options: .copyingLog(after: 1 << 50))
        try store.tidy()
        #expect(try logBytes == 0)
        try store.close()
    }

    /// A log that cannot have the room keeps what it has, and maintenance goes on.
    @Test(arguments: [DiskFault.Kind.fullForGood, .halfFull, .ioError, .half]) func aDiskWithoutRoomIsNoFault(
        _ kind: DiskFault.Kind
    ) throws {
        let disk = try FaultyDisk()
        let store = try ExampleStore(SQLiteStorage(path: path, vfs: disk.name), options: options)
        try store.save(exampleRates([1]))
        let before = try logBytes
        // Reads come before: the file's size. The writes of the second piece have the faults.
        disk.plan(DiskFault(kind: kind, position: kind.isOfWritesOnly ? 5 : 8))
        try store.tidy()
        #expect(disk.hasFailed)
        #expect(try before < logBytes && logBytes < options.checkpointBytes)
        disk.heal()
        try store.save(exampleRates([2]))
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == [exampleID(1), exampleID(2)])
        try store.writer.verify()
        try store.close()
    }
}

extension StoreOptions {
    /// The write-ahead log is copied after so many bytes, and is long with eight times as many.
    static func copyingLog(after bytes: Int) -> StoreOptions {
        var options = StoreOptions()
        options.checkpointBytes = bytes
        options.longLogBytes = 8 * bytes
        return options
    }
}
