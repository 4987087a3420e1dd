import HearthModel
import Testing

@testable import HearthStore

/// A large save is prepared by readers, does little work in each commit, and is done as a whole: with the result that it has
/// when its commit does all of it.
@Suite struct PreparedSaveTests {
    private static let count = 2_000
    private let storage = MemoryStorage()
    private let store: ExampleStore
    /// A store in which each commit does all of its saves.
    private let other: ExampleStore

    init() throws {
        var options = StoreOptions()
        options.segmentSamples = 64
        options.preparedBytes = 4 << 10
        options.searchedRows = 256
        store = try ExampleStore(storage, options: options)
        other = try ExampleStore(options: options)
    }

    /// Two types in three columns, which are not in the order of time; the second type has UUIDs without an order.
    private static var columns: [SampleColumns] {
        var steps = exampleRates((0..<count).reversed(), of: type("stepCount"))
        steps.ids = (0..<count).map { ObjectID(high: UInt64($0) &* 0x9E37_79B9_7F4A_0000 | 0x4000, low: 1 << 63) }
        return [exampleRates(count / 2..<count), steps, exampleRates(0..<count / 2)]
    }

    private func write(_ columns: [SampleColumns] = columns) -> Write {
        Write(origin: ExampleStore.app, operation: .save(columns))
    }

    /// Commits a save until it is done, and other writes between. Returns the receipt, and how often it was left out.
    @discardableResult
    private func complete(
        _ save: Write,
        between: (Int) throws -> Void = { _ in }
    ) throws -> (receipt: Receipt, rounds: Int) {
        let searched = SearchedWrite(save, preparesSaves: true)
        for round in 0..<1_000 {
            let head = store.writer.snapshot.head
            let prepared = searched.searched(by: store.reader, in: store.writer.snapshot)
            if let result = store.writer.commit([prepared])[0].result { return (try result.get(), round) }
            // Nothing is saved before all of it is.
            #expect(store.writer.snapshot.head == head)
            try between(round)
        }
        throw HearthError(.unknown, "the save is never done")
    }

    /// Compares the stores, and all changes in them.
    private func checkStores() throws {
        try store.writer.verify()
        for type in [ExampleStore.heartRate, type("stepCount")] {
            #expect(try store.rows(type) == other.rows(type))
        }
        let (changes, expected) = (try store.changes(), try other.changes())
        #expect(changes.added == expected.added && changes.deleted == expected.deleted)
        #expect(store.writer.snapshot.head == other.writer.snapshot.head)
    }

    @Test func aSaveIsStagedInPiecesAndNumberedAsAWhole() throws {
        try store.save(exampleRates(5_000..<5_003))
        try other.save(exampleRates(5_000..<5_003))
        let (receipt, rounds) = try complete(write())
        #expect(rounds > 3 && receipt.added == 2 * Self.count)
        let expected = try other.commit(.save(Self.columns))
        #expect(receipt.anchor.sequence == expected.anchor.sequence && receipt.added == expected.added)
        try checkStores()
        let restarted = try ExampleStore(storage.reopened())
        try restarted.writer.verify()
        #expect(try restarted.rows(type("stepCount")) == other.rows(type("stepCount")))
    }

    /// The numbers that the blocks were staged with are not those that the samples get.
    @Test func othersSaveBetweenThePieces() throws {
        let (_, rounds) = try complete(write()) { round in
            try store.save(exampleRates([10_000 + round]))
            try other.save(exampleRates([10_000 + round]))
        }
        #expect(rounds > 3)
        try other.commit(.save(Self.columns))
        try checkStores()
        // The index of UUIDs leads to the samples, and segments are merged and changed as others are.
        let ids = Self.columns.flatMap { $0.ids.prefix(40) }
        try store.delete(ids)
        try other.delete(ids)
        try store.finishMaintenance()
        try checkStores()
    }

