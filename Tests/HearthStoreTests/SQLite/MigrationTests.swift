import Foundation
import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// A store of an older version is brought forward when it is opened, whole or not at all.
@Suite struct MigrationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store")
    }

    /// The tables of a version, as that version made them.
    static let tables = [
        1: version1,
        3: version1 + appRecords + "PRAGMA user_version = 3;",
        4: version1 + appRecords + "PRAGMA user_version = 4;",
        5: version1 + appRecords + "PRAGMA user_version = 5;",
        6: version1 + appRecords + "PRAGMA user_version = 6;",
        7: version1 + appRecords + "PRAGMA user_version = 7;",
        8: version1 + appRecords + "PRAGMA user_version = 8;",
        2: version1 + """
            CREATE TABLE background_registration (
                app TEXT NOT NULL,
                type TEXT NOT NULL,
                frequency INTEGER NOT NULL,
                PRIMARY KEY (app, type)
            ) WITHOUT ROWID;
            PRAGMA user_version = 2;
            """,
    ]

    private static let appRecords = """
        CREATE TABLE app_record (
            app TEXT NOT NULL,
            kind INTEGER NOT NULL,
            name TEXT NOT NULL,
            value BLOB NOT NULL,
            PRIMARY KEY (app, kind, name)
        ) WITHOUT ROWID;
        """

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

    /// Makes a store of an older version with what another one holds, as far as that version knows it.
    private func makeVersion(_ version: Int, of original: String) throws {
        let database = try DatabaseFile(path)
        try database.run(try #require(Self.tables[version]))
        try database.run("ATTACH '\(original)' AS original")
        for table in ["state", "segment", "retired_block", "association", "provenance"] {
            try database.run("INSERT INTO \(table) SELECT * FROM original.\(table)")
        }
        if version == 2 {
            try database.run(
                """
                INSERT INTO background_registration
                SELECT app, name, unicode(CAST(value AS TEXT)) FROM original.app_record
                WHERE kind = 4 AND length(value) = 1
                """
            )
        }
        if version >= 4 {
            try database.run("INSERT INTO app_record SELECT * FROM original.app_record")
        }
        try database.run("DETACH original")
        for change in version < 5 ? try Self.withoutTotals(original) : [] {
            try database.run(change)
        }
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// What makes of the segments of a store those of a version that added values up in their order and knew no totals.
    private static func withoutTotals(_ original: String) throws -> [String] {
        let storage = try SQLiteStorage(path: original)
        let stored = try storage.load()
        try storage.close()
        var header = stored.header
        var changes: [String] = []
        for segment in stored.segments where segment.totals != nil {
            var old = segment
            old.totals = nil
            old.values?.sum = Double(segment.id) / 3
            header.manifest &+= old.checksum &- segment.checksum
            changes.append("UPDATE segment SET value_sum = \(segment.id) / 3.0 WHERE id = \(segment.id)")
        }
        let numbers = [header.manifest, header.checksum].map { Int64(bitPattern: $0) }
        return changes + ["UPDATE state SET manifest = \(numbers[0]), checksum = \(numbers[1])"]
    }

    private static func hasTotals(_ store: ExampleStore) -> Bool {
        store.writer.snapshot.samples.values.allSatisfy { $0.elements.allSatisfy { $0.summary.totals != nil } }
    }

    /// Returns what is in the store: the rows, and what has changed since the beginning.
    private func fill(_ version: Int) throws -> (rows: [SampleRow], changes: ExampleChanges) {
        let original = folder.path("original")
        try SQLiteStorage.createWithoutKey(at: original)
        let store = try ExampleStore(SQLiteStorage(path: original))
        if version == 2 || version >= 4 {
            // Version 2 knew nothing of how far deliveries had come, and had registrations that say nothing of it.
            try store.commit(.register(BackgroundDelivery(enable: Self.registrations)))
            try store.commit(.register(BackgroundDelivery(enable: [Self.hourly])), as: ExampleStore.otherApp)
        }
        try store.save(exampleRates(1...5_000))
        try store.save(exampleRates(6_000...6_010), as: ExampleStore.otherApp)
        try store.delete([exampleID(7), exampleID(4_000)])
        try store.commit(.setCharacteristics(CharacteristicValues(bloodType: 3)))
        var contents = (rows: try store.rows(ExampleStore.heartRate), changes: try store.changes())
        // Older versions did not seal anchors.
        contents.changes.anchor = store.writer.snapshot.anchor.unsealed
        try store.close()
        try SQLiteStorage.removeAnchorKey(at: original)
        try makeVersion(version, of: original)
        return contents
    }

    private func check(_ store: ExampleStore, _ contents: (rows: [SampleRow], changes: ExampleChanges)) throws {
        #expect(try store.rows(ExampleStore.heartRate) == contents.rows)
        var changes = try store.changes()
        #expect(changes.anchor == store.writer.snapshot.sealedAnchor && changes.anchor.bytes.count == 64)
        // The anchors are good still.
        changes.anchor = contents.changes.anchor
        #expect(changes == contents.changes)
        #expect(try store.changes(after: contents.changes.anchor).added.isEmpty)
        #expect(store.writer.snapshot.characteristics == CharacteristicValues(bloodType: 3))
        // What was imported before has the same UUIDs when it is imported again.
        #expect(store.writer.snapshot.identityKey == nil)
        try store.writer.verify()
        #expect(Self.hasTotals(store))
    }

    private func version() throws -> UInt8 {
        try folder.bytes("store")[63]
    }

    private static let registrations = [hourly, BackgroundRegistration(type: .workout, frequency: .weekly)]
    private static let hourly = BackgroundRegistration(type: ExampleStore.heartRate, frequency: .hourly)

    private static func registrations(_ version: Int) -> [[BackgroundRegistration]] {
        version == 1 ? [[], []] : [registrations, [hourly]]
    }

    @Test(arguments: [1, 2, 4, 5, 6, 7, 8]) func aStoreOfAnOlderVersionIsBroughtForward(_ old: Int) throws {
        let contents = try fill(old)
        #expect(try version() == old)
        let store = try ExampleStore(SQLiteStorage(path: path))
        #expect(try version() == 9)
        try check(store, contents)
        #expect(store.registrations == Self.registrations(old))
        if old < 4 {
            // What has changed since nobody knows when may be news.
            let deliveries = store.writer.snapshot.background.deliveries(of: ExampleStore.app.app)
            #expect(deliveries.allSatisfy { $0.progress == DeliveryProgress() })
        }
        try store.commit(.register(BackgroundDelivery(enable: [Self.hourly], disableAll: true)))
        try store.close()

        let reopened = try ExampleStore(SQLiteStorage(path: path))
        try check(reopened, contents)
        #expect(reopened.registrations == [[Self.hourly], Self.registrations(old)[1]])
    }

    /// A copy is brought forward, and what was copied stays as it is.
    @Test(arguments: [1, 2, 4, 5, 6, 7, 8]) func aBackupOfAnOlderVersion(_ old: Int) throws {
        let contents = try fill(old)
        try StoreBackup.make(of: path, at: folder.path("copy"))
        #expect(try version() == old)
        let copy = try ExampleStore(SQLiteStorage(path: folder.path("copy")))
        #expect(try copy.rows(ExampleStore.heartRate) == contents.rows)
        #expect(copy.registrations == Self.registrations(old))
        try copy.writer.verify()
    }

    /// What cannot be read has no totals, and hides nothing else.
    @Test func aDamagedBlockIsLeftAsItIs() throws {
        _ = try fill(4)
        try DatabaseFile.run(
            """
            UPDATE segment SET block = zeroblob(length(block)) WHERE id =
            (SELECT min(id) FROM segment WHERE kind = 0 AND id NOT IN (SELECT id FROM retired_block))
            """,
            at: path
        )
        let store = try ExampleStore(SQLiteStorage(path: path))
        #expect(try version() == 9)
        let segments = store.writer.snapshot.samples.values.flatMap(\.elements)
        #expect(segments.filter { $0.summary.totals == nil }.count == 1)
        #expect(segments.count > 1)
        #expect(throws: HearthError.self) { try store.rows(ExampleStore.heartRate) }
    }

    /// Whichever call of the disk fails: afterwards it is of the one version or of the other, with all that it holds.
    @Test(arguments: [1, 2, 4, 5, 6, 7, 8], [DiskFault.Kind.ioErrorForGood, .fullForGood, .half])
    func itIsCutOff(_ old: Int, _ kind: DiskFault.Kind) throws {
        let contents = try fill(old)
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
                #expect(store.registrations == Self.registrations(old), "\(kind) at \(position)")
                try store.close()
            }
            #expect(try version() == 9)
            for name in ["store-wal", "store-shm"] {
                try? FileManager.default.removeItem(atPath: folder.path(name))
            }
            position += 1
        }
        #expect(position > 4)
    }
}

extension ExampleStore {
    /// Those of the two apps.
    fileprivate var registrations: [[BackgroundRegistration]] {
        [ExampleStore.app, ExampleStore.otherApp].map {
            writer.snapshot.background.registrations(of: $0.app)
        }
    }
}
