import HearthModel
import Testing

@testable import HearthStore

/// What other apps do while readers prepare a save does not have it planned again: they delete samples in the same segments,
/// and add samples to workouts. What the app itself does has it planned again a few times at most.
@Suite struct FollowedChangeTests {
    private static let chunks = 20
    private static let samplesOfChunk = 30
    private static let count = chunks * samplesOfChunk
    private static let othersOfChunk = 6
    private let store: ExampleStore
    /// A store in which a commit does all of the save.
    private let other: ExampleStore

    /// Samples of two apps in the same segments. A commit rewrites one of these at most.
    init() throws {
        var options = StoreOptions.inSmallSteps(preparedBytes: 400)
        options.mergeWidth = 2
        options.rewrittenRows = 200
        store = try ExampleStore(options: options)
        other = try ExampleStore(options: options)
        for store in [store, other] {
            for chunk in 0..<Self.chunks {
                let own = Self.versions(1, of: chunk * Self.samplesOfChunk..<(chunk + 1) * Self.samplesOfChunk, from: 0)
                let outcomes = store.writer.commit([
                    Write(origin: ExampleStore.app, operation: .save([own])),
                    Write(origin: ExampleStore.otherApp, operation: .save([exampleRates(Self.others(of: chunk))])),
                ])
                for outcome in outcomes {
                    _ = try outcome.get()
                }
            }
        }
    }

    /// Versions of samples with these numbers, under UUIDs from a number on.
    private static func versions(_ version: Int64, of numbers: Range<Int>, from first: Int) -> SampleColumns {
        var columns = exampleRates(numbers.map { first + $0 })
        columns.metadata = DictionaryColumn(
            entries: numbers.flatMap { exampleSync("\($0)", version: version).entries },
            indexes: numbers.indices.map { UInt32($0 - numbers.lowerBound) }
        )
        return columns
    }

    /// The numbers of the samples of the other app in a segment.
    private static func others(of chunk: Int) -> Range<Int> {
        let first = 10_000 + chunk * othersOfChunk
        return first..<first + othersOfChunk
    }

    private static var newVersions: [SampleColumns] { [versions(2, of: 0..<count, from: 5_000)] }

    /// Commits a save until it is done or refused, and other writes between. Returns the receipt, and how often it was left
    /// out.
    private func complete(
        _ columns: [SampleColumns],
        _ encoder: SaveEncoder,
        between: (Int) throws -> Void
    ) throws -> (receipt: Receipt, rounds: Int) {
        let save = Write(origin: ExampleStore.app, operation: .save(columns))
        for round in 0..<200 {
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
            let write = save.prepared(.success(.save(encoder.prepared)))
            if let result = store.writer.commit([write])[0].result { return (try result.get(), round) }
            try between(round)
        }
        throw HearthError(.unknown, "the save is never done")
    }

    /// Both stores get the same writes.
    private func commit(_ operation: Write.Operation, as app: Write.Origin) throws {
        try store.commit(operation, as: app)
        try other.commit(operation, as: app)
    }

    private func checkStores() throws {
        try store.writer.verify()
        #expect(try store.rows(ExampleStore.heartRate) == other.rows(ExampleStore.heartRate))
        let (changes, expected) = (try store.changes(), try other.changes())
        #expect(changes.added.sorted { $0.id < $1.id } == expected.added.sorted { $0.id < $1.id })
        #expect(changes.deleted.sorted() == expected.deleted.sorted())
        #expect(store.writer.snapshot.head == other.writer.snapshot.head)
    }

    // MARK: - Other apps

    /// Each deletion replaces two segments that the save takes samples from. The commits rewrite few of them.
    @Test func deletionsInTheSameSegmentsAreFollowed() throws {
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        let (receipt, rounds) = try complete(Self.newVersions, encoder) { round in
            let ids = [round, round + 7].map { exampleID(Self.others(of: $0 % Self.chunks).lowerBound + round % 6) }
            try commit(.delete(.objects(ids)), as: ExampleStore.otherApp)
        }
        #expect(rounds > 5 && encoder.planCount == 1 && encoder.failedPlans == 0)
        let expected = try other.commit(.save(Self.newVersions))
        #expect(receipt.deleted == Self.count && receipt.anchor.sequence == expected.anchor.sequence)
        try checkStores()
    }

