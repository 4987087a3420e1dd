import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Workouts and correlations, which are seen with what belongs to them.
@Suite struct GroupVisibilityTests {
    private static let app: AppID = "org.example.reader"
    private static let nutrients = ["Protein", "Sugar"].compactMap {
        ObjectType(identifier: "HKQuantityTypeIdentifierDietary\($0)")
    }
    /// What a turn reads, which is less than looking up a workout takes.
    private static let rowsPerTurn = 64

    private let harness: ServerHarness
    private let tool: TestClient
    private let other: TestClient

    init() throws {
        var options = ServerOptions()
        options.turns.rowsPerTurn = Self.rowsPerTurn
        harness = try ServerHarness(options)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        other = try harness.open("org.example.other")
    }

    /// A client of the app, of which some is decided.
    private func reader(_ grants: [Grant], _ call: UInt64 = 2) throws -> TestClient {
        tool.send(call, .accessControl(.decide(Self.app, grants)))
        #expect(tool.receive().map(\.errorCode) == [nil])
        return try harness.open(Self.app.description)
    }

    private func ids(_ replies: [CoreConnection.Received], _ call: UInt64) -> [ObjectID] {
        replies.filter { $0.call == call }.flatMap { received -> [ObjectID] in
            switch received.reply {
            case .samples(let batch): batch.columns.flatMap(\.ids)
            case .changes(let batch): batch.added.flatMap(\.ids)
            default: []
            }
        }
    }

    @Test func aWorkoutsSamplesAreReadHoweverLittleATurnDoes() throws {
        let workouts = SampleColumns(
            type: .workout,
            ids: (0..<4 * Self.rowsPerTurn).map { exampleID(1_000 + $0) },
            starts: (0..<4 * Self.rowsPerTurn).map { Timestamp(nanoseconds: Int64($0) * 1_000_000_000) },
            payload: .workout(
                WorkoutColumns(
                    activityTypes: Array(repeating: WorkoutActivityType(rawValue: 37), count: 4 * Self.rowsPerTurn)
                )
            )
        )
        let members = exampleSamples(1...3)
        other.send(2, .save(Save(columns: [workouts, exampleSamples(4...9)])))
        other.send(3, .addToWorkout(AddToWorkout(workout: exampleID(1_200), columns: [members])))
        #expect(other.receive().committed.map(\.added) == [UInt64(workouts.count + 6), 3])
        let reader = try reader([Grant(.workout, read: .allowed, since: Timestamp(nanoseconds: 0))])
        let clause = Clause(type: members.type, predicate: Predicate(terms: [.inWorkout(exampleID(1_200))]))
        reader.send(2, .querySamples(QuerySamples(clauses: [clause])))
        // Turn by turn, as a search that starts over at each never ends.
        var replies: [CoreConnection.Received] = []
        for _ in 0..<1_000 {
            _ = harness.core.turn()
            _ = harness.readNext()
            replies += reader.takeReplies()
        }
        #expect(ids(replies, 2) == members.ids)
    }

