import Foundation
import HearthModel
import HearthStore
import HearthWire
import Testing

/// A store of version 3 that holds what later got other names: `Fixtures/version-3.sql` is what that version wrote.
@Suite struct NameMigrationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store")
        let sql = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/version-3.sql")
        let database = try DatabaseFile(path)
        try database.run(try #require(MigrationTests.tables[3]))
        try database.run(try String(contentsOf: sql, encoding: .utf8))
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private static let events = ObjectType.environmentalAudioExposureEvent

    private func id(_ number: UInt8) throws -> ObjectID {
        try #require(
            ObjectID(bytes: [0x01, 0x8D, 0xF8, 0xC1, 0, number, 0x7A, 0x10, 0x8B, 0x20, 0, 0, 0, 0, 0, number])
        )
    }

    private func ids(_ numbers: UInt8...) throws -> [ObjectID] { try numbers.map(id) }

    private func anchor(_ sequence: UInt64, in store: ExampleStore) -> EncodedAnchor {
        Anchor(storeID: store.writer.snapshot.storeID, sequence: sequence).unsealed
    }

    private func check(_ store: ExampleStore) throws {
        try store.writer.verify()
        let events = try store.rows(Self.events)
        #expect(Set(events.map(\.id)) == Set(try ids(1, 2, 3, 4, 5, 8, 11, 12)))
        #expect(events.allSatisfy { $0.type.identifier == "HKCategoryTypeIdentifierAudioExposureEvent" })
        let rates = try store.rows(ExampleStore.heartRate)
        #expect(rates.map(\.metadata.entries.count) == [3, 0, 3])
        #expect(rates[0].metadata["HKMetadataKeyQuantityClampedToLowerBound"] == .boolean(true))
        #expect(rates[2].metadata["HKMetadataKeyQuantityClampedToUpperBound"] == .boolean(false))
        #expect(rates[0].metadata["own"] == .integer(1) && rates[0].metadata["HKQuantityClampedToLowerBound"] == nil)
        let workout = try #require(try store.rows(.workout).first)
        #expect(workout.metadata["HKMetadataKeyAppleFitnessPlusSession"] == .boolean(true))
        #expect(workout.metadata["HKMetadataKeyGlassesPrescriptionDescription"] == .string("x"))
        #expect(store.writer.snapshot.head == 18 && store.writer.snapshot.oldest == 0)
    }

    private func checkAnchors(_ store: ExampleStore) throws {
        // Anchors that the older version gave go on, with each change once.
        let changes = try store.changes(after: anchor(5, in: store))
        #expect(Set(changes.added.map(\.id)) == Set(try ids(4, 5, 8, 101, 102, 103, 200)))
        #expect(Set(changes.deleted) == Set(try ids(6, 7, 13)) && changes.deleted.count == 3)
        #expect(try store.changes(after: anchor(14, in: store)).deleted.isEmpty)
        var page = ExampleChanges(anchor: anchor(7, in: store))
        var deleted: [ObjectID] = []
        while !page.caughtUp {
            page = try store.changes(after: page.anchor, limit: 1)
            deleted += page.deleted
        }
        #expect(Set(deleted) == Set(try ids(6, 7, 13)) && deleted.count == 3)
    }

    @Test func samplesAndKeysWithRetiredNamesAreFoundUnderTheCurrentOnes() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        #expect(try folder.bytes("store")[63] == 9)
        try check(store)
        try checkAnchors(store)
        try store.finishMaintenance()
        try store.close()
        let reopened = try ExampleStore(SQLiteStorage(path: path))
        try check(reopened)
        try checkAnchors(reopened)
    }

    @Test func associationsAndSyncIdentifiersGoOn() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        let inWorkout = Predicate(terms: [.inWorkout(try id(200))])
        let request = QuerySamples(clauses: [Clause(type: Self.events, predicate: inWorkout)])
        let found = try store.reader.query(request, in: store.writer.snapshot).next()?.columns.flatMap(\.ids)
        #expect(found.map(Set.init) == Set(try ids(1, 11)))
        // A newer version takes the place of the one that was saved under the retired type.
        let metadata = try Metadata([
            Metadata.Entry(key: "HKMetadataKeySyncIdentifier", value: .string("a")),
            Metadata.Entry(key: "HKMetadataKeySyncVersion", value: .integer(2)),
        ])
        let newer = SampleColumns(
            type: Self.events,
            ids: [try id(50)],
            starts: [at(1_793_520_001_000_000_000)],
            metadata: DictionaryColumn(entries: [metadata]),
            payload: .category(CategoryColumns(values: [1]))
        )
        let receipt = try store.save(newer)
        #expect(receipt.added == 1 && receipt.deleted == 1)
        let events = try store.rows(Self.events).map(\.id)
        #expect(try events.contains(id(50)) && !events.contains(id(1)))
        try store.writer.verify()
    }

    @Test func registrationsGoOnWhereTheyWere() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        let background = store.writer.snapshot.background
        let run = background.registrations(of: "org.example.run")
        #expect(Set(run.map(\.type)) == [Self.events, ExampleStore.heartRate])
        #expect(run.first { $0.type == Self.events }?.frequency == .hourly)
        let delivery = try #require(background.deliveries(of: "org.example.run").first { $0.type == Self.events })
        #expect(delivery.progress.acknowledged == 18)
        #expect(background.cursor("mine", of: "org.example.run")?.sequence == 18)
        // It was registered for both types, and for this one more often.
        let scale = background.registrations(of: "com.example.scale")
        #expect(scale.map(\.type) == [Self.events] && scale.map(\.frequency) == [.immediate])
        #expect(background.deliveries(of: "com.example.scale").map(\.progress.acknowledged) == [18])
    }

    /// Whichever call of the disk fails: afterwards the store is of the one version or of the other, with all of it.
    @Test(arguments: [DiskFault.Kind.ioErrorForGood, .fullForGood, .half])
    func aMigrationThatIsCutOffLosesNothing(_ kind: DiskFault.Kind) throws {
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
            let store = try ExampleStore(SQLiteStorage(path: path))
            try check(store)
            try store.close()
            #expect(try folder.bytes("store")[63] == 9)
            for name in ["store-wal", "store-shm"] {
                try? FileManager.default.removeItem(atPath: folder.path(name))
            }
            position += 1
        }
        #expect(position > 5)
    }
}