    @Test func aRepeatedSaveChangesNothing() throws {
        try store.commit(.save(Self.columns))
        let (receipt, _) = try complete(write())
        #expect(receipt.added == 0 && receipt.unchanged == 2 * Self.count)
        #expect(store.writer.snapshot.sampleCount == 2 * Self.count)
        // With more samples, those are added.
        let (more, _) = try complete(write(Self.columns + [exampleRates(20_000..<20_300)]))
        #expect(more.added == 300 && more.unchanged == 2 * Self.count)
        try store.writer.verify()
    }

    /// Others save a part of the samples while the save is prepared, or delete what it was compared with.
    @Test func whatOthersChangeIsDecidedAgain() throws {
        let (receipt, _) = try complete(write()) { round in
            if round == 2 { try store.save(exampleRates(0..<10)) }
        }
        #expect(receipt.added == 2 * Self.count - 10 && receipt.unchanged == 10)
        let (again, _) = try complete(write()) { _ in }
        #expect(again.unchanged == 2 * Self.count)
        let prepared = SearchedWrite(write(), preparesSaves: true)
        _ = prepared.searched(by: store.reader, in: store.writer.snapshot)
        try store.delete([exampleID(7)])
        let (last, _) = try complete(prepared.write)
        #expect(last.added == 1 && last.unchanged == 2 * Self.count - 1)
        try store.writer.verify()
    }

    /// In the commit itself, too: another write of the group has saved one of the samples.
    @Test func aSaveOfTheSameGroupIsSeen() throws {
        let searched = SearchedWrite(write(), preparesSaves: true)
        var prepared = searched.searched(by: store.reader, in: store.writer.snapshot)
        var rounds = 0
        while case .save(let save)? = try prepared.preparation?.get(), save.lackingCount > 0, rounds < 1_000 {
            #expect(store.writer.commit([prepared])[0].result == nil)
            prepared = searched.searched(by: store.reader, in: store.writer.snapshot)
            rounds += 1
        }
        let single = Write(origin: ExampleStore.app, operation: .save([exampleRates([3])]))
        let outcomes = store.writer.commit([single, prepared, single])
        #expect(try outcomes[0].get().added == 1 && outcomes[2].get().unchanged == 1)
        #expect(outcomes[1].result == nil)
        let (receipt, _) = try complete(searched.write)
        #expect(receipt.unchanged == 1)
        try store.writer.verify()
    }

    @Test func aConflictIsRefusedAsEver() throws {
        try store.save(exampleRates([5], value: { _ in 1 }))
        let error = #expect(throws: HearthError.self) { try complete(write()) }
        #expect(error?.code == .identifierConflict && error?.field == "columns[2].uuids[5]")
        let twice = #expect(throws: HearthError.self) { try complete(write([exampleRates([1, 2, 1])])) }
        #expect(twice?.code == .invalidArgument && twice?.field == "columns[0].uuids[2]")
    }

    @Test func newVersionsReplaceStoredSamples() throws {
        var old = exampleRates([0])
        old.metadata = exampleSync("one", version: 1)
        var new = exampleRates([1])
        new.metadata = exampleSync("one", version: 2)
        try store.save(old)
        let (receipt, _) = try complete(write(Self.columns.dropLast() + [new]))
        #expect(receipt.deleted == 1 && receipt.added == Self.count / 2 + Self.count + 1)
        // One that replaces nothing is prepared.
        var other = exampleRates([30_000])
        other.metadata = exampleSync("two", version: 1)
        try complete(write([other]))
        other.ids = [exampleID(30_001)]
        other.metadata = exampleSync("two", version: 2)
        #expect(try store.save(other).deleted == 1)
        try store.writer.verify()
    }