    /// Of all segments at once, again and again, as long as there is something to delete: then the commit does more.
    @Test func deletionsInAllSegmentsAreFollowed() throws {
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        var deletions = 0
        let (_, rounds) = try complete(Self.newVersions, encoder) { round in
            // After the plan, before each attempt to commit it.
            guard case .complete = encoder.prepared.progress, deletions < Self.othersOfChunk else { return }
            let ids = (0..<Self.chunks).map { exampleID(Self.others(of: $0).lowerBound + deletions) }
            deletions += 1
            try commit(.delete(.objects(ids)), as: ExampleStore.otherApp)
        }
        #expect(rounds > 5 && encoder.planCount == 1)
        try other.commit(.save(Self.newVersions))
        try checkStores()
    }

    @Test func mergedSegmentsAreFollowed() throws {
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        var merges = 0
        let (receipt, _) = try complete(Self.newVersions, encoder) { round in
            try commit(.save([exampleRates([20_000 + round])]), as: ExampleStore.otherApp)
            merges += try store.writer.maintain() ? 1 : 0
        }
        #expect(merges > 0 && encoder.planCount == 1 && receipt.deleted == Self.count)
        try other.commit(.save(Self.newVersions))
        try checkStores()
    }

    /// A repeated save depends on samples that it does not take out.
    @Test func whatARepeatedSaveIsComparedWithIsFollowed() throws {
        let again = [Self.versions(1, of: 0..<Self.count, from: 0), exampleRates(30_000..<30_400)]
        let encoder = SaveEncoder(again, by: ExampleStore.app)
        let (receipt, rounds) = try complete(again, encoder) { round in
            let id = exampleID(Self.others(of: round % Self.chunks).lowerBound)
            try commit(.delete(.objects([id])), as: ExampleStore.otherApp)
            _ = try store.writer.maintain()
        }
        #expect(rounds > 1 && encoder.planCount == 1 && encoder.failedPlans == 0)
        #expect(receipt.unchanged == Self.count && receipt.added == 400)
        try other.commit(.save(again))
        try checkStores()
    }

    /// Workouts of another app get the old versions, and one of them is deleted.
    @Test func workoutsOfOthersAreFollowed() throws {
        let workouts = (0..<2).map { ObjectID(high: 0x0190_0000_0000_7000 + UInt64($0), low: 1 << 63) }
        let ids = Self.versions(1, of: 0..<Self.count, from: 0).ids
        for workout in workouts {
            try commit(.save([Self.workout(workout)]), as: ExampleStore.otherApp)
            try commit(.addToWorkout(AddToWorkout(workout: workout, stored: [ids[0]])), as: ExampleStore.otherApp)
        }
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        let (receipt, rounds) = try complete(Self.newVersions, encoder) { round in
            if round == 2 {
                try commit(.delete(.objects([workouts[1]])), as: ExampleStore.otherApp)
            } else if round < 12 {
                let added = AddToWorkout(workout: workouts[round < 2 ? 1 : 0], stored: [ids[20 * round]])
                try commit(.addToWorkout(added), as: ExampleStore.otherApp)
            }
        }
        #expect(rounds > 5 && encoder.planCount == 1 && receipt.deleted == Self.count)
        try other.commit(.save(Self.newVersions))
        try checkStores()
        let members = try members(of: workouts[0], in: store)
        #expect(members.count > 5 && members.allSatisfy { !ids.contains($0) })
        #expect(try members == self.members(of: workouts[0], in: other))
    }

