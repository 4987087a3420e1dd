import HearthModel
import Testing

@testable import HearthStore

/// A large save is prepared by readers, does little work in each commit, and is done as a whole: with the result that it has
/// when its commit does all of it.
@Suite struct PreparedSaveTests {
    private static let count = 2_000
    private let storage = MemoryStorage()
    private let observed: ObservedStorage
    private let store: ExampleStore
    /// A store in which each commit does all of its saves.
    private let other: ExampleStore

    init() throws {
        let options = StoreOptions.inSmallSteps(preparedBytes: 4 << 10)
        observed = ObservedStorage(storage)
        store = try ExampleStore(observed, options: options)
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
        // Without an order, which within a commit is that of the segments in which the samples happen to lie.
        #expect(changes.added.sorted { $0.id < $1.id } == expected.added.sorted { $0.id < $1.id })
        #expect(changes.deleted.sorted() == expected.deleted.sorted())
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
        while case .save(let save)? = try prepared.preparation?.get(), case .open = save.progress, rounds < 1_000 {
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

    // MARK: - Newer versions

    private static let versions = 1_000

    /// Versions of samples of two types, and others between them that none replaces.
    private static func synced(_ version: Int64, from first: Int) -> [SampleColumns] {
        [ExampleStore.heartRate, type("stepCount")].enumerated().map { number, type in
            let numbers = first + number * versions..<first + (number + 1) * versions
            var columns = exampleRates(numbers, of: type)
            columns.metadata = DictionaryColumn(
                entries: [.none] + (0..<versions).flatMap { exampleSync("\($0)", version: version).entries },
                indexes: (0..<versions).map { $0 % 5 == 0 && version == 1 ? 0 : UInt32($0 + 1) }
            )
            return columns
        }
    }

    /// In both stores: old versions, a correlation and a workout that have some of them, and a workout that is replaced.
    private func saveOldVersions() throws {
        for store in [store, other] {
            let old = Self.synced(1, from: 0)
            try store.save(old[0], old[1])
            try saveWorkout(store)
            try store.commit(.addToWorkout(AddToWorkout(workout: Self.workout, stored: old[0].ids)))
        }
    }

    /// No commit does more than a small part of the work: what it reads, and the rows in the blocks that it writes.
    @Test func newVersionsReplaceStoredSamplesInPieces() throws {
        try saveOldVersions()
        let count = 2 * Self.versions
        let save = write(Self.synced(2, from: 5_000))
        let before = (work: store.writer.reader.work, commits: observed.written.count)
        var works: [Int] = []
        let (receipt, rounds) = try complete(save) { round in
            works.append(store.writer.reader.work)
            try store.save(exampleRates([100_000 + round], of: type("bodyMass")))
            try other.save(exampleRates([100_000 + round], of: type("bodyMass")))
        }
        works.append(store.writer.reader.work)
        let expected = try other.commit(save.operation)
        #expect(rounds > 5 && receipt.added == count && receipt.deleted == count * 4 / 5)
        #expect(receipt.deleted == expected.deleted && receipt.anchor.sequence == expected.anchor.sequence)
        #expect(zip([before.work] + works, works).allSatisfy { $1 - $0 <= 512 })
        let written = observed.written[before.commits...]
        #expect(written.map(\.rows).max() ?? 0 <= 1_024)
        #expect((written.last?.adopted ?? 0) > count / 64)
        try checkStores()
        #expect(try members(in: store) == members(in: other))
        let restarted = try ExampleStore(storage.reopened())
        try restarted.writer.verify()
        #expect(try restarted.changes().deleted == other.changes().deleted)
        // What was replaced in pieces is merged, replaced and deleted as anything else.
        try complete(write(Self.synced(3, from: 10_000)))
        try other.commit(.save(Self.synced(3, from: 10_000)))
        try store.finishMaintenance()
        try checkStores()
        #expect(try members(in: store) == members(in: other))
    }

    /// A save that the commit tries first, as it mostly is new. Whether it is takes as much work for twice as many samples,
    /// and readers compare them.
    @Test(arguments: [true, false])
    func whetherASaveIsStoredIsSoonKnown(isTimeOrdered: Bool) throws {
        var works: [Int] = []
        for count in [10_000, 20_000] {
            var options = StoreOptions()
            options.searchedRows = 256
            let store = try ExampleStore(options: options)
            var rates = exampleRates(0..<count)
            if !isTimeOrdered {
                rates.ids = (0..<count).map {
                    ObjectID(high: UInt64($0 + 1) &* 0x9E37_79B9_7F4A_0000 | 0x4000, low: 1 << 63)
                }
            }
            let save = write([rates])
            _ = try store.writer.commit([save])[0].get()
            let encoder = SaveEncoder([rates], by: ExampleStore.app, commitsFirst: true)
            let before = store.writer.reader.work
            let outcomes = store.writer.commit([save.prepared(.success(.save(encoder.prepared)))])
            #expect(outcomes[0].result == nil, "the commit compares the samples itself")
            works.append(store.writer.reader.work - before)
        }
        #expect(works[0] > 0 && works[1] <= works[0] + works[0] / 4, "\(works)")
    }

    /// Another version under one of the identifiers, a deletion of what would be replaced, a workout that gets it.
    @Test func whatOthersDoToTheOldVersionsIsDecidedAgain() throws {
        let old = Self.synced(1, from: 0)
        var rival = exampleRates([90_000])
        rival.metadata = exampleSync("7", version: 9)
        let changes: [Write.Operation] = [
            .save([rival]), .delete(.objects([old[1].ids[3]])),
            .addToWorkout(AddToWorkout(workout: Self.workout, stored: Array(old[1].ids.suffix(500)))),
        ]
        try saveOldVersions()
        let save = write(Self.synced(2, from: 5_000))
        let (receipt, _) = try complete(save) { round in
            guard round < changes.count else { return }
            try store.commit(changes[round])
            try other.commit(changes[round])
        }
        let expected = try other.commit(save.operation)
        #expect(receipt.unchanged == 1 && expected.unchanged == 1)
        #expect(receipt.deleted == expected.deleted && receipt.anchor.sequence == expected.anchor.sequence)
        try checkStores()
        #expect(try members(in: store) == members(in: other))
        #expect(try members(in: store).count > Self.versions)
    }

    /// Stored correlations get the newer versions of their members, and correlations of the save have what is stored.
    @Test func correlationsAreSavedInPieces() throws {
        func pressures(_ version: Int64, from first: Int) -> [SampleColumns] {
            let parts = ["bloodPressureSystolic", "bloodPressureDiastolic"].enumerated().map { number, name in
                let numbers = first + number * 300..<first + (number + 1) * 300
                var columns = exampleRates(numbers, of: type(name))
                columns.metadata = DictionaryColumn(
                    entries: (0..<300).flatMap { exampleSync("\($0)", version: version).entries },
                    indexes: (0..<300).map { UInt32($0) }
                )
                return columns
            }
            return parts
        }
        func correlations(of parts: [SampleColumns], from first: Int) -> SampleColumns {
            SampleColumns(
                type: type("bloodPressure"),
                ids: (first..<first + 300).map { exampleID($0) },
                starts: parts[0].starts,
                payload: .correlation(
                    CorrelationColumns(
                        lengths: Array(repeating: 2, count: 300),
                        members: (0..<300).flatMap { [parts[0].ids[$0], parts[1].ids[$0]] }
                    )
                )
            )
        }
        let old = pressures(1, from: 0)
        try complete(write(old + [correlations(of: old, from: 1_000)]))
        try other.commit(.save(old + [correlations(of: old, from: 1_000)]))
        let new = pressures(2, from: 2_000)
        let (receipt, rounds) = try complete(write(new))
        let expected = try other.commit(.save(new))
        #expect(rounds > 1 && receipt.deleted == 600 && receipt.anchor.sequence == expected.anchor.sequence)
        try store.writer.verify()
        for type in [type("bloodPressure"), type("bloodPressureSystolic")] {
            #expect(try store.rows(type) == other.rows(type))
        }
        let missing = #expect(throws: HearthError.self) {
            try complete(write([new[0], correlations(of: new, from: 3_000)]))
        }
        #expect(missing?.code == .invalidArgument && missing?.field == "columns[1].members[1]")
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

    /// The members are what is stored in the end: newer versions than the stored ones, or those if they are newer.
    @Test func samplesThatReplaceOthersAreAssociatedInPieces() throws {
        for store in [store, other] {
            try saveWorkout(store)
            let old = Self.synced(1, from: 0)
            try store.save(old[0], old[1])
        }
        for columns in [Self.synced(2, from: 10_000), Self.synced(1, from: 20_000)] {
            let addition = addition([exampleID(0)], columns)
            let (receipt, rounds) = try complete(addition)
            let expected = try other.commit(addition.operation)
            #expect(rounds > 0 || receipt.deleted == 0)
            #expect(receipt.anchor.sequence == expected.anchor.sequence)
            #expect(receipt.deleted == expected.deleted && receipt.unchanged == expected.unchanged)
            #expect(try members(in: store) == members(in: other))
        }
        try checkStores()
        // One that the save replaces is not stored any more.
        let gone = #expect(throws: HearthError.self) {
            try complete(addition([exampleID(10_001)], Self.synced(3, from: 30_000)))
        }
        #expect(gone?.code == .objectNotFound && gone?.field == "stored[0]")
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
