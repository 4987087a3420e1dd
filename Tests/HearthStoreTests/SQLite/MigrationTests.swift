import Foundation
import HearthModel
import HearthStore
import HearthWire
import Testing

/// A store of an older version is brought forward when it is opened, whole or not at all.
@Suite struct MigrationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store")
    }

    /// The tables of version 1, as that version made them.
    private static let version1 = """
        PRAGMA page_size = 8192;
        PRAGMA journal_mode = WAL;
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            store_id BLOB NOT NULL,
            head INTEGER NOT NULL,
            oldest INTEGER NOT NULL,
            characteristics BLOB NOT NULL,
            manifest INTEGER NOT NULL,
            checksum INTEGER NOT NULL
        );
        CREATE TABLE segment (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            type TEXT NOT NULL,
            first_sequence INTEGER NOT NULL,
            last_sequence INTEGER NOT NULL,
            rows INTEGER NOT NULL,
            least_start INTEGER NOT NULL,
            greatest_start INTEGER NOT NULL,
            least_end INTEGER NOT NULL,
            greatest_end INTEGER NOT NULL,
            least_uuid BLOB NOT NULL,
            greatest_uuid BLOB NOT NULL,
            value_sum REAL,
            value_least REAL,
            value_greatest REAL,
            shape INTEGER NOT NULL,
            is_scattered INTEGER NOT NULL,
            has_sync_keys INTEGER NOT NULL,
            provenances BLOB NOT NULL,
            weight INTEGER NOT NULL,
            block_checksum INTEGER NOT NULL,
            block BLOB NOT NULL
        );
        CREATE TABLE retired_block (id INTEGER PRIMARY KEY);
        CREATE TABLE association (
            id INTEGER PRIMARY KEY,
            workout BLOB NOT NULL,
            samples INTEGER NOT NULL,
            block_checksum INTEGER NOT NULL,
            block BLOB NOT NULL
        );
        CREATE TABLE provenance (
            number INTEGER PRIMARY KEY,
            message BLOB NOT NULL
        );
        PRAGMA application_id = 1215460456;
        PRAGMA user_version = 1;
        """

    /// Makes a store of version 1 with what another one holds, as far as that version knows it.
    private func makeVersion1(of original: String) throws {
        let database = try DatabaseFile(path)
        try database.run(Self.version1)
        try database.run("ATTACH '\(original)' AS original")
        for table in ["state", "segment", "retired_block", "association", "provenance"] {
            try database.run("INSERT INTO \(table) SELECT * FROM original.\(table)")
        }
        try database.run("DETACH original; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Returns what is in the store: the rows, and what has changed since the beginning.
    private func fill() throws -> (rows: [SampleRow], changes: ExampleChanges) {
        let original = folder.path("original")
        let store = try ExampleStore(SQLiteStorage(path: original))
        try store.save(exampleRates(1...5_000))
        try store.save(exampleRates(6_000...6_010), as: ExampleStore.otherApp)
        try store.delete([exampleID(7), exampleID(4_000)])
        try store.commit(.setCharacteristics(CharacteristicValues(bloodType: 3)))
        let contents = (try store.rows(ExampleStore.heartRate), try store.changes())
        try store.close()
        try makeVersion1(of: original)
        return contents
    }

    private func check(_ store: ExampleStore, _ contents: (rows: [SampleRow], changes: ExampleChanges)) throws {
        #expect(try store.rows(ExampleStore.heartRate) == contents.rows)
        // The anchors are good still.
        #expect(try store.changes() == contents.changes)
        #expect(try store.changes(after: contents.changes.anchor).added.isEmpty)
        #expect(store.writer.snapshot.characteristics == CharacteristicValues(bloodType: 3))
        try store.writer.verify()
    }

    private func version() throws -> UInt8 {
        try folder.bytes("store")[63]
    }

    @Test func aStoreOfVersion1IsBroughtForward() throws {
        let contents = try fill()
        #expect(try version() == 1)
        let hourly = BackgroundRegistration(type: ExampleStore.heartRate, frequency: .hourly)
        let store = try ExampleStore(SQLiteStorage(path: path))
        #expect(try version() == 2)
        try check(store, contents)
        #expect(store.writer.snapshot.background.registrationCount == 0)
        try store.commit(.register(BackgroundDelivery(enable: [hourly])))
        try store.close()

        let reopened = try ExampleStore(SQLiteStorage(path: path))
        try check(reopened, contents)
        let app = ExampleStore.app.source.bundleIdentifier
        #expect(reopened.writer.snapshot.background.registrations(of: app) == [hourly])
    }

    /// A copy is brought forward, and what was copied stays as it is.
    @Test func aBackupOfVersion1() throws {
        let contents = try fill()
        try StoreBackup.make(of: path, at: folder.path("copy"))
        #expect(try version() == 1)
        let copy = try ExampleStore(SQLiteStorage(path: folder.path("copy")))
        #expect(try copy.rows(ExampleStore.heartRate) == contents.rows)
        try copy.writer.verify()
    }

    /// Whichever call of the disk fails: afterwards it is of the one version or of the other, with all that it holds.
    @Test(arguments: [DiskFault.Kind.ioErrorForGood, .fullForGood, .half])
    func itIsCutOff(_ kind: DiskFault.Kind) throws {
        let contents = try fill()
        let original = try folder.bytes("store")
        var position = 0
        var hasFailed = true
        while hasFailed {
            try folder.write(original, "store")
            let disk = try FaultyDisk()
            disk.plan(DiskFault(kind: kind, position: position))
            do throws(HearthError) {
                _ = try StoreWriter(SQLiteStorage(path: path, vfs: disk.name))
            } catch {
                #expect([.storageFailed, .storageFull].contains(error.code), "\(kind) at \(position): \(error)")
            }
            hasFailed = disk.hasFailed
            disk.plan(nil)
            do {
                let store = try ExampleStore(SQLiteStorage(path: path))
                try check(store, contents)
                try store.close()
            }
            #expect(try version() == 2)
            for name in ["store-wal", "store-shm"] {
                try? FileManager.default.removeItem(atPath: folder.path(name))
            }
            position += 1
        }
        #expect(position > 5)
    }
}
