import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// The samples of workouts, which predicates look up, are in memory once, and are read in steps.
@Suite struct MemberSetTests {
    private static let walk = exampleID(100_000)
    private static let count = 20_000
    /// What a step may do, and what it does at once beside that.
    private static let allowed = 2_048
    private static let atOnce = 16_384

    private let store: ExampleStore

    init() throws {
        store = try ExampleStore()
        try store.save(exampleRates(0..<Self.count))
        try store.save(
            SampleColumns(
                type: .workout,
                ids: [Self.walk],
                starts: [at(1_795_000_000_000_000_000)],
                payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
            )
        )
        try add(0..<Self.count)
    }

    private func add(_ numbers: Range<Int>) throws {
        let stored = numbers.map { exampleID($0) }
        try store.commit(.addToWorkout(AddToWorkout(workout: Self.walk, stored: stored)))
    }

    private static let clause = Clause(
        type: ExampleStore.heartRate,
        predicate: Predicate(terms: [.inWorkout(walk)])
    )

    @Test func readersOfOneWorkoutHoldOneSet() throws {
        let snapshot = store.writer.snapshot
        var sets: [MemberSet] = []
        for _ in 0..<4 {
            let reader = try store.writer.makeReader()
            sets += try reader.query(QuerySamples(clauses: [Self.clause]), in: snapshot).held.shared
            sets += try reader.changes(QueryChanges(clauses: [Self.clause]), in: snapshot).held.shared
            sets += try reader.sources(ListSources(clauses: [Self.clause]), in: snapshot).held.shared
            let search = MatchingSearch(Self.clause, by: ExampleStore.app)
            while try !search.step(reader, rows: 64, newest: snapshot) {}
            sets += search.held.shared
        }
        #expect(sets.count == 16 && sets.allSatisfy { $0 === sets[0] })
        #expect(sets[0].ids.count == Self.count)
        #expect((16 * Self.count...44 * Self.count).contains(sets[0].heldBytes))
    }

    /// Many that want the set at once build it together.
    @Test func aSetIsBuiltOnce() throws {
        let snapshot = store.writer.snapshot
        var open = (0..<16).map { _ in store.reader.preparation(of: [Self.clause], in: snapshot) }
        let before = store.reader.work
        var sets: [MemberSet] = []
        var held = 0
        while !open.isEmpty {
            held = max(held, open.reduce(0) { $0 + $1.held.bytes })
            try open.removeAll { preparation in
                guard try preparation.step(store.reader, rows: 1) else { return false }
                sets += preparation.held.shared
                return true
            }
        }
        #expect(sets.count == 16 && sets.allSatisfy { $0 === sets[0] })
        #expect(store.reader.work - before < 2 * Self.count)
        // While it is built, one of them holds it.
        #expect((16 * Self.count...44 * Self.count).contains(held))
    }

    @Test func aSetIsCountedWhileItIsRead() throws {
        do {
            let search = MatchingSearch(Self.clause, by: ExampleStore.app)
            #expect(try !search.step(store.reader, rows: 1, newest: store.writer.snapshot))
            #expect(search.held.bytes >= 16 * Self.count)
        }
        let preparation = store.reader.preparation(of: [Self.clause], in: store.writer.snapshot)
        #expect(try !preparation.step(store.reader, rows: 1))
        #expect(preparation.held.bytes >= 16 * Self.count)
        while try !preparation.step(store.reader, rows: 1) {}
        #expect(preparation.held.bytes == 0 && preparation.held.shared.count == 1)
    }

    /// Rows that do not fit into a batch are held, and counted.
    @Test func aQueryReportsTheRowsThatItHolds() throws {
        let cursor = try store.reader.query(
            QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)]),
            in: store.writer.snapshot
        )
        #expect(cursor.held == ReadingMemory())
        _ = try cursor.next()
        #expect(cursor.held.bytes > 3_000 * 16)
        while try cursor.next() != nil {}
        #expect(cursor.held == ReadingMemory())
    }

    @Test func theSamplesOfAWorkoutAreReadInSteps() throws {
        let snapshot = store.writer.snapshot
        let preparation = store.reader.preparation(of: [Self.clause], in: snapshot)
        var steps = 0
        var isPrepared = false
        while !isPrepared {
            let before = store.reader.work
            isPrepared = try preparation.step(store.reader, rows: Self.allowed)
            #expect(store.reader.work - before <= Self.allowed + 4_096)
            steps += 1
        }
        #expect(steps >= 4)
        let query = try store.reader.query(QuerySamples(clauses: [Self.clause]), in: snapshot, preparation)
        // Its segments are found by the UUIDs, in steps as well.
        var found = 0
        var isAtEnd = false
        while !isAtEnd {
            let before = store.reader.work
            switch try query.step(store.reader, rows: Self.allowed) {
            case .batch(let batch): found += batch.columns.reduce(0) { $0 + $1.count }
            case .pause: break
            case .end: isAtEnd = true
            }
            #expect(store.reader.work - before <= Self.allowed + Self.atOnce)
        }
        #expect(found == Self.count)
    }

    /// The writer does not look up many workouts again: it returns the deletion, whose search does that in steps.
    @Test func aDeletionOfManyChangedWorkoutsReturnsFromTheWriterToItsSearch() throws {
        let workouts = (200_000..<200_400).map { exampleID($0) }
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
        func join(_ numbers: Range<Int>) throws {
            _ = try store.writer.commit(
                workouts.map { workout in
                    Write(
                        origin: ExampleStore.app,
                        operation: .addToWorkout(AddToWorkout(workout: workout, stored: numbers.map { exampleID($0) }))
                    )
                }
            ).map { try $0.get() }
        }
        try join(0..<100)
        let clause = Clause(
            type: ExampleStore.heartRate,
            predicate: Predicate(terms: workouts.map { .inWorkout($0) } + [.anyOf(UInt32(workouts.count))])
        )
        let search = MatchingSearch(clause, by: ExampleStore.app)
        func finish() throws -> Write {
            var isFound = false
            while !isFound {
                let before = store.reader.work
                isFound = try search.step(store.reader, rows: Self.allowed, newest: store.writer.snapshot)
                #expect(store.reader.work - before <= Self.allowed + Self.atOnce)
            }
            let deletion = Write(origin: ExampleStore.app, operation: .delete(.matching(clause)))
            return deletion.prepared(.success(.rows(try #require(search.found))))
        }
        let searched = try finish()
        try join(100..<300)
        let before = store.writer.reader.work
        #expect(store.writer.commit([searched])[0].result == nil)
        #expect(store.writer.reader.work - before <= StoreOptions.standard.searchedRows + Self.atOnce)
        #expect(try store.writer.commit([finish()])[0].get().deleted == 300)
    }
}
