import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// After a start the keys by which stored samples are found are not in memory. Commits read a few blocks each for the writes
/// that need them, and for others nothing.
@Suite struct UnreadKeysTests {
    private static let count = 1_600
    private let storage = MemoryStorage()

    /// With blocks of eight samples.
    static var options: StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 8
        options.mergeWidth = 4
        return options
    }

    /// Of version 4: any block may have the UUID.
    static func samples(_ numbers: some Sequence<Int>, version: Int64 = 1) -> SampleColumns {
        let numbers = Array(numbers)
        var samples = exampleRates(numbers)
        samples.ids = numbers.map { id($0, version: version) }
        samples.metadata = DictionaryColumn(numbers.map { exampleSync("\($0)", version: version).entries[0] })
        return samples
    }

    static func id(_ number: Int, version: Int64 = 1) -> ObjectID {
        let high = UInt64(10_000 * Int(version) + number) &* 0x9E37_79B9_7F4A_7C15
        return ObjectID(high: high & ~0xF000 | 0x4000, low: 1 << 63)
    }

    static let workout = exampleID(90_000)

    static var workouts: SampleColumns {
        SampleColumns(
            type: .workout,
            ids: [workout],
            starts: [at(1_795_000_000_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
    }

    /// A store with 200 blocks, and a workout, after a start.
    private func start() throws -> ExampleStore {
        let store = try ExampleStore(storage, options: Self.options)
        try store.save(Self.samples(0..<Self.count))
        try store.save(Self.workouts)
        return try restart()
    }

    private func restart() throws -> ExampleStore {
        let store = try ExampleStore(storage.reopened(), options: Self.options)
        #expect(Self.unread(in: store) >= 200)
        return store
    }

    static func unread(in store: ExampleStore) -> Int {
        store.writer.snapshot.unreadBlocks(for: ExampleStore.app)
    }

    // MARK: - Waiting

    enum Waiting: CaseIterable {
        case save
        case newerVersion
        case deletion
        case deletionByPredicate
        case addition

        fileprivate var operation: Write.Operation {
            switch self {
            case .save: .save([samples([5_000])])
            case .newerVersion: .save([samples([7], version: 2)])
            case .deletion: .delete(.objects([id(7), id(8), id(9)]))
            case .deletionByPredicate: .delete(.matching(Clause(type: ExampleStore.heartRate)))
            case .addition: .addToWorkout(AddToWorkout(workout: workout, stored: [id(7)]))
            }
        }
    }

    /// However many writes wait, a commit reads a few blocks for all of them. In the end each has its result.
    @Test(arguments: Waiting.allCases) func writesWaitWhileCommitsReadAFewBlocks(_ waiting: Waiting) throws {
        let store = try start()
        var open = (0..<3).map { _ in
            SearchedWrite(Write(origin: ExampleStore.app, operation: waiting.operation), preparesSaves: true)
        }
        var unread = [Self.unread(in: store)]
        var isDone = false
        while !isDone {
            let snapshot = store.writer.snapshot
            let before = store.writer.reader.work
            let outcomes = store.writer.commit(open.map { $0.searched(by: store.reader, in: snapshot) })
            unread.append(Self.unread(in: store))
            if unread.last ?? 0 > 0 {
                #expect(outcomes.allSatisfy { $0.result == nil })
                // A block has eight rows, whose UUIDs and sync identifiers are read.
                #expect(store.writer.reader.work - before <= 64 * 16)
            }
            isDone = outcomes[0].result != nil
            #expect(unread.count < 100)
            guard isDone else { continue }
            _ = try outcomes[0].get()
            open = []
        }
        let read = zip(unread, unread.dropFirst()).map { $0 - $1 }
        #expect(read.allSatisfy { $0 <= 16 } && read.filter { $0 == 16 }.count >= 200 / 16, "\(read)")
        switch waiting {
        case .save: #expect(store.writer.snapshot.sampleCount == Self.count + 2)
        case .newerVersion, .deletion, .deletionByPredicate: #expect(store.writer.snapshot.deletionCount > 0)
        case .addition: #expect(store.writer.snapshot.associations.count > 0)
        }
    }

    /// A small save is tried first, and is not compared with anything before all keys are read.
    @Test func aSaveThatTheCommitTriesFirstWaits() throws {
        let store = try start()
        var different = Self.samples([7])
        different.payload = .quantity(QuantityColumns(values: [1]))
        let encoder = SaveEncoder([different], by: ExampleStore.app, commitsFirst: true)
        let save = Write(origin: ExampleStore.app, operation: .save([different]))
        let write = save.prepared(.success(.save(encoder.prepared)))
        let before = Self.unread(in: store)
        #expect(store.writer.commit([write])[0].result == nil)
        #expect(Self.unread(in: store) == before - 16)
    }

    /// Few keys are left when the writer has it: it then waits for readers, which have prepared nothing.
    @Test func anAdditionForWhichTheLastKeysAreReadIsNotLost() throws {
        let store = try start()
        while Self.unread(in: store) > 16 {
            _ = try store.writer.maintain()
        }
        let request = AddToWorkout(workout: Self.workout, stored: [Self.id(7)])
        let encoder = AdditionEncoder(request, by: ExampleStore.app, commitsFirst: true)
        let write = Write(origin: ExampleStore.app, operation: .addToWorkout(request))
        var result: Result<Receipt, HearthError>?
        while result == nil {
            result = store.writer.commit([write.prepared(.success(.addition(encoder.prepared)))])[0].result
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
        }
        _ = try result?.get()
        #expect(store.writer.snapshot.associations.count == 1)
    }

    /// Nothing is searched for a deletion that waits: much can change before all keys are read.
    @Test func aDeletionThatWaitsIsNotSearched() throws {
        let store = try start()
        let search = MatchingSearch(Clause(type: ExampleStore.heartRate), by: ExampleStore.app)
        while try !search.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
        #expect(search.found?.unsearched(in: store.writer.snapshot).count == 200)
        while Self.unread(in: store) > 0 {
            _ = try store.writer.maintain()
        }
        while try !search.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
        #expect(search.found?.unsearched(in: store.writer.snapshot).isEmpty == true)
    }

    /// A write that is refused does not lose what was read for it.
    @Test func theKeysThatRefusedWritesNeedAreReadOnce() throws {
        let store = try start()
        while Self.unread(in: store) > 16 {
            _ = try store.writer.maintain()
        }
        let request = AddToWorkout(workout: exampleID(1), stored: [Self.id(7)])
        let writes = (0..<8).map { _ in
            let write = Write(origin: ExampleStore.app, operation: .addToWorkout(request))
            return write.searched(by: store.reader, in: store.writer.snapshot, preparesSaves: true)
        }
        let before = store.writer.reader.work
        for outcome in store.writer.commit(writes) {
            let error = #expect(throws: HearthError.self) { try outcome.get() }
            #expect(error?.code == .workoutNotFound)
        }
        #expect(Self.unread(in: store) == 0 && store.writer.reader.work - before <= 64 * 16)
    }

    /// Nothing waits for keys, and reads any, that does not look up samples.
    @Test func otherWritesReadNoKeys() throws {
        let store = try start()
        let before = (work: store.writer.reader.work, unread: Self.unread(in: store))
        try store.commit(.setCharacteristics(CharacteristicValues()))
        #expect(store.writer.reader.work == before.work && Self.unread(in: store) == before.unread)
    }

    /// Idle times read them, too, a few blocks in a step.
    @Test func maintenanceReadsAFewBlocksInAStep() throws {
        let store = try start()
        var unread = Self.unread(in: store)
        while unread > 0 {
            _ = try store.writer.maintain()
            let now = Self.unread(in: store)
            #expect((1...16).contains(unread - now))
            unread = now
        }
    }

    // MARK: - Unread blocks that change

    /// Blocks whose keys are unread are merged, and lose samples. What is left of them is found, and nothing else.
    @Test func whatChangesBeforeItsKeysAreReadIsFound() throws {
        let store = try start()
        var working = try store.writer.begin()
        let list = try #require(working.snapshot.samples[ExampleStore.heartRate])
        let window = Array(list.elements.prefix(4))
        working.replace(window, with: try working.join(window))
        for segment in list.elements.dropFirst(4).prefix(4) {
            try working.remove(RowList(ascending: [0, 1]), of: segment)
        }
        try store.writer.finish(&working)
        #expect(Self.unread(in: store) > 300)
        let kept = Set(try store.rows(ExampleStore.heartRate).map(\.id))
        #expect(kept.count == Self.count - 8)
        for number in 0..<80 {
            let isKept = kept.contains(Self.id(number))
            let receipt = try store.save(Self.samples([number]))
            #expect(receipt.unchanged == (isKept ? 1 : 0) && receipt.added == (isKept ? 0 : 1), "\(number)")
        }
        try store.writer.verify()
        for number in 100..<120 {
            #expect(try store.save(Self.samples([number], version: 2)).deleted == 1)
        }
    }
}
