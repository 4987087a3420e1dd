import HearthModel
import Testing

@testable import HearthStore

/// A save of one sample may change many large correlations and workouts: its commit does not do all of that, and it is
/// bounded.
@Suite struct ChangedCorrelationTests {
    private static let members = 500
    private static let pressure = type("bloodPressureSystolic")
    private let storage = MemoryStorage()
    private let store: ExampleStore
    /// A store in which each commit does all of its saves.
    private let other: ExampleStore

    init() throws {
        var options = StoreOptions.inSmallSteps(preparedBytes: 4 << 10)
        options.segmentBytes = 4 << 10
        options.changedMembers = 12 * Self.members
        store = try ExampleStore(storage, options: options)
        other = try ExampleStore(options: options)
    }

    /// A sample with a sync identifier.
    private static func member(_ version: Int64) -> SampleColumns {
        var columns = exampleRates([10_000 + Int(version)], value: { _ in 120 }, of: pressure)
        columns.metadata = exampleSync("member", version: version)
        return columns
    }

    /// Correlations that have the member and many others.
    private static func correlations(_ numbers: Range<Int>) -> [SampleColumns] {
        let others = exampleRates(0..<members - 1, value: { _ in 120 }, of: pressure)
        let ids = others.ids + member(1).ids
        let correlations = SampleColumns(
            type: type("bloodPressure"),
            ids: numbers.map { exampleID(20_000 + $0) },
            starts: numbers.map { at(1_795_000_000_000_000_000 + Int64($0) * 1_000_000_000) },
            payload: .correlation(
                CorrelationColumns(
                    lengths: numbers.map { _ in UInt32(members) },
                    members: numbers.flatMap { _ in ids }
                )
            )
        )
        return [others, member(1), correlations]
    }

    /// Commits a save as the server does: first at once, then after readers have prepared more.
    private func complete(_ columns: [SampleColumns]) throws -> (receipt: Receipt, rounds: Int) {
        let save = SaveEncoder(columns, by: ExampleStore.app, commitsFirst: true)
        let write = Write(origin: ExampleStore.app, operation: .save(columns))
        #expect(write.operation.mayChangeMuch(in: store.writer.snapshot))
        for round in 0..<1_000 {
            let head = store.writer.snapshot.head
            let outcome = store.writer.commit([write.prepared(.success(.save(save.prepared)))])[0]
            if let result = outcome.result { return (try result.get(), round) }
            #expect(store.writer.snapshot.head == head)
            while try !save.step(store.reader, rows: 1_000, newest: store.writer.snapshot) {}
        }
        throw HearthError(.unknown, "the save is never done")
    }

    @Test func manyCorrelationsAreChangedByReaders() throws {
        try store.commit(.save(Self.correlations(0..<10)))
        try other.commit(.save(Self.correlations(0..<10)))
        let (receipt, rounds) = try complete([Self.member(2)])
        let expected = try other.commit(.save([Self.member(2)]))
        #expect(rounds > 0)
        #expect(receipt.added == 1 && receipt.deleted == 1 && receipt.anchor.sequence == expected.anchor.sequence)
        #expect(try store.rows(type("bloodPressure")) == other.rows(type("bloodPressure")))
        try store.writer.verify()
        let restarted = try ExampleStore(storage.reopened())
        #expect(try restarted.rows(type("bloodPressure")) == other.rows(type("bloodPressure")))
    }

    /// What changes little is done at once.
    @Test func aSmallChangeIsDoneAtOnce() throws {
        var few = Self.correlations(0..<1)
        few[2] = SampleColumns(
            type: few[2].type,
            ids: few[2].ids,
            starts: few[2].starts,
            payload: .correlation(CorrelationColumns(lengths: [2], members: [few[0].ids[0], Self.member(1).ids[0]]))
        )
        try store.commit(.save(few))
        #expect(try complete([Self.member(2)]).rounds == 0)
    }

    /// A correlation may be large, and many can be changed with as many samples; one sample does not change everything.
    @Test func theMembersThatASaveChangesAreLimited() throws {
        try store.commit(.save(Self.correlations(0..<12)))
        #expect(try complete([Self.member(2)]).receipt.deleted == 1)
        try other.commit(.save(Self.correlations(0..<14)))
        let before = other.writer.snapshot
        let error = #expect(throws: HearthError.self) { try other.save(Self.member(2)) }
        #expect(error?.code == .limitExceeded && error?.field == "columns[0].metadata")
        #expect(other.writer.snapshot.head == before.head)
        try other.delete((20_000..<20_004).map(exampleID))
        #expect(try other.save(Self.member(2)).deleted == 1)
    }

    /// A sample in many workouts, and a save that replaces samples in many segments.
    @Test func manyWorkoutsAndSegmentsAreChangedByReaders() throws {
        let count = 200
        let workouts = (0..<count).map { exampleID(30_000 + $0) }
        for store in [store, other] {
            try store.save(Self.member(1))
            try store.save(
                SampleColumns(
                    type: .workout,
                    ids: workouts,
                    starts: workouts.indices.map { at(1_795_000_000_000_000_000 + Int64($0)) },
                    payload: .workout(
                        WorkoutColumns(activityTypes: workouts.map { _ in WorkoutActivityType(rawValue: 37) })
                    )
                )
            )
            for workout in workouts {
                try store.commit(.addToWorkout(AddToWorkout(workout: workout, stored: Self.member(1).ids)))
            }
        }
        let (_, rounds) = try complete([Self.member(2)])
        try other.save(Self.member(2))
        #expect(rounds > 0)
        for store in [store, other] {
            for workout in [workouts[0], workouts[count - 1]] {
                let clause = Clause(type: Self.pressure, predicate: Predicate(terms: [.inWorkout(workout)]))
                let cursor = try store.reader.query(QuerySamples(clauses: [clause]), in: store.writer.snapshot)
                #expect(try cursor.next()?.columns.first?.ids == Self.member(2).ids)
            }
            try store.writer.verify()
        }
    }
}
