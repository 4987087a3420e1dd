import HearthModel
import HearthServer
import HearthStore
import HearthSystem
import HearthTestSupport
import HearthWire
import Testing

/// What apps ask of the owner, and how they are answered: `ACCESS.md`.
@Suite struct AuthorizationTests {
    private static let app: AppID = "org.example.reader"
    private static let request = Authorization(
        share: [.heartRate],
        read: [.heartRate, .stepCount],
        isRequest: true,
        shareUsage: "To keep your pulse.",
        readUsage: "To show your day."
    )

    private let harness: ServerHarness
    private let tool: TestClient

    init() throws {
        harness = try ServerHarness(.withAppSockets)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
    }

    private func control(_ control: AccessControl, _ call: UInt64) -> AccessList? {
        tool.send(call, .accessControl(control))
        guard case .accessList(let list)? = tool.receive().first?.reply else { return nil }
        return list
    }

    private func ask(_ client: TestClient, _ call: UInt64, _ request: Authorization = request) -> AuthorizationStatus? {
        client.send(call, .authorization(request))
        guard case .authorizationStatus(let status)? = client.receive().first?.reply else { return nil }
        return status
    }

    /// A client of the app's own socket.
    private func openApp() throws -> TestClient {
        _ = control(.add(Self.app, name: "Reader"), 2)
        return try harness.open(Self.app.description, through: Self.app)
    }

    private static let allDecided = AuthorizationStatus([
        TypeAuthorization(.heartRate, share: .allowed), TypeAuthorization(.stepCount),
    ])
    private static let undecided = AuthorizationStatus([
        TypeAuthorization(.heartRate, share: .undetermined, isReadUndetermined: true),
        TypeAuthorization(.stepCount, isReadUndetermined: true),
    ])

    // MARK: - The process that asks

