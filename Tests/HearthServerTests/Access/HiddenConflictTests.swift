import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// An app learns of few samples that are hidden from it by saving samples with their UUIDs: `ACCESS.md`, "UUIDs".
@Suite struct HiddenConflictTests {
    private static let app: AppID = "org.example.guesser"
    private static let workout = exampleID(900)

    private let disk = SimulatedDisk()
    private let harness: ServerHarness
    private let tool: TestClient
    private let client: TestClient

    /// Another app has heart rates 1 to 20, of which the app may read none, and step counts 31 to 40, of which it reads all.
    init() throws {
        harness = try ServerHarness(.withAppSockets, storage: disk, sharesClock: true)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        let other = try harness.open("org.example.watch")
        other.send(2, .save(exampleSamples(1...20), exampleSamples(31...40, of: .stepCount)))
        #expect(other.receive().committed.map(\.added) == [30])
        tool.send(2, .accessControl(.add(Self.app, name: "")))
        let grants = [
            Grant(.stepCount, share: .allowed, read: .allowed), Grant(.workout, share: .allowed),
            Grant(.activeEnergyBurned, share: .allowed),
        ]
        tool.send(3, .accessControl(.decide(Self.app, grants)))
        #expect(tool.receive().map(\.errorCode) == [nil, nil])
        client = try harness.open(Self.app.description, through: Self.app)
    }

    /// A save of step counts with UUIDs of some samples.
    private func guess(_ numbers: Int..., more: Bool = false) -> Request {
        var columns = exampleSamples(numbers, of: .stepCount)
        columns.payload = .quantity(QuantityColumns(values: numbers.map { _ in 7 }))
        return .save(columns, more: more)
    }

    private func replies(_ request: Request, _ call: UInt64) -> [ErrorCode?] {
        client.send(call, request)
        return client.receive().map(\.errorCode)
    }

    private func saveRefusals(_ call: UInt64) -> [SaveRefusal] {
        tool.send(call, .accessControl(.list))
        guard case .accessList(let list)? = tool.receive().first?.reply else { return [] }
        return list.saveRefusals
    }

    private func guessToTheLimit() {
        for number in 1...Limits.hiddenConflicts {
            #expect(replies(guess(number), UInt64(100 + number)) == [.identifierConflict])
        }
    }

    // MARK: - Counting

    @Test func afterAFewUUIDsOfHiddenSamplesAllSavesAreRefused() throws {
        guessToTheLimit()
        for (call, number) in [(110, 5), (111, 700)] as [(UInt64, Int)] {
            client.send(call, guess(number))
            guard case .error(let refusal)? = client.receive().first?.reply else {
                Issue.record("a save was accepted")
                return
            }
            #expect(refusal.error.code == .limitExceeded && !refusal.error.message.contains(exampleID(5).description))
        }
        #expect(replies(guess(701, more: true), 112) == [.limitExceeded])
        let workout = AddToWorkout(workout: Self.workout, columns: [exampleSamples([702], of: .stepCount)])
        #expect(replies(.addToWorkout(workout), 113) == [.limitExceeded])
        let again = try harness.open(Self.app.description, through: Self.app)
        again.send(2, guess(703))
        #expect(again.receive().map(\.errorCode) == [.limitExceeded], "the app is refused, and not its connection")
    }

    /// The owner trusts the app, whatever the disk says of it.
    @Test func savesThatTheOwnerAllowsAreNotRefusedAfterAnUnknownOutcome() {
        guessToTheLimit()
        #expect(replies(guess(701), 110) == [.limitExceeded])
        disk.failure = .failedAfterwards
        tool.send(10, .accessControl(.decide(Self.app, [Grant(.heartRate, share: .allowed)])))
        #expect(tool.receive().map(\.errorCode) == [.storageFailed])
        #expect(replies(guess(701), 111) == [nil])
    }

    @Test func otherAppsAndReadsAreNotRefused() throws {
        guessToTheLimit()
        #expect(replies(.query(.stepCount), 110) == [nil, nil])
        #expect(replies(.deleteObjects(DeleteObjects(.objects([exampleID(700)]))), 111) == [.objectNotFound])
        let other = try harness.open("org.example.watch")
        other.send(2, guess(1))
        #expect(other.receive().map(\.errorCode) == [.identifierConflict])
        other.send(3, .save(exampleSamples(21...21)))
        #expect(other.receive().committed.map(\.added) == [1])
    }

