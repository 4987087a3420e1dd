import HearthModel
import HearthStore
import HearthWire
import Testing

/// A backup is a whole store, and another one.
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
        #expect(copy.writer.snapshot.deletionCount == 1)
        try copy.writer.verify()
        try store.writer.verify()
    }

    /// After the copy both go their own ways, so that places in the one say nothing about the other.
    @Test func anchorsOfTheOriginalAreRefused() throws {
        let store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(exampleRates(1...3))
        let anchor = store.writer.snapshot.anchor.encoded
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
}