    /// What was staged for a save that is given up is deleted, at once or by the next start.
    @Test func nothingIsLeftOfASaveThatIsGivenUp() throws {
        var searched: SearchedWrite? = SearchedWrite(write(), preparesSaves: true)
        for _ in 0..<3 {
            let prepared = try #require(searched).searched(by: store.reader, in: store.writer.snapshot)
            #expect(store.writer.commit([prepared])[0].result == nil)
        }
        #expect(!storage.load().retiredBlocks.isEmpty)
        let copy = storage.reopened()
        let restarted = try ExampleStore(copy)
        searched = nil
        for store in [store, restarted] {
            try store.finishMaintenance()
            #expect(store.writer.snapshot.sampleCount == 0)
            try store.writer.verify()
        }
        #expect(storage.load().retiredBlocks.isEmpty && copy.load().retiredBlocks.isEmpty)
    }

    // MARK: - Associations

    private static let workout = ObjectID(high: 0x0190_0000_0000_7000, low: 1 << 63)

    private func saveWorkout(_ store: ExampleStore) throws {
        try store.save(
            SampleColumns(
                type: .workout,
                ids: [Self.workout],
                starts: [at(1_795_000_000_000_000_000)],
                ends: [at(1_795_000_600_000_000_000)],
                payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
            )
        )
    }

    private func addition(_ stored: [ObjectID], _ columns: [SampleColumns] = []) -> Write {
        let request = AddToWorkout(workout: Self.workout, columns: columns, stored: stored)
        return Write(origin: ExampleStore.app, operation: .addToWorkout(request))
    }

    private func members(in store: ExampleStore) throws -> Set<ObjectID> {
        let predicate = Predicate(terms: [.inWorkout(Self.workout)])
        let clauses = [ExampleStore.heartRate, type("stepCount")].map { Clause(type: $0, predicate: predicate) }
        let cursor = try store.reader.query(QuerySamples(clauses: clauses), in: store.writer.snapshot)
        var found: Set<ObjectID> = []
        while let batch = try cursor.next() {
            found.formUnion(batch.columns.flatMap(\.ids))
        }
        return found
    }

    @Test func samplesAreSavedAndAssociatedInPieces() throws {
        try saveWorkout(store)
        try store.commit(.save([Self.columns[1]]))
        let stored = Self.columns[1].ids
        let (receipt, rounds) = try complete(addition(stored, [Self.columns[0], Self.columns[2]])) { round in
            if round == 1 { try store.save(exampleRates([50_000])) }
        }
        #expect(rounds > 0 && receipt.added == Self.count)
        #expect(try members(in: store) == Set(Self.columns.flatMap(\.ids)))
        try store.writer.verify()
        // A newer version of a member is one, too: the index leads to the associations.
        var old = exampleRates([60_000])
        old.metadata = exampleSync("one", version: 1)
        try complete(addition([], [old]))
        old.ids = [exampleID(60_001)]
        old.metadata = exampleSync("one", version: 2)
        try store.save(old)
        #expect(try members(in: store).contains(exampleID(60_001)))
        try store.finishMaintenance()
        #expect(try members(in: store).count == 2 * Self.count + 1)
    }

    @Test func whatIsNotStoredIsNotAssociated() throws {
        let missing = #expect(throws: HearthError.self) { try complete(addition([exampleID(1)])) }
        #expect(missing?.code == .workoutNotFound)
        try saveWorkout(store)
        try store.commit(.save(Self.columns))
        let unknown = #expect(throws: HearthError.self) {
            try complete(addition(Self.columns[0].ids + [exampleID(90_000)], [exampleRates([70_000])]))
        }
        #expect(unknown?.code == .objectNotFound && unknown?.field == "stored[\(Self.count / 2)]")
        #expect(store.writer.snapshot.sampleCount == 2 * Self.count + 1)
        // A sample that is deleted after it was looked up.
        let searched = SearchedWrite(addition(Self.columns[0].ids), preparesSaves: true)
        let prepared = searched.searched(by: store.reader, in: store.writer.snapshot)
        try store.delete([Self.columns[0].ids[9]])
        let gone = #expect(throws: HearthError.self) {
            _ = try store.writer.commit([prepared])[0].result?.get()
            try complete(searched.write)
        }
        #expect(gone?.code == .objectNotFound && gone?.field == "stored[9]")
        #expect(try members(in: store).isEmpty)
    }
}