    private static func workout(_ number: Int) -> SampleColumns {
        SampleColumns(
            type: .workout,
            ids: [exampleID(number)],
            starts: [Timestamp(nanoseconds: 0)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
    }

    private func refusal(_ client: TestClient, _ call: UInt64, _ addition: AddToWorkout) throws -> HearthError {
        client.send(call, .addToWorkout(addition))
        guard case .error(let reply)? = client.receive().first?.reply else {
            throw HearthError(.unknown, "the request was not refused")
        }
        return reply.error
    }

    /// Before the workout and the samples are looked up: the error is the same for those that are not stored.
    @Test(arguments: [Permission.denied, .undetermined])
    func onlyAnAppThatMaySaveWorkoutsAddsToThem(_ permission: Permission) throws {
        other.send(2, .save(Save(columns: [Self.workout(50), exampleSamples(1...3)])))
        #expect(other.receive().committed.map(\.added) == [4])
        tool.send(2, .accessControl(.ask(permission == .undetermined)))
        _ = tool.receive()
        let grants = [
            Grant(.workout, share: permission, read: .allowed), Grant(.heartRate, share: .allowed, read: .allowed),
        ]
        let reader = try reader(grants, 3)
        for (call, (workout, sample)) in zip(2..., [(50, 1), (51, 1), (50, 9)]) {
            let addition = AddToWorkout(workout: exampleID(workout), stored: [exampleID(sample)])
            let error = try refusal(reader, UInt64(call), addition)
            #expect(error.code == (permission == .denied ? .authorizationDenied : .authorizationNotDetermined))
            #expect(error.field == "add_to_workout.workout")
        }
        let clause = Clause(type: .heartRate, predicate: Predicate(terms: [.inWorkout(exampleID(50))]))
        reader.send(9, .querySamples(QuerySamples(clauses: [clause])))
        #expect(ids(reader.receive(), 9).isEmpty)
    }

    /// Few samples the writer looks up, and many the readers.
    @Test(arguments: [1, 6_000]) func onlyWhatAnAppMaySaveIsAddedToWorkouts(_ count: Int) throws {
        let steps = exampleSamples(10_000..<10_000 + count, of: .stepCount)
        other.send(2, .save(Save(columns: [Self.workout(50), exampleSamples(1...3), steps])))
        #expect(other.receive().committed.map(\.added) == [UInt64(4 + count)])
        let reader = try reader(
            [
                Grant(.workout, share: .allowed, read: .allowed), Grant(.stepCount, share: .denied, read: .allowed),
                Grant(.heartRate, share: .denied, read: .denied),
            ]
        )
        let seen = try refusal(reader, 2, AddToWorkout(workout: exampleID(50), stored: steps.ids))
        #expect(seen.code == .authorizationDenied && seen.field == "add_to_workout.stored[0]")
        // What it does not see is not there.
        let hidden = try refusal(reader, 3, AddToWorkout(workout: exampleID(50), stored: [exampleID(2)]))
        #expect(hidden.code == .objectNotFound && hidden.field == "add_to_workout.stored[0]")
        let saving = try self.reader([Grant(.stepCount, share: .allowed)], 3)
        saving.send(2, .addToWorkout(AddToWorkout(workout: exampleID(50), stored: steps.ids)))
        #expect(saving.receive().map(\.errorCode) == [nil])
    }

    private static func electrocardiogram(_ number: Int, of symptom: ObjectID) -> SampleColumns {
        var record = Record()
        record.set(.classification, 1 as Int64)
        record.set(.symptomsStatus, 2 as Int64)
        record.set(.averageHeartRate, 70 as Double)
        record.set(.samplingFrequency, 512 as Double)
        record.set(.symptoms, [symptom])
        return SampleColumns(
            type: .electrocardiogram,
            ids: [exampleID(number)],
            starts: [Timestamp(nanoseconds: 0)],
            payload: .record(RecordColumns(records: [record], lengths: [2], voltages: [0.1, 0.2]))
        )
    }

    /// The record of an electrocardiogram; nil: a clause with a predicate does not find it.
    private func record(_ client: TestClient, _ call: UInt64, _ terms: [Predicate.Term] = []) -> [ObjectID: Record] {
        let clause = Clause(type: .electrocardiogram, predicate: Predicate(terms: terms))
        client.send(call, .querySamples(QuerySamples(clauses: [clause])))
        var found: [ObjectID: Record] = [:]
        for case .samples(let batch) in client.receive().map(\.reply) {
            for columns in batch.columns {
                guard case .record(let records) = columns.payload else { continue }
                found.merge(zip(columns.ids, records.records)) { $1 }
            }
        }
        return found
    }

    /// As the totals of workouts: what another type says is not seen without it.
    @Test func anElectrocardiogramIsSeenWithoutHiddenSymptoms() throws {
        let symptom = try #require(ObjectType.symptoms.first { $0.shortName == "coughing" })
        #expect(ObjectType.symptoms.count > 30)
        let saved = Self.electrocardiogram(50, of: exampleID(60))
        other.send(2, .save(Save(columns: [saved])))
        #expect(other.receive().committed.map(\.added) == [1])
        let all = try reader([])
        #expect(record(all, 2)[exampleID(50)]?.ids(.symptoms) == [exampleID(60)])
        let reader = try reader([Grant(symptom, read: .denied)], 3)
        reader.send(2, .save(Save(columns: [Self.electrocardiogram(51, of: exampleID(61))])))
        #expect(reader.receive().committed.map(\.added) == [1])
        let seen = record(reader, 3)
        #expect(seen[exampleID(50)]?.ids(.symptoms) == [] && seen[exampleID(50)]?.integer(.symptomsStatus) == 0)
        #expect(seen[exampleID(50)]?.number(.averageHeartRate) == 70)
        #expect(seen[exampleID(51)]?.ids(.symptoms) == [exampleID(61)], "its own it sees whole")
        let match = AttributeMatch(name: .symptomsStatus, relation: .equal, operands: .integers([2]))
        #expect(record(reader, 4, [.attribute(match)]).keys.map { $0 } == [exampleID(51)])
    }

    /// The symptom may have ended before the time from which the app reads symptoms.
    @Test func anElectrocardiogramNamesNoSymptomsToAnAppThatReadsOnlyLaterOnes() throws {
        let symptom = try #require(ObjectType.symptoms.first { $0.shortName == "coughing" })
        other.send(2, .save(Save(columns: [Self.electrocardiogram(50, of: exampleID(60))])))
        #expect(other.receive().committed.map(\.added) == [1])
        let since = Timestamp(nanoseconds: 0)
        let reader = try reader([Grant(symptom, read: .allowed, since: since)])
        let seen = record(reader, 2)[exampleID(50)]
        #expect(seen?.ids(.symptoms) == [] && seen?.integer(.symptomsStatus) == 2)
    }

    @Test func aMealIsSeenWithANutrientThatIsSeen() throws {
        let reader = try reader([Grant(Self.nutrients[0], read: .denied)])
        reader.send(2, .queryChanges(QueryChanges(clauses: [Clause(type: .food)], follow: true)))
        _ = reader.receive()
        let kinds: [[Int]] = [[0], [0, 1], [1]]
        var meals: [ObjectID] = []
        for (number, kind) in kinds.enumerated() {
            let first = 10 * (number + 1)
            let members = kind.map { exampleSamples([first + $0], of: Self.nutrients[$0]) }
            let meal = SampleColumns(
                type: .food,
                ids: [exampleID(first + 9)],
                starts: [members[0].starts[0]],
                payload: .correlation(
                    CorrelationColumns(lengths: [UInt32(kind.count)], members: members.flatMap(\.ids))
                )
            )
            meals += meal.ids
            other.send(UInt64(first), .save(Save(columns: members + [meal])))
            #expect(other.receive().committed.map(\.added) == [UInt64(kind.count + 1)])
        }
        #expect(ids(reader.receive(), 2) == Array(meals[1...]))
        reader.send(3, .querySamples(QuerySamples(clauses: [Clause(type: .food)])))
        #expect(ids(reader.receive(), 3) == Array(meals[1...]))
        for (call, meal) in zip(4..., meals) {
            reader.send(UInt64(call), .deleteObjects(DeleteObjects(.objects([meal]))))
        }
        // What is not seen is not said to be another app's.
        #expect(reader.receive().map(\.errorCode) == [.objectNotFound, .notOwner, .notOwner])
    }
}
