import HearthModel
import HearthStore
import HearthWire
import Testing

@Suite struct StoreWorkoutTests {
    private let store: ExampleStore

    init() throws {
        store = try ExampleStore()
    }

    /// A run that is known under a sync identifier.
    private func run(_ number: Int, version: Int64) -> SampleColumns {
        var columns = SampleColumns(
            type: .workout,
            ids: [exampleID(number)],
            starts: [at(1_795_000_000_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        columns.metadata = exampleSync("run", version: version)
        return columns
    }

    /// The samples are saved first, and then there is no such workout any more.
    @Test func aWorkoutThatItsOwnAdditionReplacesGetsNothing() throws {
        try store.save(run(1, version: 1))
        let before = store.writer.snapshot.head
        let addition = AddToWorkout(workout: exampleID(1), columns: [exampleRates([2]), run(3, version: 2)])
        let error = #expect(throws: HearthError.self) { try store.commit(.addToWorkout(addition)) }
        #expect(error?.code == .workoutNotFound && error?.field == "workout")
        #expect(store.writer.snapshot.head == before)
        #expect(try store.rows(.workout).map(\.id) == [exampleID(1)])
        #expect(try store.rows(ExampleStore.heartRate).isEmpty)
    }

    /// An older version than the stored one replaces nothing: the addition is made.
    @Test func aWorkoutKeepsItsPlaceAgainstAnOlderVersion() throws {
        try store.save(run(1, version: 2))
        let addition = AddToWorkout(workout: exampleID(1), columns: [exampleRates([2]), run(3, version: 1)])
        let receipt = try store.commit(.addToWorkout(addition))
        #expect([receipt.added, receipt.deleted, receipt.unchanged] == [1, 0, 1])
        #expect(try store.rows(.workout).map(\.id) == [exampleID(1)])
    }
}
