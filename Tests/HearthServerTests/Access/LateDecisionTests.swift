import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// A decision holds for the writes that were requested before it and commit after it: `ACCESS.md`.
@Suite struct LateDecisionTests {
    private static let app: AppID = "org.example.diary"

    private let disk = SimulatedDisk()
    private let harness: ServerHarness
    private let client: TestClient

    init() throws {
        harness = try ServerHarness(.withAppSockets, storage: disk)
        client = try harness.open(Self.app.description)
        client.send(2, .save(exampleSamples(1...2), Self.workout(9)))
        #expect(client.receive().committed.map(\.added) == [3])
    }

    private static func workout(_ number: Int) -> SampleColumns {
        let time = exampleSamples([number]).starts[0]
        return SampleColumns(
            type: .workout,
            ids: [exampleID(number)],
            starts: [time],
            ends: [time],
            payload: .workout(
                WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)], details: [WorkoutDetail()])
            )
        )
    }

    /// The writes that the server has for the writer, which has not had them yet.
    private func takeWrites() -> [Write] {
        var taken: [Write] = []
        var hasMore = true
        while hasMore {
            hasMore = harness.core.turn()
            hasMore = harness.readNext() || hasMore
            if let writes = harness.core.takeWrites() {
                taken += writes
                hasMore = true
            }
        }
        return taken
    }

    /// The replies to requests that come after a decision and before it is durable: its commit or its group is theirs, too.
    private func replies(
        to requests: [(call: UInt64, request: Request)],
        of sender: TestClient? = nil,
        after control: AccessControl,
        inOneGroup: Bool = true
    ) throws -> [(call: UInt64, reply: Reply)] {
        let sender = sender ?? client
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(control))
        let decision = takeWrites()
        sender.send(requests)
        let taken = takeWrites()
        #expect(decision.count == 1 && taken.count == requests.count)
        let outcomes =
            inOneGroup
            ? harness.writer.commit(decision + taken)
            : harness.writer.commit(decision) + harness.writer.commit(taken)
        harness.core.finishWrites(outcomes, harness.writer.snapshot)
        #expect(tool.receive().map(\.errorCode) == [nil])
        return sender.receive().map { ($0.call, $0.reply) }
    }

    private static func error(_ reply: Reply?) -> HearthError? {
        if case .error(let failure)? = reply { failure.error } else { nil }
    }

    @Test(arguments: [true, false]) func aSaveThatWasRequestedBeforeADenialIsRefused(inOneGroup: Bool) throws {
        let requests: [(call: UInt64, request: Request)] = [
            (3, .save(exampleSamples(10...10, of: .stepCount))), (4, .save(exampleSamples(11...11))),
        ]
        let denial = AccessControl.decide(Self.app, [Grant(.heartRate, share: .denied)])
        let replies = try replies(to: requests, after: denial, inOneGroup: inOneGroup)
        #expect(replies.map(\.call) == [3, 4] && Self.error(replies.first?.reply) == nil)
        let refused = try #require(Self.error(replies.last?.reply))
        let later = try harness.open(Self.app.description)
        later.send(2, .save(exampleSamples(12...12)))
        #expect(Self.error(later.receive().first?.reply) == refused, "the same error as on arrival")
        #expect(refused.code == .authorizationDenied && refused.field == "save.columns[0].type")
        #expect(harness.writer.snapshot.sampleCount == 4)
    }

    @Test func whatIsAddedAndSetIsDecidedInTheWriterToo() throws {
        let addition = AddToWorkout(workout: exampleID(9), columns: [exampleSamples(10...10)])
        let stored = AddToWorkout(workout: exampleID(9), stored: [exampleID(1)])
        let requests: [(call: UInt64, request: Request)] = [
            (3, .addToWorkout(addition)), (4, .addToWorkout(stored)),
            (5, .characteristics(Characteristics(set: CharacteristicValues(bloodType: 3)))),
        ]
        let denial = [Grant(.heartRate, share: .denied), Grant(.bloodType, share: .denied)]
        let errors = try replies(to: requests, after: .decide(Self.app, denial)).map { Self.error($0.reply) }
        #expect(errors.map { $0?.code } == [.authorizationDenied, .authorizationDenied, .authorizationDenied])
        let fields = ["add_to_workout.columns[0].type", "add_to_workout.stored[0]", "characteristics.set.blood_type"]
        #expect(errors.map { $0?.field } == fields)
        #expect(harness.writer.snapshot.sampleCount == 3 && harness.writer.snapshot.characteristics.bloodType == nil)
        let ofWorkouts = AccessControl.decide(Self.app, [Grant(.workout, share: .denied)])
        let again = try harness.open(Self.app.description)
        let refused = try replies(
            to: [(2, .addToWorkout(AddToWorkout(workout: exampleID(9), stored: [exampleID(2)])))],
            of: again,
            after: ofWorkouts
        )
        #expect(Self.error(refused.first?.reply)?.field == "add_to_workout.workout")
    }

    /// Readers have found the samples under the decisions of before.
    @Test func whatReadersHavePreparedIsDecidedAgain() throws {
        let ids = (100...199).map(exampleID)
        client.send(3, .save(exampleSamples(100...199)))
        #expect(client.receive().committed.map(\.added) == [100])
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.decide(Self.app, [Grant(.heartRate, share: .denied)])))
        let decision = takeWrites()
        client.send(4, .addToWorkout(AddToWorkout(workout: exampleID(9), stored: ids)))
        var writes = decision + takeWrites()
        #expect(writes.count == 2)
        while !writes.isEmpty {
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
            writes = takeWrites()
        }
        let refused = try #require(Self.error(client.receive().last { $0.call == 4 }?.reply))
        #expect(refused.code == .authorizationDenied && refused.field.hasPrefix("add_to_workout.stored["))
    }

    @Test func aClientThatDeclaredItselfIsNotTheAppFromTheMomentThatItHasASocket() throws {
        let requests: [(call: UInt64, request: Request)] = [
            (3, .save(exampleSamples(10...10))), (4, .deleteObjects(DeleteObjects(.objects([exampleID(1)])))),
            (5, .acknowledge(Acknowledge(anchor: harness.writer.snapshot.sealedAnchor, cursor: "all"))),
        ]
        let replies = try replies(to: requests, after: .add(Self.app, name: ""))
        #expect(replies.filter { $0.call != 0 }.allSatisfy { Self.error($0.reply)?.code == .authorizationDenied })
        #expect(replies.filter { $0.call != 0 }.allSatisfy { Self.error($0.reply)?.field == "" })
        #expect(client.isClosed)
        let snapshot = harness.writer.snapshot
        #expect(snapshot.sampleCount == 3 && snapshot.deletionCount == 0)
        #expect(snapshot.background.cursorCount(of: Self.app) == 0)
    }

    /// A client of the app's own socket, which may save heart rates.
    private func openAttested() throws -> TestClient {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.add(Self.app, name: "")))
        tool.send(3, .accessControl(.decide(Self.app, [Grant(.heartRate, share: .allowed)])))
        #expect(tool.receive().map(\.errorCode) == [nil, nil])
        return try harness.open(Self.app.description, through: Self.app)
    }

    @Test func aClientOfASocketIsNotTheAppFromTheMomentThatItIsTakenBack() throws {
        let attested = try openAttested()
        let saves: [(call: UInt64, request: Request)] = [(2, .save(exampleSamples(10...10)))]
        let replies = try replies(to: saves, of: attested, after: .remove(Self.app))
        #expect(replies.filter { $0.call == 2 }.allSatisfy { Self.error($0.reply)?.code == .authorizationDenied })
        #expect(attested.isClosed && harness.writer.snapshot.sampleCount == 3)
    }

    @Test func aClientOfASocketIsNotTheAppFromTheMomentThatItIsForAnotherGroup() throws {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.add(Self.app, name: "", group: "0")))
        tool.send(3, .accessControl(.decide(Self.app, [Grant(.heartRate, share: .allowed)])))
        #expect(tool.receive().map(\.errorCode) == [nil, nil])
        for (call, group) in [(UInt64(2), "0"), (3, "1")] {
            let attested = try harness.open(Self.app.description, through: Self.app)
            let saves: [(call: UInt64, request: Request)] = [(call, .save(exampleSamples([10 + Int(call)])))]
            let control = AccessControl.add(Self.app, name: "Diary", group: group)
            let replies = try replies(to: saves, of: attested, after: control).filter { $0.call == call }
            let code = Self.error(replies.first?.reply)?.code
            #expect(code == (group == "0" ? nil : .authorizationDenied))
        }
        #expect(harness.writer.snapshot.sampleCount == 4)
    }

    /// Saves that a decision does not concern stay together, and those after it too.
    @Test func aDecisionAboutOthersChangesNothing() throws {
        let other = AccessControl.decide("org.example.other", [Grant(.heartRate, share: .denied)])
        for call in UInt64(3)...4 {
            let numbers = [Int(10 * call)]
            let replies = try replies(to: [(call, .save(exampleSamples(numbers)))], after: other)
            #expect(replies.map(\.call) == [call] && replies.allSatisfy { Self.error($0.reply) == nil })
        }
        #expect(harness.writer.snapshot.sampleCount == 5)
    }

    // MARK: - Decisions whose outcome was unknown

    /// How the server learns what became of a decision.
    enum Later: CaseIterable {
        case withASave
        case withMaintenance
    }

    /// The disk says no, and has written it.
    private func decideInDoubt(_ control: AccessControl) throws {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        disk.failure = .failedAfterwards
        tool.send(2, .accessControl(control))
        #expect(tool.receive().map(\.errorCode) == [.storageFailed])
    }

    private func learn(_ later: Later) throws {
        switch later {
        case .withASave:
            let other = try harness.open("org.example.other")
            other.send(2, .save(exampleSamples(50...50)))
            #expect(other.receive().committed.map(\.added) == [1])
        case .withMaintenance:
            _ = try harness.writer.maintain()
            harness.core.advance(to: harness.writer.snapshot)
        }
    }

    @Test(arguments: Later.allCases) func aDenialThatWasNotAcknowledgedEndsStreams(_ later: Later) throws {
        client.send(3, .queryChanges(QueryChanges(clauses: [Clause(type: .heartRate)], follow: true)))
        _ = client.receive()
        try decideInDoubt(.decide(Self.app, [Grant(.heartRate, read: .denied)]))
        #expect(!client.isClosed)
        try learn(later)
        let received = client.receive()
        #expect(client.isClosed)
        let ids = received.flatMap { received in
            if case .changes(let batch) = received.reply { batch.added.flatMap(\.ids) } else { [] as [ObjectID] }
        }
        #expect(ids == [], "it is sent what it may not read")
    }

    @Test(arguments: Later.allCases) func aSocketThatWasNotAcknowledgedEndsConnectionsOfOthers(_ later: Later) throws {
        try decideInDoubt(.add(Self.app, name: ""))
        try learn(later)
        #expect(client.receive().map(\.errorCode) == [.authorizationDenied])
        #expect(client.isClosed)
    }

    /// What the owner has not decided after all changes nothing.
    @Test(arguments: Later.allCases) func aDecisionThatIsNotStoredLeavesStreams(_ later: Later) throws {
        client.send(3, .queryChanges(QueryChanges(clauses: [Clause(type: .heartRate)], follow: true)))
        _ = client.receive()
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        disk.failure = .failed
        tool.send(2, .accessControl(.decide(Self.app, [Grant(.heartRate, read: .denied)])))
        #expect(tool.receive().map(\.errorCode) == [.storageFailed])
        try learn(later)
        #expect(client.receive().allSatisfy { $0.errorCode == nil } && !client.isClosed)
    }

    // MARK: - What the reply tells

    @Test(arguments: [AccessControl.decide(app, [Grant(.dateOfBirth, read: .denied)]), .ask(true)])
    func theReplyToACharacteristicThatIsSetIsUnderTheDecision(_ control: AccessControl) throws {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .characteristics(Characteristics(set: CharacteristicValues(dateOfBirth: Self.birth))))
        tool.send(3, .accessControl(.decide(Self.app, [Grant(.bloodType, share: .allowed, read: .allowed)])))
        #expect(tool.receive().map(\.errorCode) == [nil, nil])
        let again = try harness.open(Self.app.description)
        let set: [(call: UInt64, request: Request)] = [
            (2, .characteristics(Characteristics(set: CharacteristicValues(bloodType: 3))))
        ]
        let replies = try replies(to: set, of: again, after: control)
        #expect(replies.map(\.reply) == [.characteristicValues(CharacteristicValues(bloodType: 3))])
    }

    private static let birth = CalendarDate(year: 1990, month: 4, day: 1)

    /// A client that can no longer be the app is not told what apps without a socket may read.
    @Test func theReplyToACharacteristicThatWasSetThroughALostSocketTellsNothingOfOthers() throws {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .characteristics(Characteristics(set: CharacteristicValues(dateOfBirth: Self.birth))))
        tool.send(3, .accessControl(.add(Self.app, name: "")))
        tool.send(4, .accessControl(.decide(Self.app, [Grant(.bloodType, share: .allowed, read: .allowed)])))
        #expect(tool.receive().map(\.errorCode) == [nil, nil, nil])
        let attested = try harness.open(Self.app.description, through: Self.app)
        attested.send(2, .characteristics(Characteristics(set: CharacteristicValues(bloodType: 3))))
        let set = takeWrites()
        tool.send(5, .accessControl(.remove(Self.app)))
        let removal = takeWrites()
        harness.core.finishWrites(harness.writer.commit(set + removal), harness.writer.snapshot)
        let replies = attested.receive().map(\.reply)
        #expect(replies.first == .characteristicValues(CharacteristicValues()) && attested.isClosed)
        #expect(harness.writer.snapshot.characteristics.bloodType == 3)
    }

    // MARK: - Names

    @Test func aNameThatTheOwnerHasGivenMeanwhileIsThatOfTheSave() throws {
        let attested = try openAttested()
        let saves: [(call: UInt64, request: Request)] = [(2, .save(exampleSamples(10...10)))]
        let replies = try replies(to: saves, of: attested, after: .add(Self.app, name: "Diary"))
        #expect(replies.map { Self.error($0.reply)?.code } == [nil])
        #expect(try harness.sourceNames() == ["Diary"])
    }

    // MARK: - Processes that were the owner's tool

    @Test func aProgramThatWasTheOwnersToolSavesWhatItsAppMay() throws {
        let former = try harness.open("org.example.import", isOwnersTool: true)
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.decide("org.example.import", [Grant(.heartRate, share: .denied)])))
        #expect(tool.receive().map(\.errorCode) == [nil])
        former.send(2, .save(exampleSamples(10...10)))
        #expect(former.receive().committed.map(\.added) == [1])
        former.becomeAnotherProgram()
        former.send(3, .save(exampleSamples(11...11)))
        former.send(4, .save(exampleSamples(12...12, of: .stepCount)))
        let replies = former.receive()
        #expect(replies.map(\.errorCode) == [.authorizationDenied, nil] && replies.committed.map(\.added) == [1])
    }

    @Test func aProgramThatWasTheOwnersToolIsNoAppThatHasASocket() throws {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.add("org.example.import", name: "")))
        #expect(tool.receive().map(\.errorCode) == [nil])
        let former = try harness.open("org.example.import", isOwnersTool: true)
        former.becomeAnotherProgram()
        former.send(2, .save(exampleSamples(10...10)))
        #expect(former.receive().map(\.errorCode) == [.authorizationDenied])
    }

    /// Each new name found room when it asked, before any of the requests was recorded.
    @Test func requestsThatComeTogetherTakeNoMoreRoom() throws {
        for number in 0..<Limits.recordedApps - 1 {
            let grants = [Grant(.heartRate, read: .allowed)]
            let origin = Write.Origin(source: Source(AppID("org.example.app\(number)")))
            #expect(harness.writer.commit([Write(origin: origin, operation: .recordAccess(grants))]).count == 1)
        }
        let clients = try (0..<20).map { try harness.open("invented\($0)") }
        for client in clients {
            client.send(2, .authorization(Authorization(read: [.heartRate], isRequest: true)))
        }
        let requests = takeWrites()
        #expect(requests.count == clients.count)
        harness.core.finishWrites(harness.writer.commit(requests), harness.writer.snapshot)
        for client in clients {
            guard case .authorizationStatus(let status)? = client.receive().last?.reply else {
                Issue.record("an app was not answered")
                return
            }
            #expect(status.isDecided)
        }
        #expect(harness.writer.snapshot.access.decisions.count == Limits.recordedApps)
    }
}
