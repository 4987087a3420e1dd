import HearthModel
import HearthWire
import Testing

@testable import HearthStore

@Suite struct StoreWorkoutTests {
    private let storage = MemoryStorage()
    private let store: ExampleStore

    init() throws {
        store = try ExampleStore(storage)
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

    /// The samples of a workout go to its next version without being read, however many they are.
    @Test func theNextVersionOfAWorkoutTakesItsSamples() throws {
        let count = 20_000
        try store.save(exampleRates(1_000..<1_000 + count))
        try store.save(run(1, version: 1))
        let stored = (1_000..<1_000 + count).map { exampleID($0) }
        for start in stride(from: 0, to: count, by: 5_000) {
            let part = Array(stored[start..<start + 5_000])
            try store.commit(.addToWorkout(AddToWorkout(workout: exampleID(1), stored: part)))
        }
        try store.finishMaintenance()
        let before = store.writer.snapshot
        let (work, associations) = (store.writer.reader.work, before.associations.elements.map(\.id))
        try store.save(run(2, version: 2))
        #expect(store.writer.reader.work - work < 100)
        #expect(store.writer.snapshot.associations.elements.map(\.id) == associations)
        #expect(try members(of: 2, in: store.writer.snapshot) == stored)
        #expect(try members(of: 1, in: store.writer.snapshot).isEmpty)
        #expect(try members(of: 1, in: before) == stored)
        // Another version, and a start, find them as well. Then they go with their workout.
        try store.save(run(3, version: 3))
        try store.writer.verify()
        let restarted = try ExampleStore(storage.reopened())
        #expect(try members(of: 3, in: restarted.writer.snapshot, of: restarted) == stored)
        try restarted.delete([exampleID(3)])
        try restarted.writer.verify()
        #expect(restarted.writer.snapshot.associations.isEmpty)
        // Who reads an earlier state finds its blocks.
        try store.delete([exampleID(3)])
        try store.finishMaintenance()
        #expect(try members(of: 1, in: before) == stored)
    }

    /// Only the block of the workout that names the replaced sample is read.
    @Test func theNextVersionOfASampleTakesItsPlaceInAWorkout() throws {
        try store.save(run(1, version: 1))
        for round in 1...20 {
            let rates = exampleRates(round * 1_000..<round * 1_000 + 1_000)
            try store.commit(.addToWorkout(AddToWorkout(workout: exampleID(1), columns: [rates])))
        }
        var old = exampleRates([50])
        old.metadata = exampleSync("rate", version: 1)
        try store.commit(.addToWorkout(AddToWorkout(workout: exampleID(1), columns: [old])))
        var new = exampleRates([51])
        new.metadata = exampleSync("rate", version: 2)
        try store.save(new)
        let found = try members(of: 1, in: store.writer.snapshot)
        #expect(found.contains(exampleID(51)) && !found.contains(exampleID(50)))
        #expect(found.count == 20_001)
    }

    /// The stored samples of a workout, as a predicate finds them.
    private func members(
        of workout: Int,
        in snapshot: Snapshot,
        of store: ExampleStore? = nil
    ) throws -> [ObjectID] {
        let predicate = Predicate(terms: [.inWorkout(exampleID(workout))])
        let clause = Clause(type: ExampleStore.heartRate, predicate: predicate)
        let query = try (store ?? self.store).reader.query(QuerySamples(clauses: [clause]), in: snapshot)
        var ids: [ObjectID] = []
        while let batch = try query.next() {
            ids += batch.columns.flatMap(\.ids)
        }
        return ids
    }
}
