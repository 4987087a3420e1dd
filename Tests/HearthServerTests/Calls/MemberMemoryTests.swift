import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Queries that wait for credit hold the samples of the workouts that they name: once for all of them, and within limits.
@Suite struct MemberMemoryTests {
    private static let workouts = [exampleID(100_000), exampleID(100_001), exampleID(100_002)]
    private static let members = 20_000
    private let harness: ServerHarness
    private let client: TestClient

    /// Each workout has the same samples, which take 532 KB as a set.
    init() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 1
        options.memory.heldBytes = 1_400_000
        options.memory.heldBytesOfProcess = 1_500_000
        harness = try ServerHarness(options)
        client = try harness.open()
        client.send(2, .save(exampleSamples(0..<Self.members)))
        client.send(
            3,
            .save(
                SampleColumns(
                    type: .workout,
                    ids: Self.workouts,
                    starts: Self.workouts.indices.map { Timestamp(nanoseconds: 1_795_000_000_000_000_000 + Int64($0)) },
                    payload: .workout(
                        WorkoutColumns(activityTypes: Self.workouts.map { _ in WorkoutActivityType(rawValue: 37) })
                    )
                )
            )
        )
        for (index, workout) in Self.workouts.enumerated() {
            let stored = (0..<Self.members).map(exampleID)
            client.send(4 + UInt64(index), .addToWorkout(AddToWorkout(workout: workout, stored: stored)))
        }
        #expect(client.receive().committed.count == 5)
    }

    /// A few more samples of a workout than one batch has.
    private static func query(_ workout: Int) -> Request {
        let end = Timestamp(nanoseconds: 1_795_000_000_000_000_000 + 1_100 * 1_000_000_000)
        let terms: [Predicate.Term] = [
            .inWorkout(workouts[workout]),
            .comparison(Comparison(field: .startDate, relation: .less, operand: .integer(end.nanoseconds))),
        ]
        let clause = Clause(type: .heartRate, predicate: Predicate(terms: terms))
        return .querySamples(QuerySamples(clauses: [clause]))
    }

    private func errors(_ client: TestClient, _ calls: ClosedRange<UInt64>, _ request: Request) -> [HearthError] {
        for call in calls {
            client.send(call, request)
        }
        return client.receive().compactMap(\.error)
    }

    @Test func queriesOfOneWorkoutShareItsSamples() throws {
        #expect(errors(client, 10...19, Self.query(0)).isEmpty)
        // Another connection of the same process shares them, too.
        let other = try harness.open()
        #expect(errors(other, 10...11, Self.query(0)).isEmpty)
    }

    @Test func queriesOfTooManyWorkoutsAreRefusedUntilOthersEnd() throws {
        #expect(errors(client, 10...10, Self.query(0)).isEmpty)
        #expect(errors(client, 11...11, Self.query(1)).isEmpty)
        let refused = errors(client, 12...12, Self.query(2))
        #expect(refused.map(\.code) == [.limitExceeded] && refused.map(\.field) == ["query_samples.clauses"])
        client.send(10, .cancel)
        #expect(errors(client, 13...13, Self.query(2)).isEmpty)
        // With its connection everything is gone.
        client.close()
        let other = try harness.open()
        #expect(errors(other, 10...10, Self.query(0)).isEmpty && errors(other, 11...11, Self.query(1)).isEmpty)
    }

    @Test func aDeletionOfTooManyWorkoutsIsRefusedAndHoldsNothingAfterwards() throws {
        let terms = Self.workouts.map { Predicate.Term.inWorkout($0) } + [.anyOf(3)]
        let clause = Clause(type: .heartRate, predicate: Predicate(terms: terms))
        let deletion = Request.deleteObjects(DeleteObjects(.matching(clause)))
        #expect(errors(client, 10...10, deletion).map(\.code) == [.limitExceeded])
        #expect(harness.writer.snapshot.sampleCount == Self.members + Self.workouts.count)
        #expect(errors(client, 11...11, Self.query(0)).isEmpty && errors(client, 12...12, Self.query(1)).isEmpty)
    }
}
