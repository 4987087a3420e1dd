import Foundation
import HearthModel
import HearthStore
import HearthWire
import Testing

/// A store is opened where one is, made where there is none, and is for one at a time.
@Suite struct OpeningTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("store")
    }

    @Test func aNewStoreIsEmpty() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        let snapshot = store.writer.snapshot
        #expect(snapshot.sampleCount == 0 && snapshot.segmentCount == 0 && snapshot.deletionCount == 0)
        #expect(snapshot.head == 0 && snapshot.oldest == 0 && snapshot.storeID.version == 4)
        #expect(try store.rows(ExampleStore.heartRate).isEmpty)
        #expect(try store.changes().caughtUp)
        try store.writer.verify()
        try store.close()
        #expect(try folder.names() == ["store"])
    }

    /// UUIDs of imported samples are derived with it: it stays, and no other store has it.
    @Test func eachNewStoreHasItsOwnKey() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        let key = try #require(store.writer.snapshot.identityKey)
        try store.save(exampleRates(1...9))
        try store.close()
        #expect(try ExampleStore(SQLiteStorage(path: path)).writer.snapshot.identityKey == key)
        let other = try ExampleStore(SQLiteStorage(path: folder.path("other")))
        #expect(try #require(other.writer.snapshot.identityKey) != key)
        let inMemory = try ExampleStore(MemoryStorage())
        #expect(try #require(inMemory.writer.snapshot.identityKey) != key)
    }

    /// Clients keep anchors for years: the secret that seals them stays, and no other store has it.
    @Test(arguments: [true, false]) func sealedAnchorsOutliveTheProcess(isOld: Bool) throws {
        let first = try ExampleStore(SQLiteStorage(path: path))
        try first.save(exampleRates(1...9))
        let plain = first.writer.snapshot.anchor
        try first.close()
        if isOld {
            try SQLiteStorage.removeAnchorKey(at: path)
        }
        let store = try ExampleStore(SQLiteStorage(path: path))
        let kept = EncodedAnchor(store.writer.snapshot.sealedAnchor.bytes)
        try store.save(exampleRates(10...12))
        let later = store.writer.snapshot.anchor
        try store.close()
        let reopened = try ExampleStore(SQLiteStorage(path: path))
        #expect(try reopened.changes(after: kept).added.map(\.id) == (10...12).map(exampleID))
        // Clients of older servers have anchors without a seal. What they say of what the app could read is not believed.
        for (anchor, added) in [(plain, (10...12).map(exampleID)), (later, [])] {
            var claiming = anchor
            claiming.visibility = StreamVisibility(view: 7)
            #expect(try reopened.changes(after: EncodedAnchor(anchor.bytes)).added.map(\.id) == added)
            #expect(throws: Anchor.expired.within("anchor")) {
                try reopened.changes(after: EncodedAnchor(claiming.bytes))
            }
        }
        let other = try ExampleStore(SQLiteStorage(path: folder.path("other")))
        let error = #expect(throws: HearthError.self) { try other.changes(after: kept) }
        #expect(error?.code == .anchorOfOtherStore)
        var forged = kept.bytes
        withUnsafeBytes(of: other.writer.snapshot.storeID) { forged.replaceSubrange(1...16, with: $0) }
        let refusal = #expect(throws: HearthError.self) { try other.changes(after: EncodedAnchor(forged)) }
        #expect(refusal?.code == .anchorCorrupt, "its secret is another one")
        try reopened.writer.verify()
    }

    /// Nobody else reads what is stored, whatever the user's mask.
    @Test func everyFileIsForItsOwnerAlone() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        try store.save(exampleRates(1...9))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        #expect(Set(names) == ["store", "store-wal", "store.lock"])
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    /// Closed as it should be, or not closed at all.
    @Test(arguments: [true, false]) func aReopenedStoreHasEverything(isClosed: Bool) throws {
        let workout = SampleColumns(
            type: .workout,
            ids: [exampleID(500)],
            starts: [at(1_795_000_000_000_000_000)],
            ends: [at(1_795_000_600_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        var store: ExampleStore? = try ExampleStore(SQLiteStorage(path: path))
        var synced = exampleRates([300])
        synced.metadata = exampleSync("today", version: 1)
        try store?.save(exampleRates(1...200), synced)
        try store?.save(workout)
        try store?.commit(.addToWorkout(AddToWorkout(workout: exampleID(500), stored: [exampleID(7), exampleID(8)])))
        try store?.delete([exampleID(1), exampleID(2)])
        try store?.commit(.setCharacteristics(CharacteristicValues(bloodType: 3)))
        let hourly = BackgroundRegistration(type: ExampleStore.heartRate, frequency: .hourly)
        try store?.commit(.register(BackgroundDelivery(enable: [hourly])))
        let before = try #require(store?.writer.snapshot)
        let (rows, changes) = (try store?.contents(), try store?.changes(after: Self.anchor(before, 1)))
        if isClosed {
            try store?.close()
        }
        store = nil

        let reopened = try ExampleStore(SQLiteStorage(path: path))
        let after = reopened.writer.snapshot
        #expect(after.anchor == before.anchor && after.oldest == before.oldest)
        #expect(after.characteristics == CharacteristicValues(bloodType: 3))
        #expect(after.background.registrations(of: ExampleStore.app.app) == [hourly])
        #expect(after.sampleCount == 200 && after.deletionCount == 2)
        #expect(try reopened.contents() == rows)
        #expect(try reopened.changes(after: Self.anchor(after, 1)) == changes)
        // What is looked up is found again, too.
        #expect(try reopened.save(exampleRates(3...5)).unchanged == 3)
        #expect(try reopened.save(synced).unchanged == 1)
        try reopened.writer.verify()
    }

    @Test func onlyOneMayHaveIt() throws {
        let store = try ExampleStore(SQLiteStorage(path: path))
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        #expect(error?.code == .storageFailed)
        #expect(error?.message == "Another process has the store open. Connect to its server, or stop it.")
        // The one that has it does not notice.
        try store.save(exampleRates(1...3))
        try store.close()
        #expect(try ExampleStore(SQLiteStorage(path: path)).writer.snapshot.sampleCount == 3)
    }

    @Test func aFolderThatIsMissingIsNotMade() throws {
        let missing = folder.path("missing/store")
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: missing) }
        #expect(error?.code == .storageFailed)
        #expect(error?.message.contains("its folder has to exist and to be writable.") == true)
        #expect(try folder.names().isEmpty)
    }

    @Test func aFolderIsNoStore() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = #expect(throws: HearthError.self) { try SQLiteStorage(path: path) }
        #expect(error?.code == .storageFailed)
        #expect(try folder.names() == ["store"])
    }

    private static func anchor(_ snapshot: Snapshot, _ sequence: UInt64) -> EncodedAnchor {
        Anchor(storeID: snapshot.storeID, sequence: sequence).unsealed
    }
}

extension ExampleStore {
    /// All samples, and those of the workout.
    fileprivate func contents() throws -> [[SampleRow]] {
        let inWorkout = Predicate(terms: [.inWorkout(exampleID(500))])
        let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate, predicate: inWorkout)])
        let cursor = try reader.query(request, in: writer.snapshot)
        var associated: [SampleRow] = []
        while let batch = try cursor.next() {
            associated += batch.columns.flatMap { SampleRow.rows(of: $0) }
        }
        #expect(associated.map(\.id) == [exampleID(7), exampleID(8)])
        return [try rows(ExampleStore.heartRate, .workout), associated]
    }
}