    /// Before each commit others save more than it may compare. Its bound grows until it may.
    @Test func aSaveIsDoneHoweverMuchOthersSave() throws {
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        var next = 100_000
        let (_, rounds) = try complete(Self.newVersions, encoder) { _ in
            var columns = exampleRates(next..<next + 1_000)
            next += 1_000
            columns.ids = columns.ids.map {
                ObjectID(high: $0.high &* 0x9E37_79B9_7F4A_7C15 & ~0xF000 | 0x4000, low: $0.high | 1 << 63)
            }
            try commit(.save([columns]), as: ExampleStore.otherApp)
        }
        #expect(rounds < 40 && encoder.planCount == 1)
        try other.commit(.save(Self.newVersions))
        try checkStores()
    }

    private static func workout(_ id: ObjectID) -> SampleColumns {
        SampleColumns(
            type: .workout,
            ids: [id],
            starts: [at(1_795_000_000_000_000_000)],
            ends: [at(1_795_000_600_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
    }

    private func members(of workout: ObjectID, in store: ExampleStore) throws -> Set<ObjectID> {
        let clause = Clause(type: ExampleStore.heartRate, predicate: Predicate(terms: [.inWorkout(workout)]))
        let cursor = try store.reader.query(QuerySamples(clauses: [clause]), in: store.writer.snapshot)
        var found: Set<ObjectID> = []
        while let batch = try cursor.next() {
            found.formUnion(batch.columns.flatMap(\.ids))
        }
        return found
    }

    // MARK: - The app itself

    /// The sample that replaces the deleted one has its UUID and is another sample.
    @Test func aSampleThatIsDeletedAndSavedAgainIsAnother() throws {
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        let (receipt, _) = try complete(Self.newVersions, encoder) { round in
            guard round == 2 else { return }
            try commit(.delete(.objects([exampleID(7)])), as: ExampleStore.app)
            try commit(.save([exampleRates([7])]), as: ExampleStore.app)
        }
        #expect(encoder.planCount == 2 && encoder.failedPlans == 1)
        #expect(receipt.deleted == Self.count - 1 && receipt.added == Self.count)
        try other.commit(.save(Self.newVersions))
        try checkStores()
    }

    /// No commit does the save as a whole.
    @Test func aSaveWhosePlansAreAllWrongIsRefused() throws {
        let encoder = SaveEncoder(Self.newVersions, by: ExampleStore.app)
        var works: [Int] = []
        var before = store.writer.reader.work
        let head = store.writer.snapshot.head
        var rivals = 0
        let error = #expect(throws: HearthError.self) {
            try complete(Self.newVersions, encoder) { round in
                works.append(store.writer.reader.work - before)
                try store.save(Self.versions(Int64(10 + round), of: round..<round + 1, from: 40_000))
                rivals += 2
                before = store.writer.reader.work
            }
        }
        works.append(store.writer.reader.work - before)
        #expect(error?.code == .limitExceeded && error?.field == "columns")
        #expect(encoder.planCount == 4 && encoder.failedPlans == 4)
        #expect(works.allSatisfy { $0 <= 512 }, "\(works)")
        #expect(store.writer.snapshot.head == head + UInt64(rivals))
        try store.writer.verify()
    }

    /// Of three samples the commit does all.
    @Test func aSmallSaveWhosePlansAreAllWrongIsDoneByItsCommit() throws {
        let store = try ExampleStore()
        try store.save(Self.versions(1, of: 0..<3, from: 0))
        let columns = [Self.versions(2, of: 0..<3, from: 5_000)]
        let encoder = SaveEncoder(columns, by: ExampleStore.app)
        // The writer has it only after another write.
        let save = Write(origin: ExampleStore.app, operation: .save(columns))
        var receipt: Receipt?
        for version in 10..<20 where receipt == nil {
            while try !encoder.step(store.reader, rows: .max, newest: store.writer.snapshot) {}
            let rival = Write(
                origin: ExampleStore.app,
                operation: .save([Self.versions(Int64(version), of: 0..<1, from: 40_000 + version)])
            )
            let write = save.prepared(.success(.save(encoder.prepared)))
            receipt = try store.writer.commit([rival, write])[1].result?.get()
        }
        #expect(encoder.failedPlans == 4)
        #expect(receipt?.unchanged == 1 && receipt?.deleted == 2)
        try store.writer.verify()
    }
}
