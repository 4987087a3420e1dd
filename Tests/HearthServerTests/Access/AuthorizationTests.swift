import HearthModel
import HearthServer
import HearthStore
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
        harness = try ServerHarness(Self.options)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
    }

    private static var options: ServerOptions {
        var options = ServerOptions()
        options.appSockets = AppSocketFolder("/run/hearth/apps")
        return options
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

    // MARK: - Without a question

    @Test func whatIsAllowedAnywayIsRecordedWhenAnAppAsks() throws {
        let app = try harness.open(Self.app.description)
        var question = Self.request
        question.isRequest = false
        #expect(ask(app, 2, question) == Self.allDecided)
        #expect(control(.list, 2)?.decisions == [], "to ask what is allowed records nothing")
        #expect(ask(app, 3) == Self.allDecided)
        let recorded = [
            Grant(.heartRate, share: .allowed, read: .allowed),
            Grant(.stepCount, share: .undetermined, read: .allowed),
        ]
        #expect(control(.list, 3)?.decisions == [AppGrants(Self.app, recorded)])
        let commits = harness.core.snapshot.anchor
        #expect(ask(app, 4) == Self.allDecided)
        #expect(harness.core.snapshot.anchor == commits)
        #expect(control(.list, 4)?.requests == [])
    }

    @Test func whatWasDeniedIsNotAllowedByAsking() throws {
        _ = control(.decide(Self.app, [Grant(.heartRate, share: .denied, read: .denied)]), 2)
        let app = try harness.open(Self.app.description)
        let status = ask(app, 2)
        #expect(status?.types.first == TypeAuthorization(.heartRate, share: .denied), "reading is not told")
        #expect(
            control(.list, 3)?.decisions.first?.grants.first == Grant(.heartRate, share: .denied, read: .denied)
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
    @Test func onlySoManyAppsAreRecordedWithoutTheOwner() throws {
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
        #expect(control(.list, 4)?.decisions == [AppGrants(Self.app, left)])
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
        var options = ServerOptions()
        options.appSockets = AppSocketFolder("/run/hearth/apps")
        let second = try ServerHarness(options, storage: storage.reopened())
        let tool = try second.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.add(Self.app, name: "")))
        guard case .accessList(let list)? = tool.receive().first?.reply else {
            Issue.record("the app got no socket")
            return
        }
        #expect(list.decisions == [AppGrants(Self.app, [Grant(.heartRate, share: .undetermined, read: .allowed)])])
    }

    /// The owner's decision comes before what is recorded, also when both are committed together.
    @Test func whatIsRecordedLeavesWhatTheOwnerHasDecidedMeanwhile() throws {
        let app = try harness.open(Self.app.description)
        tool.send(2, .accessControl(.decide(Self.app, [Grant(.heartRate, share: .denied, read: .denied)])))
        app.send(2, .authorization(Self.request))
        _ = app.receive()
        let grants = try #require(control(.list, 3)?.decisions.first?.grants)
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
            time: Timestamp(nanoseconds: 0)
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
            let tool = try ServerHarness(Self.options, storage: storage).open("org.hearth.cli", isOwnersTool: true)
            tool.send(2, .accessControl(.ask(asks)))
            _ = tool.receive()
            let next = try ServerHarness(Self.options, storage: storage).open("org.hearth.cli", isOwnersTool: true)
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

    // MARK: - Limits

    @Test func onlySoManyCallsOfAnAppWait() throws {
        let app = try openApp()
        for call in 0..<Limits.waitingRequests {
            #expect(ask(app, UInt64(2 + call)) == nil)
        }
        app.send(100, .authorization(Self.request))
        #expect(app.receive().map(\.errorCode) == [.limitExceeded])
        app.send(2, .cancel)
        _ = app.receive()
        #expect(ask(app, 101) == nil)
    }

    /// A client of an app without a socket that asks and waits.
    private func waiting(_ app: String, of process: Int) throws -> TestClient {
        let client = try harness.open(app, of: Int32(process))
        #expect(ask(client, 2) == nil)
        return client
    }

    private func isRefused(_ client: TestClient, _ call: UInt64) -> Bool {
        client.send(call, .authorization(Self.request))
        return client.receive().map(\.errorCode) == [.limitExceeded]
    }

    private func asking(_ call: UInt64) -> [AppID] { control(.list, call)?.requests.map(\.app) ?? [] }

    @Test func onlySoManyAppsWaitAndOthersMakeRoom() throws {
        _ = control(.ask(true), 2)
        let most = Limits.askingApps - Limits.askingAppsReserve
        let apps = try (0..<most).map { try waiting("app\($0)", of: 100 + $0) }
        let another = try harness.open("another", of: 1)
        #expect(isRefused(another, 2))
        // An app with a socket has room, as long as there is some at all.
        for number in 0..<Limits.askingAppsReserve {
            let app = AppID("org.example.own\(number)")
            _ = control(.add(app, name: ""), UInt64(10 + number))
            #expect(ask(try harness.open(app.description, of: Int32(200 + number), through: app), 2) == nil)
        }
        #expect(asking(50).count == Limits.askingApps)
        // The app that is gone comes before the one that has asked first, and waits no longer.
        apps[0].send(2, .cancel)
        _ = apps[0].receive()
        harness.core.disconnect(apps[7].id)
        #expect(ask(another, 3) == nil)
        let left = asking(51)
        #expect(left.contains("app0") && !left.contains("app7") && left.contains("another"))
        #expect(ask(try harness.open("last", of: 2), 2) == nil)
        #expect(!asking(52).contains("app0"))
    }

    /// Names can be invented, and processes cannot.
    @Test func aProcessAsksForFewApps() throws {
        _ = control(.ask(true), 2)
        let apps = try (0..<Limits.askingAppsOfProcess).map { try waiting("app\($0)", of: 100) }
        #expect(isRefused(try harness.open("more", of: 100), 2))
        #expect(ask(try harness.open("other", of: 101), 2) == nil, "others have their places")
        harness.core.disconnect(apps[3].id)
        #expect(ask(try harness.open("more", of: 100), 2) == nil)
        let left = asking(3)
        #expect(left.count == Limits.askingAppsOfProcess + 1 && !left.contains("app3"))
    }

    /// Where the system tells no process, as of another namespace.
    @Test func unknownProcessesCountAsOne() throws {
        let own = try openApp()
        _ = control(.ask(true), 3)
        let apps = try (0..<Limits.askingAppsOfProcess).map { try harness.open("app\($0)") }
        for app in apps {
            #expect(ask(app, 2) == nil)
        }
        #expect(isRefused(try harness.open("more"), 2))
        #expect(ask(own, 2) == nil, "an app with a socket has invented no name")
    }

    /// They may have handed their connections to one that lives.
    @Test func appsOfEndedProcessesMakeRoom() throws {
        var options = ServerOptions()
        options.hasProcessEnded = { $0 == 100 }
        let harness = try ServerHarness(options)
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.ask(true)))
        _ = tool.receive()
        let most = Limits.askingApps - Limits.askingAppsReserve
        let apps = try (0..<most).map { try harness.open("app\($0)", of: Int32(100 + $0)) }
        for app in apps {
            #expect(ask(app, 2) == nil)
        }
        #expect(ask(try harness.open("another", of: 1), 2) == nil)
        tool.send(3, .accessControl(.list))
        guard case .accessList(let list)? = tool.receive().first?.reply else {
            Issue.record("there is no list")
            return
        }
        #expect(list.requests.count == most && !list.requests.contains { $0.app == "app0" })
    }

    @Test func anAppWithALongIdentifierDoesNotAsk() throws {
        _ = control(.ask(true), 2)
        let app = try harness.open(String(repeating: "a", count: Limits.askingAppBytes + 1))
        app.send(2, .authorization(Self.request))
        #expect(app.receive().map(\.errorCode) == [.limitExceeded])
        #expect(ask(try harness.open(String(repeating: "a", count: Limits.askingAppBytes)), 2) == nil)
        #expect(control(.list, 3)?.requests.count == 1)
    }

    @Test(arguments: [ObjectType.bloodPressure, .food] + ObjectType.all.filter { $0.kind == .activitySummary })
    func someTypesAreNotAskedFor(_ type: ObjectType) throws {
        let app = try harness.open(Self.app.description)
        app.send(2, .authorization(Authorization(read: [.heartRate, type])))
        guard case .error(let refusal)? = app.receive().first?.reply else {
            Issue.record("\(type) is asked for")
            return
        }
        #expect(refusal.error.code == .invalidArgument && refusal.error.field == "authorization.read[1]")
    }
}