    /// It is looked at when the app asks, and only then.
    @Test func theOwnerIsToldWhatIsSeenOfTheProcess() throws {
        var options = ServerOptions.withAppSockets
        let looks = Guarded<[Int32]>([])
        options.observe = { process in
            looks.withLock { $0.append(process) }
            return ObservedProcess(program: "/usr/bin/\(process)", unit: "mood.service")
        }
        let harness = try ServerHarness(options)
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.ask(true)))
        _ = tool.receive()
        let app = try harness.open(Self.app.description, of: 100)
        #expect(looks.withLock { $0 } == [])
        app.send(2, .authorization(Self.request))
        #expect(app.receive().isEmpty)
        #expect(looks.withLock { $0 } == [100])
        let other = try harness.open(Self.app.description, of: 101)
        var process = ObservedProcess(program: "/usr/bin/100", unit: "mood.service")
        for call in [3, 4] as [UInt64] {
            tool.send(call, .accessControl(.list))
            guard case .accessList(let list)? = tool.receive().first?.reply else { throw Unexpected("no list came") }
            #expect(list.requests.map(\.process) == [process])
            // It asks again with another process.
            other.send(call, .authorization(Self.request))
            #expect(other.receive().isEmpty)
            process.program = "/usr/bin/101"
        }
        // What need not be asked is not looked at.
        tool.send(5, .accessControl(.ask(false)))
        _ = tool.receive()
        let third = try harness.open("org.example.third", of: 102)
        third.send(2, .authorization(Self.request))
        #expect(third.receive().count == 1)
        #expect(looks.withLock { $0 } == [100, 101, 101])
    }

    // MARK: - Without a question

    @Test func whatIsAllowedAnywayIsRecordedWhenAnAppAsks() throws {
        let app = try harness.open(Self.app.description)
        var question = Self.request
        question.isRequest = false
        #expect(ask(app, 2, question) == Self.allDecided)
        #expect(control(.list, 2)?.decisions == [], "to ask what is allowed records nothing")
        #expect(ask(app, 3) == Self.allDecided)
        let recorded = [
            Grant(.heartRate, share: .allowed, read: .allowed, isShareRecorded: true, isReadRecorded: true),
            Grant(.stepCount, share: .undetermined, read: .allowed, isReadRecorded: true),
        ]
        #expect(control(.list, 3)?.decisions.map(\.withoutTimes) == [AppGrants(Self.app, recorded)])
        let commits = harness.core.snapshot.anchor
        #expect(ask(app, 4) == Self.allDecided)
        #expect(harness.core.snapshot.anchor == commits)
        #expect(control(.list, 4)?.requests == [])
    }

    /// What is recorded is for the owner. The app may read all the same.
    @Test(arguments: [SimulatedDisk.Failure.full, .failed, .failedAfterwards])
    func aRequestThatCannotBeRecordedIsAnswered(_ failure: SimulatedDisk.Failure) throws {
        let disk = SimulatedDisk()
        let harness = try ServerHarness(.withAppSockets, storage: disk)
        let app = try harness.open(Self.app.description)
        disk.failure = failure
        #expect(ask(app, 2) == Self.allDecided)
        #expect(harness.core.snapshot.access.decisions == [])
        #expect(ask(app, 3) == Self.allDecided)
        #expect(harness.core.snapshot.access.decisions.count == 1)
    }

    /// The owner has apps ask from now on, in the same commit: the owner is asked.
    @Test func aRequestThatIsUndecidedByNowIsPutToTheOwner() throws {
        let app = try harness.open(Self.app.description)
        tool.send(2, .accessControl(.ask(true)))
        app.send(2, .authorization(Self.request))
        #expect(app.receive().isEmpty && !app.isClosed)
        #expect(tool.receive().map(\.errorCode) == [nil])
        #expect(control(.list, 3)?.requests.map(\.app) == [Self.app])
        _ = control(.decide(Self.app, Self.request.types.map { Grant($0, share: .allowed, read: .allowed) }), 4)
        #expect(app.receive().map(\.reply) == [.authorizationStatus(Self.allDecided)])
    }

    /// No question is left to an owner who cannot answer it any more.
    @Test func aRequestThatIsUndecidedWhenTheServerStopsIsRefused() throws {
        let app = try harness.open(Self.app.description)
        tool.send(2, .accessControl(.ask(true)))
        app.send(2, .authorization(Self.request))
        while harness.core.turn() {}
        harness.core.stop()
        #expect(app.receive().map(\.errorCode) == [.shuttingDown])
        #expect(harness.core.hasAnsweredAll)
    }

    /// Nor is another program's question put in the name of an app that has got a socket.
    @Test func aRequestOfOneThatIsNotTheAppAnyMoreIsRefused() throws {
        let app = try harness.open(Self.app.description)
        tool.send(2, .accessControl(.add(Self.app, name: "")))
        app.send(2, .authorization(Self.request))
        #expect(app.receive().map(\.errorCode) == [.authorizationDenied, .authorizationDenied] && app.isClosed)
        #expect(tool.receive().map(\.errorCode) == [nil])
        #expect(control(.list, 3)?.requests == [])
    }

    @Test func whatWasDeniedIsNotAllowedByAsking() throws {
        _ = control(.decide(Self.app, [Grant(.heartRate, share: .denied, read: .denied)]), 2)
        let app = try harness.open(Self.app.description)
        let status = ask(app, 2)
        #expect(status?.types.first == TypeAuthorization(.heartRate, share: .denied), "reading is not told")
        #expect(
            control(.list, 3)?.decisions.first?.withoutTimes.grants.first
                == Grant(.heartRate, share: .denied, read: .denied)
        )
        app.send(3, .save(exampleSamples(1...1)))
        #expect(app.receive().map(\.errorCode) == [.authorizationDenied])
    }

    @Test func theOwnersToolNeverAsks() throws {
        _ = control(.ask(true), 2)
        #expect(ask(tool, 3) == Self.allDecided)
        #expect(control(.list, 4)?.decisions == [] && control(.list, 5)?.requests == [])
    }

    @Test func anAppThatHasNoRoomAmongTheDecisionsIsAllowedAllTheSame() throws {
        for number in 0..<Limits.grantedApps {
            _ = control(.decide(AppID("app\(number)"), [Grant(.heartRate, read: .allowed)]), UInt64(2 + number))
        }
        #expect(ask(try harness.open(Self.app.description), 2) == Self.allDecided)
    }

    /// One program can invent any number of apps: they take neither the room of the owner's decisions nor much of a list.
    @Test func recordedAppsAreLimited() throws {
        let long = String(repeating: "a", count: Limits.askingAppBytes + 1)
        #expect(ask(try harness.open(long), 2) == Self.allDecided)
        #expect(control(.list, 2)?.decisions == [])
        for number in 0..<Limits.recordedApps + 2 {
            #expect(ask(try harness.open("app\(number)"), 2) == Self.allDecided)
        }
        #expect(control(.list, 3)?.decisions.count == Limits.recordedApps)
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .denied)]), 4)
        #expect(control(.list, 5)?.decisions.count == Limits.recordedApps + 1)
        let more = Authorization(read: [.workout], isRequest: true)
        #expect(ask(try harness.open("app0"), 2, more)?.isDecided == true)
        let grants = control(.list, 6)?.decisions.first { $0.app == "app0" }?.grants
        #expect(grants?.contains { $0.type == .workout } == true)
    }

    /// Only the owner says what an app with a socket is called in a question.
    @Test func aQuestionOfAnAppWithoutANameOfTheOwnersHasItsIdentifier() throws {
        for (call, name) in [(2, ""), (4, "Reader")] as [(UInt64, String)] {
            _ = control(.add(Self.app, name: name), call)
            let app = TestClient(harness, as: Self.app)
            let hello = Hello(major: 1, minor: 0, app: App(bundleIdentifier: Self.app.description, name: "Your bank"))
            app.send(1, .hello(hello))
            app.send(2, .authorization(Self.request))
            _ = app.receive()
            #expect(control(.list, call + 1)?.requests.map(\.name) == [name.isEmpty ? Self.app.description : name])
            app.close()
        }
    }

    /// Any program could have asked in the name of the app before.
    @Test func whatWasRecordedDoesNotCountOnceTheAppHasASocket() throws {
        let declared = try harness.open(Self.app.description)
        #expect(ask(declared, 2) == Self.allDecided)
        _ = control(.decide(Self.app, [Grant(.stepCount, share: .allowed), Grant(.workout, read: .denied)]), 2)
        _ = control(.add(Self.app, name: ""), 3)
        let left = [
            Grant(.stepCount, share: .allowed, read: .undetermined),
            Grant(.workout, share: .undetermined, read: .denied),
        ]
        #expect(control(.list, 4)?.decisions.map(\.withoutTimes) == [AppGrants(Self.app, left)])
        // What the owner decides from then on stays when the app gets another name.
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .allowed)]), 5)
        _ = control(.add(Self.app, name: "Diary"), 6)
        let grants = try #require(control(.list, 7)?.decisions.first?.grants)
        #expect(grants.contains { $0.type == .heartRate && $0.read == .allowed })
        let app = try harness.open(Self.app.description, through: Self.app)
        #expect(ask(app, 2) == nil, "the owner is asked")
    }

    /// The mark is stored. What the owner decides takes it away.
    @Test func whatWasRecordedIsKnownAfterARestart() throws {
        let storage = MemoryStorage()
        let first = try ServerHarness(storage: storage)
        let app = try first.open(Self.app.description)
        #expect(ask(app, 2) == Self.allDecided)
        let owner = try first.open("org.hearth.cli", isOwnersTool: true)
        owner.send(2, .accessControl(.decide(Self.app, [Grant(.heartRate, read: .allowed)])))
        _ = owner.receive()
        let second = try ServerHarness(.withAppSockets, storage: storage.reopened())
        let tool = try second.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.add(Self.app, name: "")))
        guard case .accessList(let list)? = tool.receive().first?.reply else {
            Issue.record("the app got no socket")
            return
        }
        let decided = Grant(.heartRate, share: .undetermined, read: .allowed)
        #expect(list.decisions.map(\.withoutTimes) == [AppGrants(Self.app, [decided])])
    }

    /// The owner's decision comes before what is recorded, also when both are committed together.
    @Test func whatIsRecordedLeavesWhatTheOwnerHasDecidedMeanwhile() throws {
        let app = try harness.open(Self.app.description)
        tool.send(2, .accessControl(.decide(Self.app, [Grant(.heartRate, share: .denied, read: .denied)])))
        app.send(2, .authorization(Self.request))
        _ = app.receive()
        let grants = try #require(control(.list, 3)?.decisions.first?.withoutTimes.grants)
        #expect(grants.first { $0.type == .heartRate } == Grant(.heartRate, share: .denied, read: .denied))
    }

    // MARK: - With a question

    @Test func anAppThatAsksWaitsForTheWholeAnswer() throws {
        let app = try openApp()
        #expect(ask(app, 2) == nil)
        let expected = AccessRequest(
            Self.app,
            name: "Reader",
            share: [.heartRate],
            read: [.heartRate, .stepCount],
            shareUsage: Self.request.shareUsage,
            readUsage: Self.request.readUsage,
            time: Timestamp(nanoseconds: 0),
            isVerified: true
        )
        #expect(control(.list, 3)?.requests == [expected])
        _ = control(.decide(Self.app, [Grant(.heartRate, share: .allowed, read: .denied)]), 4)
        let left = try #require(control(.list, 5)?.requests.first)
        #expect(left.share == [] && left.read == [.stepCount])
        #expect(app.receive().isEmpty && !app.isClosed, "it goes on waiting")
        _ = control(.decide(Self.app, [Grant(.stepCount, read: .denied)]), 6)
        #expect(app.receive().map(\.reply) == [.authorizationStatus(Self.allDecided)])
    }

    @Test func theAnswerComesAndTheSessionGoesOnWithIt() throws {
        let other = try harness.open("org.example.other")
        other.send(2, .save(exampleSamples(11...15, of: .stepCount)))
        _ = other.receive()
        let app = try openApp()
        #expect(ask(app, 2) == nil)
        let since = exampleSamples(14...14, of: .stepCount).starts[0]
        let grants = [
            Grant(.heartRate, share: .allowed, read: .denied), Grant(.stepCount, read: .allowed, since: since),
        ]
        _ = control(.decide(Self.app, grants), 3)
        let expected = AuthorizationStatus([
            TypeAuthorization(.heartRate, share: .allowed), TypeAuthorization(.stepCount, since: since),
        ])
        #expect(app.receive().map(\.reply) == [.authorizationStatus(expected)])
        #expect(!app.isClosed)
        app.send(3, .save(exampleSamples(21...21)))
        #expect(app.receive().committed.map(\.added) == [1])
        app.send(4, .querySamples(QuerySamples(clauses: [Clause(type: .stepCount)])))
        guard case .samples(let batch)? = app.receive().first?.reply else {
            Issue.record("there are no samples")
            return
        }
        #expect(batch.columns.map(\.count) == [2])
        #expect(control(.list, 4)?.requests == [])
    }

    @Test func aClientWithAStreamConnectsAgain() throws {
        let app = try openApp()
        app.send(2, .queryChanges(QueryChanges(clauses: [], follow: true)))
        _ = app.receive()
        #expect(ask(app, 3) == nil)
        _ = control(.decide(Self.app, Self.request.types.map { Grant($0, share: .allowed, read: .allowed) }), 3)
        #expect(app.receive().map(\.reply) == [.authorizationStatus(Self.allDecided)])
        #expect(app.isClosed)
    }

    @Test func withoutAnAnswerTheCallEndsAndTheRequestStays() throws {
        let app = try openApp()
        #expect(ask(app, 2) == nil)
        harness.advance(seconds: Double(Limits.authorizationSeconds) - 1)
        #expect(app.receive().isEmpty)
        #expect(harness.core.deadline != nil)
        harness.advance(seconds: 1)
        #expect(app.receive().map(\.reply) == [.authorizationStatus(Self.undecided)])
        #expect(control(.list, 3)?.requests.count == 1)
        #expect(ask(app, 3) == nil, "it may ask again")
        #expect(control(.list, 4)?.requests.count == 1, "which is the same request")
        app.send(3, .cancel)
        #expect(app.receive().map(\.reply) == [.authorizationStatus(Self.undecided)])
        _ = control(.decide(Self.app, Self.request.types.map { Grant($0, share: .denied, read: .denied) }), 5)
        #expect(control(.list, 6)?.requests == [])
    }

    @Test func aRequestIsAlsoAnsweredBySocketsAndModes() throws {
        #expect(control(.ask(true), 2)?.asks == true)
        let app = try harness.open(Self.app.description)
        #expect(ask(app, 2) == nil)
        #expect(control(.ask(false), 3)?.asks == false)
        #expect(app.receive().map(\.reply) == [.authorizationStatus(Self.allDecided)])
        #expect(control(.list, 4)?.requests == [])
    }

    /// A request does not become that of the app when the owner gives the app a socket, nor may the types of both mix.
    @Test func aSocketDropsWhatAnotherProgramAskedInTheNameOfTheApp() throws {
        _ = control(.ask(true), 2)
        let imposter = try harness.open(Self.app.description)
        let wishes = Authorization(read: [.workout], isRequest: true, readUsage: "Trust me.")
        #expect(ask(imposter, 2, wishes) == nil)
        #expect(control(.list, 3)?.requests.map(\.isVerified) == [false])
        _ = control(.add(Self.app, name: "Reader"), 4)
        let app = try harness.open(Self.app.description, through: Self.app)
        #expect(imposter.receive().map(\.errorCode) == [.authorizationDenied] && imposter.isClosed)
        #expect(control(.list, 5)?.requests == [])
        #expect(ask(app, 2) == nil)
        let request = try #require(control(.list, 6)?.requests.first)
        #expect(request.isVerified && request.read == Self.request.read)
        #expect(request.readUsage == Self.request.readUsage)
        // Nor does what the app asked through its socket become that of any program.
        _ = control(.remove(Self.app), 7)
        #expect(control(.list, 8)?.requests == [])
    }

    // MARK: - The mode

    @Test func inModeAskEveryAppHasToAsk() throws {
        let other = try harness.open("org.example.other")
        other.send(2, .save(exampleSamples(1...5)))
        _ = other.receive()
        let app = try harness.open(Self.app.description)
        _ = control(.ask(true), 2)
        app.send(2, .querySamples(QuerySamples(clauses: [Clause(type: .heartRate)])))
        #expect(app.receive().map(\.reply) == [.done(Done(reason: .complete))])
        app.send(3, .save(exampleSamples(21...21)))
        #expect(app.receive().map(\.errorCode) == [.authorizationNotDetermined])
        tool.send(3, .save(exampleSamples(31...31)))
        #expect(tool.receive().committed.map(\.added) == [1])
        _ = control(.ask(false), 4)
        app.send(4, .save(exampleSamples(21...21)))
        #expect(app.receive().committed.map(\.added) == [1])
    }

    @Test func theModeOutlivesTheServer() throws {
        let storage = MemoryStorage()
        for asks in [true, false] {
            let tool = try ServerHarness(.withAppSockets, storage: storage).open("org.hearth.cli", isOwnersTool: true)
            tool.send(2, .accessControl(.ask(asks)))
            _ = tool.receive()
            let next = try ServerHarness(.withAppSockets, storage: storage).open("org.hearth.cli", isOwnersTool: true)
            next.send(2, .accessControl(.list))
            #expect(next.receive().map(\.reply) == [.accessList(AccessList([], requestsNumber: 1, asks: asks))])
        }
    }

    // MARK: - The owner's tool

    @Test func theOwnersToolIsToldOfRequests() throws {
        let app = try openApp()
        let agent = try harness.open("org.hearth.consent", isOwnersTool: true)
        agent.send(2, .accessControl(.await(seen: 0)))
        guard case .accessList(let first)? = agent.receive().first?.reply else {
            Issue.record("the list is not told")
            return
        }
        #expect(first.requests == [])
        agent.send(3, .accessControl(.await(seen: first.requestsNumber)))
        #expect(agent.receive().isEmpty)
        #expect(ask(app, 2) == nil)
        guard case .accessList(let second)? = agent.receive().first?.reply else {
            Issue.record("the request is not told")
            return
        }
        #expect(second.requests.map(\.app) == [Self.app] && second.requestsNumber != first.requestsNumber)
        agent.send(4, .accessControl(.await(seen: second.requestsNumber)))
        _ = control(.decide(Self.app, Self.request.types.map { Grant($0, share: .denied, read: .denied) }), 3)
        guard case .accessList(let third)? = agent.receive().first?.reply else {
            Issue.record("the end of the request is not told")
            return
        }
        #expect(third.requests == [])
        agent.send(5, .accessControl(.await(seen: third.requestsNumber)))
        agent.send(5, .cancel)
        #expect(agent.receive().count == 1)
    }

    @Test func onlyTheOwnersToolHearsOfRequests() throws {
        let app = try harness.open(Self.app.description)
        for (call, control) in [(2, AccessControl.await(seen: 0)), (3, .ask(true))] as [(UInt64, AccessControl)] {
            app.send(call, .accessControl(control))
            #expect(app.receive().map(\.errorCode) == [.authorizationDenied])
        }
    }

    // MARK: - Types

    @Test(arguments: [ObjectType.bloodPressure, .food] + ObjectType.all.filter { $0.kind == .activitySummary })
    func someTypesAreNotAskedFor(_ type: ObjectType) throws {
        let app = try harness.open(Self.app.description)
        app.send(2, .authorization(Authorization(read: [.heartRate, type])))
        guard case .error(let refusal)? = app.receive().first?.reply else {
            Issue.record("\(type) is asked for")
            return
        }
        #expect(refusal.error.code == .invalidArgument && refusal.error.field == "authorization.read[1]")
        if type == .bloodPressure {
            #expect(refusal.error.message.contains("bloodPressureDiastolic and bloodPressureSystolic"))
        }
    }
}
