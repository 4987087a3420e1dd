import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A deletion whose samples are in workouts or correlations deletes what its predicate means when it is committed, although
/// it was searched before.
@Suite struct MatchingSearchTests {
    private static let walk = exampleID(1_000)
    private let store: ExampleStore

    /// 2,000 rates in segments of 32, of which the first 100 are in a workout, and 20 blood pressures.
    init() throws {
        var options = StoreOptions()
        options.segmentSamples = 32
        options.searchedRows = 4_096
        store = try ExampleStore(options: options)
        try store.save(exampleRates(0..<500))
        try store.save(exampleRates(1_001..<2_501))
        try store.save(workout(Self.walk))
        try store.commit(.addToWorkout(AddToWorkout(workout: Self.walk, stored: (0..<100).map { exampleID($0) })))
        for number in 0..<20 {
            try store.save(pressures: 3_000 + 4 * number)
        }
    }

    private func workout(_ id: ObjectID) -> SampleColumns {
        SampleColumns(
            type: .workout,
            ids: [id],
            starts: [at(1_795_000_000_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
    }

    private func deletion(_ terms: Predicate.Term..., of type: ObjectType = ExampleStore.heartRate) -> Write {
        let clause = Clause(type: type, predicate: Predicate(terms: terms))
        return Write(origin: ExampleStore.app, operation: .delete(.matching(clause)))
    }

    private func add(_ numbers: Range<Int>) -> Write {
        let stored = numbers.map { exampleID($0) }
        return Write(
            origin: ExampleStore.app,
            operation: .addToWorkout(AddToWorkout(workout: Self.walk, stored: stored))
        )
    }

    /// What a write deletes that was searched now, and is committed after others.
    private func deleted(_ deletion: Write, after writes: [Write]) throws -> Int {
        let searched = deletion.searched(by: store.reader, in: store.writer.snapshot)
        let outcomes = store.writer.commit(writes + [searched])
        try store.writer.verify()
        return try #require(outcomes.last).get().deleted
    }

    @Test func samplesThatJoinAWorkoutAfterTheSearchAreDeleted() throws {
        #expect(try deleted(deletion(.inWorkout(Self.walk)), after: [add(200..<210)]) == 110)
    }

    @Test func samplesThatJoinAWorkoutAfterTheSearchAreKeptByItsOpposite() throws {
        #expect(try deleted(deletion(.inWorkout(Self.walk), .noneOf(1)), after: [add(200..<210)]) == 1_890)
    }

    @Test func samplesOfAWorkoutThatIsDeletedAfterTheSearchAreKept() throws {
        let workout = Write(origin: ExampleStore.app, operation: .delete(.objects([Self.walk])))
        #expect(try deleted(deletion(.inWorkout(Self.walk)), after: [workout]) == 0)
    }

    @Test func membersOfACorrelationThatIsSavedAfterTheSearchAreDeleted() throws {
        let search = deletion(.correlated(true), of: type("bloodPressureSystolic"))
        #expect(try deleted(search, after: [ExampleStore.save(pressures: 4_000)]) == 21)
    }

    @Test func membersOfACorrelationThatIsDeletedAfterTheSearchAreKept() throws {
        let first = Write(origin: ExampleStore.app, operation: .delete(.objects([exampleID(3_000)])))
        let search = deletion(.correlated(true), of: type("bloodPressureSystolic"))
        #expect(try deleted(search, after: [first]) == 19)
        let second = Write(origin: ExampleStore.app, operation: .delete(.objects([exampleID(3_004)])))
        let member = deletion(.inCorrelation(exampleID(3_004)), of: type("bloodPressureDiastolic"))
        #expect(try deleted(member, after: [second]) == 0)
    }

    /// The search was complete, and commits change what it depends on and what it does not: the writer searches the
    /// segments of the samples whose workout has changed, and no others.
    @Test func theWriterSearchesOnlyTheSegmentsOfChangedMembers() throws {
        let search = deletion(.inWorkout(Self.walk), .correlated(true), .anyOf(2))
            .searched(by: store.reader, in: store.writer.snapshot)
        for number in 0..<4 {
            try store.save(pressures: 4_000 + 4 * number)
        }
        try store.save(exampleRates([5_000], of: type("stepCount")))
        _ = try store.writer.commit([add(300..<310)])[0].get()
        let before = store.writer.reader.work
        #expect(try store.writer.commit([search])[0].get().deleted == 110)
        // The blocks of the deleted rows are read as well, to be rewritten.
        #expect(store.writer.reader.work - before < 2_000)
    }

    /// Much has changed since the search. The commit leaves the deletion out, does the others, and little work.
    @Test func aDeletionIsLeftOutWhenMuchHasChanged() throws {
        let reader = store.reader
        let clause = Clause(type: ExampleStore.heartRate, predicate: Predicate(terms: [.inWorkout(Self.walk)]))
        let search = MatchingSearch(clause, by: ExampleStore.app)
        while try !search.step(reader, rows: 64, newest: store.writer.snapshot) {}
        try store.save(exampleRates(6_000..<16_000))
        _ = try store.writer.commit([add(6_000..<16_000)])[0].get()
        let deletion = Write(origin: ExampleStore.app, operation: .delete(.matching(clause)))
        let before = store.writer.reader.work
        let outcomes = store.writer.commit([
            deletion.prepared(.success(.rows(try #require(search.found)))),
            Write(origin: ExampleStore.app, operation: .save([exampleRates([7])])),
        ])
        #expect(outcomes[0].result == nil)
        #expect(try outcomes[1].get().unchanged == 1)
        #expect(store.writer.reader.work - before < 4_096 + 10_000 + 1_000)
        // The search goes on where it was.
        let searched = reader.work
        while try !search.step(reader, rows: 64, newest: store.writer.snapshot) {}
        #expect(reader.work - searched < 60_000)
        #expect(
            try store.writer.commit([deletion.prepared(.success(.rows(try #require(search.found))))])[0].get().deleted
                == 10_100
        )
    }
}

extension ExampleStore {
    /// A save of a blood pressure and its two members, with UUIDs from a number on.
    fileprivate static func save(pressures number: Int) -> Write {
        let start = at(1_795_000_000_000_000_000 + Int64(number) * 1_000_000_000)
        let members = [exampleID(number + 1), exampleID(number + 2)]
        let values = zip(["bloodPressureSystolic", "bloodPressureDiastolic"], members).map { name, id in
            SampleColumns(
                type: type(name),
                ids: [id],
                starts: [start],
                payload: .quantity(QuantityColumns(values: [100]))
            )
        }
        let correlation = SampleColumns(
            type: .bloodPressure,
            ids: [exampleID(number)],
            starts: [start],
            payload: .correlation(CorrelationColumns(lengths: [2], members: members))
        )
        return Write(origin: app, operation: .save(values + [correlation]))
    }

    fileprivate func save(pressures number: Int) throws {
        _ = try writer.commit([ExampleStore.save(pressures: number)])[0].get()
    }
}
