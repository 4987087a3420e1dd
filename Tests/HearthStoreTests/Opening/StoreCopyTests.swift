import HearthModel
import HearthSystem
import HearthTestSupport
import Testing
import hearth_store_load

@testable import HearthStore

/// A copy holds what its source holds, in either engine.
@Suite struct StoreCopyTests {
    private let folder: TemporaryFolder
    private let database: DatabaseProcess

    init() throws {
        folder = try TemporaryFolder()
        database = try DatabaseProcess.shared.get()
    }

    private func newDatabase() throws -> StoreLocation { try StoreLocation(database.newStore()) }

    /// Fills a store with everything that the load has.
    private func fill(_ place: StoreLocation, groups: Int) throws -> StoreContents {
        let writer = try StoreWriter(place.open(), options: .forFaults)
        var load = LoadGenerator(seed: SeededGenerator.firstSeed(default: 21))
        for _ in 0..<groups {
            for outcome in try writer.commit(load.next()) {
                _ = try outcome.get()
            }
            _ = try writer.maintain()
        }
        let contents = try contents(of: writer)
        try writer.close()
        return contents
    }

    private func contents(of writer: StoreWriter) throws -> StoreContents {
        let reader = try writer.makeReader()
        defer { reader.close() }
        return try StoreContents(reader, writer.snapshot)
    }

    private func contents(of place: StoreLocation) throws -> StoreContents {
        let writer = try StoreWriter(place.open(), options: .forFaults)
        try writer.verify()
        let contents = try contents(of: writer)
        try writer.close()
        return contents
    }

    @Test func aStoreGoesThereAndBack() throws {
        let file = StoreLocation.file(folder.path("store"))
        let contents = try fill(file, groups: 150)
        let (first, second) = (try newDatabase(), try newDatabase())
        let original = try StoreWriter(file.open())
        let anchor = original.snapshot.anchor
        let key = try #require(original.snapshot.identityKey)
        try original.close()
        let copy = try StoreCopy.make(of: file, at: first)
        #expect(copy.head == anchor.sequence && copy.storeID != anchor.storeID && copy.identityKey == key)
        #expect(try self.contents(of: first) == contents)
        try StoreCopy.make(of: first, at: second)
        #expect(try self.contents(of: second) == contents)
        let back = StoreLocation.file(folder.path("back"))
        try StoreCopy.make(of: second, at: back)
        #expect(try self.contents(of: back) == contents)
        // It is a store like any other.
        let store = try ExampleStore(back.open())
        #expect(store.writer.snapshot.identityKey == key)
        try store.save(exampleRates(0..<3))
        try store.writer.verify()
        try store.close()
    }

    /// What was imported into it has the same UUIDs when it is imported into the copy.
    @Test func theCopyOfAStoreWithoutAKeyHasNone() throws {
        let file = StoreLocation.file(folder.path("store"))
        try SQLiteStorage.createWithoutKey(at: folder.path("store"))
        let target = try newDatabase()
        #expect(try StoreCopy.make(of: file, at: target).identityKey == nil)
        let fresh = try StoreWriter(newDatabase().open())
        #expect(fresh.snapshot.identityKey != nil)
        try fresh.verify()
        try fresh.close()
    }

    @Test func aStoreInADatabaseIsCopiedWhileItIsServed() throws {
        let place = try newDatabase()
        let store = try ExampleStore(place.open())
        try store.save(exampleRates(0..<5_000))
        let file = StoreLocation.file(folder.path("copy"))
        #expect(try StoreCopy.make(of: place, at: file).sampleCount == 5_000)
        try store.save(exampleRates(5_000..<5_001))
        let error = #expect(throws: HearthError.self) { try StoreCopy.make(of: place, at: file) }
        #expect(error?.code == .storageFailed)
    }

    @Test func nothingIsReplacedAndNothingIsMadeOfNothing() throws {
        let (one, other) = (try newDatabase(), try newDatabase())
        _ = try fill(one, groups: 3)
        let kept = try fill(other, groups: 2)
        #expect(throws: HearthError.self) { try StoreCopy.make(of: one, at: other) }
        #expect(try contents(of: other) == kept)
        #expect(throws: HearthError.self) { try StoreCopy.make(of: newDatabase(), at: .file(folder.path("none"))) }
        #expect(throws: HearthError.self) { try StoreCopy.make(of: .file(folder.path("none")), at: newDatabase()) }
    }

    /// As after a kill in the middle: what is there is no store, and the next copy begins again.
    @Test func anUnfinishedCopyIsNoStore() throws {
        let file = StoreLocation.file(folder.path("store"))
        let contents = try fill(file, groups: 20)
        let target = try newDatabase()
        guard case .database(let address) = target else { return }
        let storage = try PostgreSQLStorage(address)
        _ = try storage.load()
        let source = try SQLiteStorage(path: folder.path("store"))
        let state = try source.load()
        var changes = StorageChanges(header: StoreHeader(storeID: state.header.storeID, head: 0, oldest: .max))
        for summary in state.segments.prefix(3) {
            changes.newSegments.append((summary, try source.readBlock(.segment(summary.id))))
        }
        try storage.commit(changes)
        storage.close()
        try source.close()
        let error = #expect(throws: HearthError.self) { try StoreWriter(target.open()) }
        #expect(error?.code == .storageCorrupt)
        try StoreCopy.make(of: file, at: target)
        #expect(try self.contents(of: target) == contents)
    }
}
