import HearthModel
import Testing

@testable import HearthStore

/// After a start, a damaged block stops no write that does not need what is in it.
@Suite struct DamagedKeysTests {
    private static let blocks = 40
    private let memory = MemoryStorage()

    /// A store with 40 blocks, one of them damaged, after a start. `position`: that of the damaged block.
    private func start(damaging position: Int) throws -> (store: ExampleStore, storage: ObservedStorage) {
        try ExampleStore(memory, options: UnreadKeysTests.options).save(UnreadKeysTests.samples(0..<8 * Self.blocks))
        let storage = ObservedStorage(memory.reopened())
        let store = try ExampleStore(storage, options: UnreadKeysTests.options)
        let segments = try #require(store.writer.snapshot.samples[ExampleStore.heartRate]).elements
        #expect(segments.count == Self.blocks)
        storage.damagedBlocks.withLock { $0 = [.segment(segments[position].id)] }
        return (store, storage)
    }

    /// The samples in the block at a position.
    private static func numbers(at position: Int) -> Range<Int> { 8 * position..<8 * (position + 1) }

    enum Attempt: CaseIterable {
        case small, prepared, deletion

        fileprivate var write: Write {
            switch self {
            case .small, .prepared:
                Write(origin: ExampleStore.app, operation: .save([UnreadKeysTests.samples([5_000])]))
            case .deletion:
                Write(origin: ExampleStore.app, operation: .delete(.objects((0..<3).map { UnreadKeysTests.id($0) })))
            }
        }
    }

    /// Its keys may be among the first that are read, or the last.
    @Test(arguments: Attempt.allCases, [1, 38]) func otherWritesAreDone(_ attempt: Attempt, position: Int) throws {
        let (store, _) = try start(damaging: position)
        let searched = SearchedWrite(attempt.write, preparesSaves: attempt == .prepared)
        var result: Result<Receipt, HearthError>?
        for _ in 0..<20 where result == nil {
            let write = searched.searched(by: store.reader, in: store.writer.snapshot)
            result = store.writer.commit([write])[0].result
        }
        let receipt = try #require(result).get()
        #expect(receipt.added + receipt.deleted == (attempt == .deletion ? 3 : 1))
    }

    /// Maintenance reads the keys of all others, and does not try again.
    @Test func itIsReported() throws {
        let (store, _) = try start(damaging: 20)
        var faults: [HearthError] = []
        while try store.writer.maintain() {
            if let fault = store.writer.takeDamage() { faults.append(fault) }
        }
        // Its UUIDs and its sync identifiers are read one after the other.
        #expect(faults.map(\.code) == [.storageCorrupt, .storageCorrupt] && UnreadKeysTests.unread(in: store) == 0)
        #expect(try store.save(UnreadKeysTests.samples([5_000])).added == 1)
        #expect(try store.save(UnreadKeysTests.samples([0, 319])).unchanged == 2)
        #expect(store.writer.takeDamage() == nil)
    }

    /// A sample in it is as good as lost: its UUID is free, and its sync identifier as well.
    @Test func whatIsInItCanBeSavedAgain() throws {
        let (store, storage) = try start(damaging: 20)
        let lost = UnreadKeysTests.samples(Self.numbers(at: 20))
        #expect(try store.save(lost).added == 8)
        #expect(try store.save(lost).unchanged == 8)
        #expect(try store.save(UnreadKeysTests.samples([162], version: 2)).deleted == 1)
        #expect(throws: HearthError.self) { try store.writer.verify() }

        // A disk that gives other bytes again: some UUIDs are in the store twice, and nothing else is wrong.
        storage.damagedBlocks.withLock { $0 = [] }
        let restarted = try ExampleStore(storage, options: UnreadKeysTests.options)
        try restarted.writer.verify()
        #expect(try restarted.rows(ExampleStore.heartRate).count == 8 * Self.blocks + 8)
        #expect(try restarted.save(lost).unchanged == 8)
        let twice = [UnreadKeysTests.id(163)]
        #expect(try restarted.delete(twice).deleted == 1)
        #expect(try restarted.delete(twice).deleted == 1)
        let error = #expect(throws: HearthError.self) { try restarted.delete(twice) }
        #expect(error?.code == .objectNotFound)
        try restarted.finishMaintenance()
        try restarted.writer.verify()
        #expect(try restarted.rows(ExampleStore.heartRate).count == 8 * Self.blocks + 6)
    }

    /// A damaged association concerns no newer version of a sample: what it names is not known.
    @Test(arguments: [false, true]) func newerVersionsAreSaved(arePrepared: Bool) throws {
        let first = try ExampleStore(memory, options: UnreadKeysTests.options)
        try first.save(UnreadKeysTests.samples(0..<80))
        try first.save(UnreadKeysTests.workouts)
        for number in 0..<40 {
            let request = AddToWorkout(workout: UnreadKeysTests.workout, stored: [UnreadKeysTests.id(number)])
            try first.commit(.addToWorkout(request))
        }
        let storage = ObservedStorage(memory.reopened())
        let store = try ExampleStore(storage, options: UnreadKeysTests.options)
        let associations = store.writer.snapshot.associations.elements
        storage.damagedBlocks.withLock { $0 = [.association(associations[20].id)] }
        let save = Write(origin: ExampleStore.app, operation: .save([UnreadKeysTests.samples([7], version: 2)]))
        let searched = SearchedWrite(save, preparesSaves: arePrepared)
        var result: Result<Receipt, HearthError>?
        for _ in 0..<20 where result == nil {
            let write = searched.searched(by: store.reader, in: store.writer.snapshot)
            result = store.writer.commit([write])[0].result
        }
        #expect(try #require(result).get().deleted == 1)
        let newer = UnreadKeysTests.id(7, version: 2)
        #expect(try store.rows(ExampleStore.heartRate).contains { $0.id == newer })
        while UnreadKeysTests.unread(in: store) > 0 || !store.writer.snapshot.associatedSamples.isComplete {
            _ = try store.writer.maintain()
        }
    }
}
