import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// A deleted UUID stays that of its app as long as the deletion is kept.
@Suite struct DeletedIDTests {
    private static let other = ExampleStore.otherApp
    private static let steps = type("stepCount")
    private let storage = MemoryStorage()
    private let store: ExampleStore

    init() throws {
        store = try ExampleStore(storage, options: Self.options)
    }

    /// Blocks of eight, four of which are merged.
    private static var options: StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 8
        options.mergeWidth = 4
        options.searchedRows = 256
        options.rewrittenRows = 64
        options.preparedBytes = 1 << 10
        return options
    }

    /// Of version 4, so that nothing but the index leads to it.
    private static func randomID(_ number: Int) -> ObjectID {
        ObjectID(high: UInt64(number) &* 0x9E37_79B9_7F4A_0000 | 0x4000, low: 1 << 63)
    }

    private static func samples(_ numbers: some Sequence<Int>, isRandom: Bool) -> SampleColumns {
        var samples = exampleRates(numbers)
        samples.ids = numbers.map { isRandom ? randomID($0) : exampleID($0) }
        return samples
    }

    /// Why a save is refused; nil if it is stored.
    private func refusal(
        of columns: [SampleColumns],
        as app: Write.Origin,
        in store: ExampleStore
    ) -> HearthError? {
        do throws(HearthError) {
            try store.commit(.save(columns), as: app)
            return nil
        } catch {
            return error
        }
    }

    private func isRefused(
        _ columns: SampleColumns...,
        as app: Write.Origin = other,
        in store: ExampleStore? = nil
    ) -> Bool {
        refusal(of: columns, as: app, in: store ?? self.store)?.code == .identifierConflict
    }

    // MARK: - Who may save it

    @Test(arguments: [false, true]) func anotherAppCannotTakeIt(isRandom: Bool) throws {
        try store.save(Self.samples(1...3, isRandom: isRandom))
        try store.delete(Self.samples([2], isRandom: isRandom).ids)
        let taking = Self.samples([9, 2], isRandom: isRandom)
        let refused = try #require(refusal(of: [taking], as: Self.other, in: store))
        #expect(refused.code == .identifierConflict && refused.field == "columns[0].uuids[1]")
        #expect(refused.message.hasPrefix("Another app has deleted") && refused.hiddenSample == nil)
        #expect(!refused.isOfOtherContent)
        #expect(try store.rows(ExampleStore.heartRate).count == 2, "nothing of the save is stored")
        #expect(!isRefused(Self.samples([9], isRandom: isRandom)))
        #expect(!isRefused(Self.samples([2], isRandom: isRandom), as: ExampleStore.app), "its own")
        let stored = try #require(refusal(of: [Self.samples([2], isRandom: isRandom)], as: Self.other, in: store))
        #expect(stored.code == .identifierConflict && stored.isOfOtherContent, "it is stored again")
    }

    @Test(arguments: [false, true]) func theOwnersToolMayTakeItForAnyApp(isRandom: Bool) throws {
        try store.save(Self.samples(1...2, isRandom: isRandom))
        try store.delete(Self.samples(1...2, isRandom: isRandom).ids)
        let tool = Write.Origin(source: Self.other.source, isOwnersTool: true)
        #expect(!isRefused(Self.samples([1], isRandom: isRandom), as: tool))
        // The one that had it last decides.
        try store.delete(Self.samples([1], isRandom: isRandom).ids, as: Self.other)
        #expect(isRefused(Self.samples([1], isRandom: isRandom), as: ExampleStore.app))
        #expect(!isRefused(Self.samples([1], isRandom: isRandom)))
        #expect(isRefused(Self.samples([2], isRandom: isRandom)))
    }

    @Test func theUUIDOfAReplacedVersionIsItsApps() throws {
        for version in 1...2 {
            var samples = exampleRates([version])
            samples.metadata = exampleSync("a", version: Int64(version))
            try store.save(samples)
        }
        #expect(isRefused(exampleRates([1])))
        #expect(!isRefused(exampleRates([1]), as: ExampleStore.app))
    }

    /// A new version has a UUID of its own, and it may be a member or in a workout.
    @Test func everyWayToSaveLooks() throws {
        try store.save(exampleRates(1...9))
        try store.delete((1...9).map { exampleID($0) })
        for version in 1...2 {
            var samples = exampleRates([version == 1 ? 20 : 1])
            samples.metadata = exampleSync("b", version: Int64(version))
            #expect(isRefused(samples) == (version == 2))
        }
        let systolic = exampleRates([2], of: .bloodPressureSystolic)
        let diastolic = exampleRates([21], of: .bloodPressureDiastolic)
        let pressure = SampleColumns(
            type: .bloodPressure,
            ids: [exampleID(22)],
            starts: systolic.starts,
            payload: .correlation(CorrelationColumns(lengths: [2], members: systolic.ids + diastolic.ids))
        )
        #expect(isRefused(systolic, diastolic, pressure))
        let workout = SampleColumns(
            type: .workout,
            ids: [exampleID(30)],
            starts: systolic.starts,
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        try store.save(workout, as: Self.other)
        let addition = AddToWorkout(workout: exampleID(30), columns: [exampleRates([3])])
        let refusal = #expect(throws: HearthError.self) {
            try store.commit(.addToWorkout(addition), as: Self.other)
        }
        #expect(refusal?.code == .identifierConflict && refusal?.field.hasSuffix("columns[0].uuids[0]") == true)
        #expect(isRefused(exampleRates([23]), exampleRates([4], of: Self.steps)))
    }

    @Test func ofADeletionThatDoesNotTellItsAppTheUUIDIsFree() throws {
        var working = try store.writer.begin()
        let rows = DeletionRows(
            ids: [exampleID(1)],
            times: [at(0)],
            sequences: [1],
            commits: [1],
            metadata: DictionaryColumn()
        )
        working.add(rows, of: ExampleStore.heartRate, 1...1)
        working.set(head: 1)
        try store.writer.finish(&working)
        #expect(store.writer.snapshot.deletionCount == 1)
        #expect(!isRefused(exampleRates([1])))
    }

    // MARK: - How long

    @Test(arguments: [false, true]) func mergedDeletionsAreFound(isRandom: Bool) throws {
        try store.save(Self.samples(0..<200, isRandom: isRandom))
        for start in stride(from: 0, to: 200, by: 2) {
            try store.delete(Self.samples(start..<start + 2, isRandom: isRandom).ids)
        }
        let blocks = { store.writer.snapshot.deletions.values.reduce(0) { $0 + $1.count } }
        let before = blocks()
        try store.finishMaintenance()
        #expect(blocks() < before / 2)
        for number in 0..<200 {
            #expect(isRefused(Self.samples([number], isRandom: isRandom)))
        }
    }

    /// Nothing but the directory is known of their blocks at first.
    @Test(arguments: [false, true]) func deletionsAreFoundAfterAStart(isRandom: Bool) throws {
        try store.save(Self.samples(0..<100, isRandom: isRandom))
        for start in stride(from: 0, to: 100, by: 4) {
            try store.delete(Self.samples(start..<start + 4, isRandom: isRandom).ids)
        }
        for isIndexed in [false, true] {
            let restarted = try ExampleStore(storage.reopened(), options: Self.options)
            #expect(!restarted.writer.snapshot.deletedIDs.isComplete)
            if isIndexed {
                // Merged before and after they are indexed.
                try restarted.finishMaintenance()
                #expect(restarted.writer.snapshot.deletedIDs.isComplete)
            }
            for number in 0..<100 {
                #expect(isRefused(Self.samples([number], isRandom: isRandom), in: restarted))
            }
            #expect(!isRefused(Self.samples([7], isRandom: isRandom), as: ExampleStore.app, in: restarted))
        }
    }

    /// A merge of blocks that are not indexed yet.
    @Test func whatIsMergedBeforeItIsIndexedIsFound() throws {
        try store.save(Self.samples(0..<64, isRandom: true))
        for start in stride(from: 0, to: 64, by: 2) {
            try store.delete(Self.samples(start..<start + 2, isRandom: true).ids)
        }
        let restarted = try ExampleStore(storage.reopened(), options: Self.options)
        var working = try restarted.writer.begin()
        let list = try #require(working.snapshot.deletions[ExampleStore.heartRate])
        let window = Array(list.elements.prefix(4))
        working.replace(window, with: try working.join(window))
        try restarted.writer.finish(&working)
        #expect(!restarted.writer.snapshot.deletedIDs.isComplete)
        for number in 0..<64 {
            #expect(isRefused(Self.samples([number], isRandom: true), in: restarted))
        }
    }

    /// Commits read some blocks each until the index is complete.
    @Test(arguments: [0, 1_000]) func aLargeSaveAfterAStartIsRefused(taken: Int) throws {
        try store.save(Self.samples(0..<1_600, isRandom: true))
        try store.delete(Self.samples(0..<1_600, isRandom: true).ids)
        let restarted = try ExampleStore(storage.reopened(), options: Self.options)
        let numbers = [taken] + Array(5_000..<5_900)
        let large = Write(origin: Self.other, operation: .save([Self.samples(numbers, isRandom: true)]))
        let searched = SearchedWrite(large, preparesSaves: true)
        for round in 0..<1_000 {
            let prepared = searched.searched(by: restarted.reader, in: restarted.writer.snapshot)
            guard let result = restarted.writer.commit([prepared])[0].result else { continue }
            // 200 blocks of eight.
            #expect(round > 2)
            let refusal = #expect(throws: HearthError.self) { try result.get() }
            #expect(refusal?.code == .identifierConflict && refusal?.field == "columns[0].uuids[0]")
            break
        }
        #expect(restarted.writer.snapshot.deletedIDs.isComplete && restarted.writer.snapshot.sampleCount == 0)
    }

    /// Nobody else has changed anything: the save waits for the index.
    @Test func aSaveThatIsNotPreparedWaitsUntilDeletionsAreRead() throws {
        try store.save(Self.samples(0..<1_600, isRandom: true))
        try store.delete(Self.samples(0..<1_600, isRandom: true).ids)
        var options = Self.options
        options.failedPlans = 0
        let restarted = try ExampleStore(storage.reopened(), options: options)
        let columns = [Self.samples([5_000], isRandom: true)]
        let encoder = SaveEncoder(columns, by: Self.other)
        let save = Write(origin: Self.other, operation: .save(columns))
        var rounds = 0
        var result: Result<Receipt, HearthError>?
        while result == nil, rounds < 1_000 {
            rounds += 1
            while try !encoder.step(restarted.reader, rows: .max, newest: restarted.writer.snapshot) {}
            guard case .declined = encoder.prepared.progress else {
                Issue.record("the save is prepared")
                return
            }
            result = restarted.writer.commit([save.prepared(.success(.save(encoder.prepared)))])[0].result
        }
        // 200 blocks of eight.
        #expect(rounds > 3)
        #expect(try result?.get().added == 1)
    }

    @Test func aForgottenDeletionFreesTheUUID() throws {
        var options = Self.options
        options.retentionNanoseconds = -1
        options.retainedDeletions = 0
        options.staleKeys = 0
        let store = try ExampleStore(options: options)
        try store.save(Self.samples(0..<40, isRandom: true))
        try store.delete(Self.samples(0..<40, isRandom: true).ids)
        #expect(isRefused(Self.samples([3], isRandom: true), in: store))
        let keys = store.writer.snapshot.deletedIDs.keyCount
        #expect(keys == 40)
        try store.finishMaintenance()
        #expect(store.writer.snapshot.deletionCount == 0 && store.writer.snapshot.deletedIDs.keyCount == 0)
        #expect(!isRefused(Self.samples([3], isRandom: true), in: store))
    }

    // MARK: - Writes under way

    @Test(arguments: [false, true]) func aSaveInTheGroupOfTheDeletionIsRefused(isRandom: Bool) throws {
        try store.save(Self.samples(1...2, isRandom: isRandom))
        let ids = Self.samples([1], isRandom: isRandom).ids
        let outcomes = store.writer.commit([
            Write(origin: Self.other, operation: .save([Self.samples([5], isRandom: isRandom)])),
            Write(origin: ExampleStore.app, operation: .delete(.objects(ids))),
            Write(origin: Self.other, operation: .save([Self.samples([1], isRandom: isRandom)])),
            Write(origin: Self.other, operation: .save([Self.samples([6], isRandom: isRandom)])),
            Write(origin: ExampleStore.app, operation: .save([Self.samples([1], isRandom: isRandom)])),
        ])
        let codes = outcomes.map { outcome -> ErrorCode? in
            guard case .failure(let error)? = outcome.result else { return nil }
            return error.code
        }
        #expect(codes == [nil, nil, .identifierConflict, nil, nil])
    }

    /// Readers plan a large save, and deletions come between the plan and the commit.
    @Test(arguments: [false, true]) func aDeletionBetweenPlanAndCommitCounts(isRandom: Bool) throws {
        let large = Write(origin: Self.other, operation: .save([Self.samples(0..<900, isRandom: isRandom)]))
        let searched = SearchedWrite(large, preparesSaves: true)
        var refusal: HearthError?
        for round in 0..<1_000 {
            let prepared = searched.searched(by: store.reader, in: store.writer.snapshot)
            if round == 2 {
                // Planned by now, and blocks are staged.
                try store.save(Self.samples([700], isRandom: isRandom))
                try store.delete(Self.samples([700], isRandom: isRandom).ids)
            }
            guard let result = store.writer.commit([prepared])[0].result else { continue }
            #expect(round > 2)
            refusal = #expect(throws: HearthError.self) { try result.get() }
            break
        }
        #expect(refusal?.code == .identifierConflict && refusal?.field == "columns[0].uuids[700]")
        #expect(store.writer.snapshot.sampleCount == 0)
    }

    /// Large deletions and large saves with new versions come in blocks that readers have made.
    @Test(arguments: [false, true]) func deletionsInPreparedBlocksAreFound(isRandom: Bool) throws {
        var samples = Self.samples(0..<300, isRandom: isRandom)
        samples.metadata = DictionaryColumn(
            entries: (0..<300).flatMap { exampleSync("\($0)", version: 1).entries },
            indexes: (0..<300).map { UInt32($0) }
        )
        try store.save(samples)
        var newer = Self.samples(1_000..<1_150, isRandom: isRandom)
        newer.metadata = DictionaryColumn(
            entries: (0..<150).flatMap { exampleSync("\($0)", version: 2).entries },
            indexes: (0..<150).map { UInt32($0) }
        )
        let clause = Clause(type: ExampleStore.heartRate)
        for write in [Write.Operation.save([newer]), .delete(.matching(clause))] {
            let searched = SearchedWrite(Write(origin: ExampleStore.app, operation: write), preparesSaves: true)
            for round in 0..<1_000 {
                let prepared = searched.searched(by: store.reader, in: store.writer.snapshot)
                // Others change the numbers that the blocks were made with.
                try store.save(exampleRates([10_000 + round], of: Self.steps), as: Self.other)
                guard let result = store.writer.commit([prepared])[0].result else { continue }
                #expect(try result.get().deleted > 0 && round > 0)
                break
            }
        }
        #expect(store.writer.snapshot.deletionCount == 450)
        for number in Array(0..<300) + Array(1_000..<1_150) {
            #expect(isRefused(Self.samples([number], isRandom: isRandom)))
        }
        try store.finishMaintenance()
        #expect(isRefused(Self.samples([299], isRandom: isRandom)))
        #expect(!isRefused(Self.samples([299], isRandom: isRandom), as: ExampleStore.app))
    }

    // MARK: - Work

    /// Without deletions of other apps a save looks nothing up, and with such it reads a few blocks.
    @Test func aSaveReadsFewBlocks() throws {
        try store.save(Self.samples(0..<400, isRandom: true))
        try store.delete(Self.samples(0..<400, isRandom: true).ids)
        #expect(!store.writer.snapshot.deletedIDs.concern(ExampleStore.app))
        #expect(store.writer.snapshot.deletedIDs.concern(Self.other))
        let before = store.writer.reader.work
        try store.save(Self.samples(1_000..<1_008, isRandom: true), as: Self.other)
        #expect(store.writer.reader.work - before < 400)
        let restarted = try ExampleStore(storage.reopened(), options: Self.options)
        // Time-ordered UUIDs do not lie between those of the blocks.
        try restarted.save(exampleRates([5]), as: Self.other)
        #expect(!restarted.writer.snapshot.deletedIDs.isComplete)
        try restarted.save(Self.samples([1_010], isRandom: true), as: Self.other)
        #expect(restarted.writer.snapshot.deletedIDs.keyCount == 400)
    }
}
