import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// Old deletions are forgotten.
@Suite struct ForgettingTests {
    /// Segments of eight that are never merged. All deletions are old; `retained`: how many stay nevertheless.
    private static func options(retained: Int) -> StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 8
        options.mergeWidth = 100_000
        options.retentionNanoseconds = -1
        options.retainedDeletions = retained
        return options
    }

    /// Deletions in blocks of eight, each of its own commit, of two types in turns.
    private static func store(_ blocks: Int, retained: Int) throws -> ExampleStore {
        let store = try ExampleStore(options: options(retained: retained))
        let types = [ExampleStore.heartRate, type("stepCount")]
        let rows = (0..<blocks).map { 8 * $0..<8 * $0 + 8 }
        for block in rows.indices {
            try store.save(exampleRates(rows[block], of: types[block % 2]))
        }
        let deletions = rows.map { rows in
            Write(origin: ExampleStore.app, operation: .delete(.objects(rows.map { exampleID($0) })))
        }
        for deletion in deletions {
            _ = try store.writer.commit([deletion])[0].get()
        }
        return store
    }

    private static func blocks(of store: ExampleStore) -> [Segment] {
        store.writer.snapshot.deletions.values.flatMap(\.elements)
    }

    @Test func theOldestAreForgottenAndTheLastOnesStay() throws {
        let store = try Self.store(200, retained: 8 * 70)
        let all = Self.blocks(of: store).sorted { $0.summary.firstSequence < $1.summary.firstSequence }
        #expect(all.count == 200)
        try store.finishMaintenance()
        #expect(Set(Self.blocks(of: store).map(\.id)) == Set(all.suffix(70).map(\.id)))
        #expect(store.writer.snapshot.oldest == all[129].summary.lastSequence)
        #expect(store.writer.snapshot.deletionCount == 8 * 70)
        try store.writer.verify()
    }

    @Test func ofATypeNothingMayBeLeft() throws {
        let store = try Self.store(20, retained: 0)
        let before = store.writer.snapshot
        try store.finishMaintenance()
        let snapshot = store.writer.snapshot
        #expect(snapshot.deletions.isEmpty && snapshot.oldest == before.head)
        #expect(snapshot.changedTypes(after: 0).count == 2)
        #expect(snapshot.lastChange(of: ExampleStore.heartRate) == before.lastChange(of: ExampleStore.heartRate))
        try store.writer.verify()
    }

    /// Counted, as time is not the same twice: twice as many blocks make about twice as much work.
    @Test func allAreForgottenInOnePass() throws {
        let count = 1_000
        let works = try [count, 2 * count].map { count in
            let store = try Self.store(count, retained: 8 * count / 2)
            let before = store.writer.reader.work
            try store.finishMaintenance()
            #expect(Self.blocks(of: store).count == count / 2)
            return store.writer.reader.work - before
        }
        #expect(works[0] >= count, "\(works[0]) is not all of the work")
        #expect(2 * works[1] < 5 * works[0], "\(works[0]) becomes \(works[1])")
    }
}
