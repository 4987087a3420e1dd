import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// A backup is a complete store with an identifier of its own.
@Suite struct BackupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The log still holds what was committed, and a cursor reads.
    @Test func aStoreInUseIsCopiedAsItIs() throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...300))
        try store.delete([exampleID(7)])
        try store.commit(.setCharacteristics(CharacteristicValues(bloodType: 3)))
        let daily = BackgroundRegistration(type: ExampleStore.heartRate, frequency: .daily)
        try store.commit(.register(BackgroundDelivery(enable: [daily])))
        let contents = try store.rows(ExampleStore.heartRate)

        try StoreBackup.make(of: folder.path("store"), at: folder.path("copy"))
        try store.save(exampleRates(400...500))

        let copy = try ExampleStore(SQLiteStorage(path: folder.path("copy")))
        #expect(try copy.rows(ExampleStore.heartRate) == contents)
        #expect(copy.writer.snapshot.characteristics == CharacteristicValues(bloodType: 3))
        #expect(copy.writer.snapshot.background == store.writer.snapshot.background)
        #expect(copy.writer.snapshot.background.registrationCount == 1)
        #expect(copy.writer.snapshot.identityKey == store.writer.snapshot.identityKey)
        #expect(copy.writer.snapshot.deletionCount == 1)
        try copy.writer.verify()
        try store.writer.verify()
    }

    /// After the copy both go their own ways, so that places in the one say nothing about the other.
    @Test func anchorsOfTheOriginalAreRefused() throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...3))
        let anchor = store.writer.snapshot.sealedAnchor
        try StoreBackup.make(of: folder.path("store"), at: folder.path("copy"))

        let copy = try ExampleStore(SQLiteStorage(path: folder.path("copy")))
        #expect(copy.writer.snapshot.storeID != store.writer.snapshot.storeID)
        let error = #expect(throws: HearthError.self) {
            _ = try copy.writer.makeReader().changes(
                QueryChanges(clauses: [], anchor: anchor),
                in: copy.writer.snapshot
            )
        }
        #expect(error?.code == .anchorOfOtherStore)
    }

    @Test func whatIsThereIsNotWrittenOver() throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...3))
        try folder.write([1, 2, 3], "copy")
        #expect(throws: HearthError.self) {
            try StoreBackup.make(of: folder.path("store"), at: folder.path("copy"))
        }
        #expect(try folder.bytes("copy") == [1, 2, 3])
    }

    /// Neither a store that was not there, nor half a copy, nor what it took to make one.
    @Test func nothingIsLeftBeside() throws {
        #expect(throws: HearthError.self) {
            try StoreBackup.make(of: folder.path("none"), at: folder.path("copy"))
        }
        #expect(try folder.names() == [])
        try folder.write(Array("no store at all".utf8), "foreign")
        #expect(throws: HearthError.self) {
            try StoreBackup.make(of: folder.path("foreign"), at: folder.path("copy"))
        }
        #expect(try folder.names() == ["foreign"])
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...3))
        try store.close()
        let bytes = try folder.bytes("store")
        try StoreBackup.make(of: folder.path("store"), at: folder.path("copy"))
        #expect(try folder.names() == ["copy", "foreign", "store"])
        #expect(try folder.bytes("store") == bytes)
    }

    /// What it wrote last is in the log beside the store, and the next server copies it back.
    @Test func theLogOfAServerThatWasKilledStays() throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...300))
        let (file, log) = (try folder.bytes("store"), try folder.bytes("store-wal"))
        try folder.write(file, "killed")
        try folder.write(log, "killed-wal")

        try StoreBackup.make(of: folder.path("killed"), at: folder.path("copy"))
        #expect(try folder.bytes("killed") == file)
        #expect(try folder.bytes("killed-wal") == log)
        let copy = try ExampleStore(SQLiteStorage(path: folder.path("copy")))
        #expect(try copy.rows(ExampleStore.heartRate) == store.rows(ExampleStore.heartRate))
    }

    /// As one that Ctrl-C interrupts.
    @Test func aCancelledBackupLeavesNothing() async throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...300))
        let names = try folder.names()
        let (path, target) = (folder.path("store"), folder.path("copy"))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try StoreBackup.make(of: path, at: target)
        }
        let error = await #expect(throws: HearthError.self) { try await task.value }
        #expect(error?.message == "The copy was interrupted.")
        #expect(try folder.names() == names)
        try store.close()
    }

    /// The limit on the size of files stands for a disk without room for the whole copy.
    @Test func aBackupWithoutRoomLeavesNothing() throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...50_000) { Double($0 * 7_919 % 100_003) / 7 })
        try store.close()
        try #require(folder.bytes("store").count > 150 << 10)
        try folder.write([], "errors")
        let script = #"trap '' XFSZ; ulimit -f 100; exec "$0" backup --store "$1" "$2""#
        let exit = try ChildProcess.run(
            "/bin/sh",
            ChildProcess.Launch(
                arguments: [
                    "-c", script, BuiltProgram.path(of: "hearth"), folder.path("store"), folder.path("copy"),
                ],
                environment: ["HOME": folder.path("")],
                errors: folder.path("errors")
            )
        )
        #expect(exit == .code(1))
        let errors = try String(decoding: folder.bytes("errors"), as: UTF8.self)
        #expect(errors.contains("The copy cannot be written"), "\(errors)")
        #expect(try folder.names() == ["errors", "store"])
    }

    /// SQLite names the journal after the file, wherever a link to it lies.
    @Test(arguments: ["store", "link"]) func aStoreThatWasNotCreatedCompletelyIsNotCopied(_ name: String) throws {
        try folder.write(Array("half of it".utf8), "store")
        try folder.write([1], "store-journal")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: folder.path("store")
        )
        let error = #expect(throws: HearthError.self) {
            try StoreBackup.make(of: folder.path(name), at: folder.path("copy"))
        }
        #expect(error?.message.hasPrefix("The store was not created completely.") == true, "\(error?.message ?? "")")
    }
}