    @Test func savesUnderWayTogetherLearnNoMore() {
        // Alternately of a hidden sample and of none.
        var requests: [(call: UInt64, request: Request)] = []
        for number in 1...20 {
            requests.append((UInt64(100 + 2 * number), guess(number)))
            requests.append((UInt64(101 + 2 * number), guess(700 + number)))
        }
        client.send(requests)
        let codes = client.receive().sorted { $0.call < $1.call }.map(\.errorCode)
        let answered = 2 * Limits.hiddenConflicts - 1
        for (index, code) in codes.enumerated() {
            let expected: ErrorCode? = index.isMultiple(of: 2) ? .identifierConflict : nil
            #expect(code == (index < answered ? expected : .limitExceeded))
        }
        #expect(codes.count == 40)
    }

    @Test func conflictsWithWhatTheAppSeesDoNotCount() {
        #expect(replies(guess(600), 100) == [nil])
        for call in stride(from: UInt64(101), to: 200, by: 3) {
            #expect(replies(guess(31), call) == [.identifierConflict], "another app's, which it may read")
            var own = exampleSamples([600], of: .stepCount)
            own.payload = .quantity(QuantityColumns(values: [8]))
            #expect(replies(.save(own), call + 1) == [.identifierConflict], "its own")
            // Two columns with one UUID, which is not stored.
            var repeated = exampleSamples([601], of: .stepCount)
            repeated.payload = .quantity(QuantityColumns(values: [9]))
            #expect(
                replies(.save(exampleSamples([601], of: .activeEnergyBurned), repeated), call + 2)
                    == [.identifierConflict]
            )
        }
        #expect(replies(guess(602), 400) == [nil])
        #expect(saveRefusals(10).isEmpty)
    }

    /// It tells nothing new: an app may try again what was refused.
    @Test func theSameUUIDCountsOnce() {
        for call in 0..<20 {
            #expect(replies(guess(call % 2 == 0 ? 1 : 2), UInt64(100 + call)) == [.identifierConflict])
        }
        #expect(replies(guess(700), 200) == [nil])
        #expect(saveRefusals(10).isEmpty)
        for number in 3...Limits.hiddenConflicts {
            #expect(replies(guess(number), UInt64(200 + number)) == [.identifierConflict])
        }
        #expect(replies(guess(701), 300) == [.limitExceeded])
        #expect(saveRefusals(11).map(\.app) == [Self.app])
    }

    /// Those under way together count as those that follow each other.
    @Test func theSameUUIDCountsOnceInAGroup() {
        client.send((0..<20).map { (UInt64(100 + $0), guess($0 % 2 == 0 ? 1 : 2)) })
        #expect(client.receive().map(\.errorCode) == Array(repeating: .identifierConflict, count: 20))
        #expect(replies(guess(700), 200) == [nil])
    }

    // MARK: - Deleted samples

    /// Deletes samples of the other app.
    private func delete(_ numbers: Int...) throws {
        let other = try harness.open("org.example.watch")
        other.send(2, .deleteObjects(DeleteObjects(.objects(numbers.map(exampleID)))))
        #expect(other.receive().map(\.errorCode) == [nil])
    }

    private func refusal(of request: Request, _ call: UInt64) throws -> HearthError {
        client.send(call, request)
        guard case .error(let refusal)? = client.receive().first?.reply else { throw Unexpected("a save was accepted") }
        return refusal.error
    }

    /// It says what it says of a hidden sample that is stored, and counts as one.
    @Test func theUUIDOfAHiddenDeletionCounts() throws {
        let stored = try refusal(of: guess(1), 100)
        try delete(1, 2, 3, 4)
        let deleted = try refusal(of: guess(2), 101)
        #expect(deleted.code == .identifierConflict && deleted.field == stored.field)
        let texts = [(stored, 1), (deleted, 2)].map {
            $0.message.replacing(exampleID($1).description, with: "")
        }
        #expect(texts[0] == texts[1])
        #expect(try refusal(of: guess(1), 102).message == stored.message, "the same UUID counts once")
        #expect(replies(guess(700, 3), 103) == [.identifierConflict])
        #expect(replies(guess(4), 104) == [.identifierConflict])
        #expect(replies(guess(701), 105) == [.limitExceeded])
    }

    @Test func theUUIDOfADeletionThatTheAppSeesDoesNotCount() throws {
        try delete(31, 32, 33, 34, 35, 36)
        for number in 31...36 {
            let refusal = try refusal(of: guess(number), UInt64(100 + number))
            #expect(refusal.code == .identifierConflict && refusal.message.hasPrefix("Another app has deleted"))
            #expect(refusal.field == "save.columns[0].uuids[0]")
        }
        #expect(replies(guess(600), 200) == [nil])
        #expect(saveRefusals(10).isEmpty)
    }

    /// A deleted member would be visible in the other app's correlation again, or a sample in its workout.
    @Test func nothingTakesThePlaceOfADeletedMember() throws {
        let other = try harness.open("org.example.watch")
        let members = [
            exampleSamples([50], of: .bloodPressureSystolic), exampleSamples([51], of: .bloodPressureDiastolic),
        ]
        let pressure = SampleColumns(
            type: .bloodPressure,
            ids: [exampleID(52)],
            starts: members[0].starts,
            payload: .correlation(CorrelationColumns(lengths: [2], members: members.flatMap(\.ids)))
        )
        other.send(2, .save(Save(columns: members + [pressure])))
        other.send(3, .deleteObjects(DeleteObjects(.objects([exampleID(50)]))))
        #expect(other.receive().map(\.errorCode) == [nil, nil])
        let intruder = try harness.open("org.example.intruder")
        intruder.send(2, .save(exampleSamples([50], of: .bloodPressureSystolic)))
        #expect(intruder.receive().map(\.errorCode) == [.identifierConflict])
        other.send(4, .save(members[0]))
        #expect(other.receive().map(\.errorCode) == [nil], "the app itself may save it again")
    }

    /// An owner deletes an import, and imports again for another app. Through an app's socket the tool is that app.
    @Test func theOwnersToolMayTakeDeletedUUIDs() throws {
        try delete(1, 2)
        let throughSocket = try harness.open(Self.app.description, through: Self.app, isOwnersTool: true)
        throughSocket.send(2, guess(1))
        #expect(throughSocket.receive().map(\.errorCode) == [.identifierConflict])
        let asApp = try harness.open(Self.app.description, isOwnersTool: true)
        asApp.send(2, guess(1))
        #expect(asApp.receive().map(\.errorCode) == [nil])
        #expect(replies(guess(1), 100) == [nil], "its own by now")
        let source = Provenance(source: Source(bundleIdentifier: "com.example.phone", name: "Phone"))
        var imported = exampleSamples([2])
        imported.provenance = DictionaryColumn(entries: [source])
        tool.send(10, .save(imported))
        #expect(tool.receive().map(\.errorCode) == [nil])
    }

    /// Whether or not something was decided about the app since.
    @Test(arguments: [false, true]) func aProgramThatWasTheOwnersToolAtHelloTakesNone(isDecided: Bool) throws {
        try delete(1)
        let app: AppID = "org.example.import"
        let former = try harness.open(app.description, isOwnersTool: true)
        former.send(2, .save(exampleSamples([50], of: .stepCount)))
        #expect(former.receive().committed.map(\.added) == [1])
        former.becomeAnotherProgram()
        if isDecided {
            tool.send(10, .accessControl(.decide(app, [Grant(.heartRate, read: .denied)])))
            #expect(tool.receive().map(\.errorCode) == [nil])
        }
        former.send(3, guess(1))
        #expect(former.receive().map(\.errorCode) == [.identifierConflict])
        former.send(4, .save(exampleSamples([51], of: .stepCount)))
        #expect(former.receive().committed.map(\.added) == [1])
    }

    @Test func everyWayToSaveCounts() throws {
        var marked = exampleSamples([1], of: .stepCount)
        let mark = [
            Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string("a")),
            Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(1)),
        ]
        marked.metadata = DictionaryColumn(entries: [try Metadata(mark)])
        #expect(replies(.save(marked), 100) == [.identifierConflict])
        let workout = SampleColumns(
            type: .workout,
            ids: [Self.workout],
            starts: marked.starts,
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        #expect(replies(.save(workout), 101) == [nil])
        let addition = AddToWorkout(workout: Self.workout, columns: [exampleSamples([2], of: .stepCount)])
        #expect(replies(.addToWorkout(addition), 102) == [.identifierConflict])
        // In two frames.
        client.send([(103, guess(701, more: true)), (103, guess(3))])
        #expect(client.receive().map(\.errorCode) == [.identifierConflict])
        // Readers prepare a large save.
        let large = exampleSamples([4] + Array(10_000..<90_000), of: .stepCount)
        #expect(replies(.save(large), 104) == [.identifierConflict])
        #expect(replies(guess(702), 105) == [.limitExceeded])
    }

    // MARK: - The end

    @Test func theLimitEndsADayAfterTheFirstGuess() {
        #expect(replies(guess(1), 100) == [.identifierConflict])
        harness.advance(seconds: 3_600)
        for number in 2...Limits.hiddenConflicts {
            #expect(replies(guess(number), UInt64(100 + number)) == [.identifierConflict])
        }
        let day = Double(Limits.hiddenConflictSeconds)
        harness.advance(seconds: day - 3_601)
        #expect(replies(guess(701), 110) == [.limitExceeded])
        harness.advance(seconds: 1)
        #expect(replies(guess(702), 111) == [nil])
        #expect(replies(guess(5), 112) == [.identifierConflict])
        #expect(replies(guess(703), 113) == [.limitExceeded], "the others still count")
    }

    @Test func allowingTheAppToSaveEndsIt() {
        guessToTheLimit()
        #expect(saveRefusals(10).map(\.app) == [Self.app])
        tool.send(11, .accessControl(.decide("org.example.other", [Grant(.stepCount, read: .denied)])))
        tool.send(12, .accessControl(.ask(true)))
        _ = tool.receive()
        #expect(replies(guess(701), 110) == [.limitExceeded], "the owner has decided nothing about this app")
        tool.send(13, .accessControl(.decide(Self.app, [Grant(.workout, share: .allowed)])))
        _ = tool.receive()
        #expect(replies(guess(702), 111) == [nil])
        #expect(saveRefusals(14).isEmpty)
    }

    /// An owner who takes something from an app, or lets it read, gives it no further guesses.
    @Test(arguments: [
        Grant(.workout, share: .denied), Grant(.workout, share: .undetermined), Grant(.stepCount, read: .denied),
        Grant(.stepCount, read: .undetermined), Grant(.bloodPressureSystolic, read: .allowed),
        Grant(.activeEnergyBurned, share: .denied, read: .denied),
    ])
    func anotherDecisionDoesNotEndIt(_ grant: Grant) {
        guessToTheLimit()
        tool.send(10, .accessControl(.decide(Self.app, [grant])))
        #expect(tool.receive().map(\.errorCode) == [nil])
        #expect(replies(guess(701), 110) == [.limitExceeded])
        #expect(saveRefusals(11).map(\.app) == [Self.app])
    }

    @Test func anotherNameOfItsSocketDoesNotEndItAndAnotherSocketDoes() throws {
        guessToTheLimit()
        tool.send(10, .accessControl(.add(Self.app, name: "Guesser")))
        _ = tool.receive()
        #expect(saveRefusals(11).map(\.app) == [Self.app])
        tool.send(12, .accessControl(.remove(Self.app)))
        _ = tool.receive()
        #expect(saveRefusals(13).isEmpty)
        tool.send(14, .accessControl(.add(Self.app, name: "")))
        _ = tool.receive()
        let again = try harness.open(Self.app.description, through: Self.app)
        again.send(2, guess(701))
        #expect(again.receive().map(\.errorCode) == [nil])
    }

    /// The question shows the limit, so its answer is an informed one.
    @Test func theAnswerToAQuestionEndsIt() throws {
        guessToTheLimit()
        let asking = try harness.open(Self.app.description, through: Self.app)
        asking.send(2, .authorization(Authorization(share: [.bloodPressureSystolic], isRequest: true)))
        #expect(asking.receive().isEmpty)
        #expect(saveRefusals(10).map(\.app) == [Self.app], "asking alone ends nothing")
        tool.send(11, .accessControl(.decide(Self.app, [Grant(.bloodPressureSystolic, share: .allowed)])))
        _ = tool.receive()
        #expect(saveRefusals(12).isEmpty)
    }

    @Test func whatAnAppAsksForDoesNotEndIt() throws {
        // An app that need not ask, and to which heart rates are denied.
        let app = "org.example.denied"
        tool.send(10, .accessControl(.decide(AppID(app), [Grant(.heartRate, read: .denied)])))
        _ = tool.receive()
        let client = try harness.open(app)
        for number in 1...Limits.hiddenConflicts {
            client.send(UInt64(1 + number), guess(number))
            #expect(client.receive().map(\.errorCode) == [.identifierConflict])
        }
        client.send(10, .authorization(Authorization(share: [.workout], read: [.workout], isRequest: true)))
        #expect(client.receive().map(\.errorCode) == [nil])
        client.send(11, guess(701))
        #expect(client.receive().map(\.errorCode) == [.limitExceeded])
    }

    // MARK: - The owner

    @Test func theOwnerIsToldOnce() {
        guessToTheLimit()
        _ = replies(guess(5), 110)
        #expect(harness.core.takeAccessEvents() == [.savesRefused(Self.app)])
        #expect(harness.core.takeAccessEvents().isEmpty)
        let until = Timestamp(nanoseconds: Limits.hiddenConflictSeconds * 1_000_000_000)
        #expect(saveRefusals(10) == [SaveRefusal(Self.app, until: until)])
        #expect(saveRefusals(11).map(\.since) == [Timestamp(nanoseconds: 0)])
    }
}
