import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// The work of commits and of maintenance grows with the number of workouts, and no faster: saves of all clients wait for it.
/// Counted, as time is not the same twice.
@Suite struct ManyWorkoutsTests {
    private static let count = 400

    /// UUIDs that say nothing of their age, so that the directory does not lead from a workout to its samples.
    private static func workouts(_ count: Int) -> [ObjectID] {
        (1...UInt64(count)).map { ObjectID(high: $0 &* 0x9E37_79B9_7F4A_7C15, low: $0) }
    }

    private static func addition(_ number: Int, to workout: ObjectID) -> Write {
        Write(
            origin: ExampleStore.app,
            operation: .addToWorkout(AddToWorkout(workout: workout, stored: [exampleID(number)]))
        )
    }

    /// A store with workouts that have a sample each, before any maintenance.
    private static func store(_ count: Int, _ storage: MemoryStorage = MemoryStorage()) throws -> ExampleStore {
        let store = try ExampleStore(storage)
        let workouts = workouts(count)
        try store.save(
            SampleColumns(
                type: .workout,
                ids: workouts,
                starts: workouts.indices.map { at(1_795_000_000_000_000_000 + Int64($0)) },
                payload: .workout(
                    WorkoutColumns(
                        activityTypes: workouts.map { _ in WorkoutActivityType(rawValue: 37) }
                    )
                )
            )
        )
        try store.save(exampleRates(0..<count))
        let outcomes = store.writer.commit(workouts.enumerated().map { addition($0, to: $1) })
        #expect(outcomes.count == count)
        for outcome in outcomes {
            _ = try outcome.get()
        }
        #expect(store.writer.snapshot.associations.count == count)
        return store
    }

    /// The work of an action in a store.
    private static func work(in store: ExampleStore, _ action: (ExampleStore) throws -> Void) throws -> Int {
        let before = store.writer.reader.work
        try action(store)
        return store.writer.reader.work - before
    }

    /// Twice as many workouts make an action about twice as much work.
    private static func expectLinear(_ work: (Int) throws -> Int) throws {
        let (one, two) = (try work(count), try work(2 * count))
        #expect(one >= count, "\(one) is not all of the work")
        #expect(two < 3 * one, "\(one) becomes \(two)")
    }

    @Test(arguments: [false, true])
    func aDeletionGoesThroughTheAssociationsOnce(byPredicate: Bool) throws {
        try Self.expectLinear { count in
            let store = try Self.store(count)
            let work = try Self.work(in: store) { store in
                if byPredicate {
                    try store.commit(.delete(.matching(Clause(type: .workout))))
                } else {
                    try store.delete(Self.workouts(count))
                }
            }
            #expect(store.writer.snapshot.associations.isEmpty)
            #expect(store.writer.snapshot.sampleCount == count)
            try store.writer.verify()
            return work
        }
    }

    /// In the commit that has made them.
    @Test func newAssociationsGoWithTheirWorkouts() throws {
        let store = try Self.store(Self.count)
        let workouts = Self.workouts(Self.count)
        let additions = (0..<Self.count).map { Self.addition(Self.count - 1 - $0, to: workouts[$0]) }
        let deletion = Write(
            origin: ExampleStore.app,
            operation: .delete(.objects(Array(workouts.dropLast(2))))
        )
        for outcome in store.writer.commit(additions + [deletion]) {
            _ = try outcome.get()
        }
        let left = store.writer.snapshot.associations.elements.map(\.workout)
        #expect(left == Array(workouts.suffix(2) + workouts.suffix(2)))
        try store.writer.verify()
    }

    @Test(arguments: [false, true])
    func maintenanceCountsTheAssociationsOfAllWorkoutsAtOnce(afterOpening: Bool) throws {
        try Self.expectLinear { count in
            let storage = MemoryStorage()
            var store = try Self.store(count, storage)
            if afterOpening {
                store = try ExampleStore(storage.reopened())
            }
            return try Self.work(in: store) { try $0.finishMaintenance() }
        }
    }

    /// Samples that were added one by one.
    @Test func maintenancePutsTheAssociationsOfEachWorkoutTogether() throws {
        let store = try Self.store(3)
        let workouts = Self.workouts(3)
        try store.save(exampleRates(3..<400))
        for outcome in store.writer.commit((3..<400).map { Self.addition($0, to: workouts[$0 % 2]) }) {
            _ = try outcome.get()
        }
        #expect(store.writer.snapshot.associations.count == 400)
        try store.finishMaintenance()
        #expect(store.writer.snapshot.associations.count == 3)
        let counts = workouts.map { workout in
            store.writer.snapshot.associations.associations(with: workout) { _ in }.map(\.summary.count)
        }
        #expect(counts == [[199], [200], [1]])
        try store.writer.verify()
    }
}
