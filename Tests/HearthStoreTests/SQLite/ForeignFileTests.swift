import Foundation
import HearthModel
import HearthStore
import HearthWire
import Testing

/// What is no store, or none that this version can read, is refused and left as it is.
@Suite struct ForeignFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store")
    }

    @Test func aText() throws {
        for text in ["x", "Dear diary", String(repeating: "Dear diary\n", count: 5_000)] {
            try folder.write(Array(text.utf8), "store")
            try checkRefusal("is not a Hearth store")
        }
    }

    @Test(arguments: [
        "", "PRAGMA journal_mode = WAL", "PRAGMA page_size = 512", "PRAGMA user_version = 1",
        "PRAGMA application_id = 7",
    ])
    func aDatabaseOfAnotherProgram(_ pragma: String) throws {
        try DatabaseFile.run("\(pragma); CREATE TABLE diary (entry TEXT); INSERT INTO diary VALUES ('dear')", at: path)
        try checkRefusal("is not a Hearth store")
    }

    /// Of another program that ended without closing it: what it wrote last is in the log beside the file.
    @Test func aDatabaseWithALogBesideIt() throws {
        let original = folder.path("original")
        let database = try DatabaseFile(original)
        try database.run("PRAGMA journal_mode = WAL; CREATE TABLE diary (entry TEXT)")
        try database.run("PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO diary VALUES ('dear')")
        let log = try folder.bytes("original-wal")
        try folder.write(try folder.bytes("original"), "store")
        try folder.write(log, "store-wal")
        try checkRefusal("is not a Hearth store")
        #expect(try folder.bytes("store-wal") == log)
    }

    /// A database that was made and never used is as good as an empty file.
    @Test func aDatabaseWithoutAnything() throws {
        try DatabaseFile.run("PRAGMA journal_mode = WAL", at: path)
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.save(exampleRates(1...3))
        #expect(try store.rows(ExampleStore.heartRate).count == 3)
    }

    @Test func aStoreOfANewerVersion() throws {
        try makeStore()
        try DatabaseFile.run("PRAGMA user_version = 10", at: path)
        try checkRefusal("A newer version of Hearth wrote the store")
        // It is as good as before for the version that wrote it.
        try DatabaseFile.run("PRAGMA user_version = 9", at: path)
        #expect(try ExampleStore(SQLiteStorage(path: path)).writer.snapshot.sampleCount == 5_000)
    }

    @Test func aStoreThatWasCutOff() throws {
        try makeStore()
        let whole = try folder.bytes("store")
        for count in [1, 50, 99, 100, 101, 4_096, 8_191, 8_192, 16_384, whole.count / 2, whole.count - 8_192] {
            try folder.write(Array(whole.prefix(count)), "store")
            try checkRefusal("")
        }
    }

    @Test(arguments: [
        "DROP TABLE provenance", "DELETE FROM state", "DELETE FROM segment", "UPDATE state SET head = 7",
        "DROP TABLE app_record", "DELETE FROM app_record", "UPDATE app_record SET value = x'01'",
        "UPDATE app_record SET kind = 9 WHERE kind = 14", "UPDATE app_record SET kind = 6 WHERE kind = 14",
        "INSERT INTO app_record VALUES ('org.example.other', 4, 'HKWorkoutTypeIdentifier', x'01')",
    ])
    func aStoreWithoutSomeOfIt(_ damage: String) throws {
        try makeStore()
        try DatabaseFile.run(damage, at: path)
        try checkRefusal("")
    }

    private func makeStore() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.save(exampleRates(1...5_000))
        let weekly = BackgroundRegistration(type: .workout, frequency: .weekly)
        try store.commit(.register(BackgroundDelivery(enable: [weekly])))
        try store.close()
    }

    /// The file is refused for what it is, and no byte of it or beside it changes.
    private func checkRefusal(_ reason: String, location: SourceLocation = #_sourceLocation) throws {
        let before = try folder.bytes("store")
        let names = try folder.names()
        let error = #expect(throws: HearthError.self, sourceLocation: location) {
            try StoreWriter(SQLiteStorage(path: path))
        }
        #expect(error?.code == .storageCorrupt, "\(error?.description ?? "")", sourceLocation: location)
        #expect(reason.isEmpty || error?.message.contains(reason) == true, sourceLocation: location)
        #expect(try folder.bytes("store") == before, sourceLocation: location)
        #expect(try folder.names() == names, sourceLocation: location)
    }
}
