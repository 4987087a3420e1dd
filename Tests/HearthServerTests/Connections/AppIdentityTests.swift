import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Which app a client is: the rules of `ACCESS.md`.
@Suite struct AppIdentityTests {
    private static let app: AppID = "org.example.diary"

    private let harness: ServerHarness
    private let tool: TestClient

    init() throws {
        harness = try ServerHarness(.withAppSockets)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
    }

    private func control(_ control: AccessControl, _ call: UInt64) -> [Reply] {
        tool.send(call, .accessControl(control))
        return tool.receive().map(\.reply)
    }

    /// Lets the app do what the tests do.
    private func allow(_ call: UInt64) {
        let grants = [Grant(.heartRate, share: .allowed, read: .allowed)]
        tool.send(call, .accessControl(.decide(Self.app, grants)))
        #expect(tool.receive().map(\.errorCode) == [nil])
    }

    private static func hello(_ app: String, name: String = "") -> Request {
        .hello(Hello(major: 1, minor: 5, app: App(bundleIdentifier: app, name: name)))
    }

    private func sources(_ client: TestClient, _ call: UInt64) -> [Source] {
        client.send(call, .listSources(ListSources(clauses: [])))
        guard case .sourceList(let list)? = client.receive().first?.reply else { return [] }
        return list.sources
    }

    // MARK: - The list

    @Test func theOwnersToolListsAddsAndRemoves() throws {
        #expect(control(.list, 2) == [.accessList(AccessList([], requestsNumber: 1))])
        let path = "/run/hearth/apps/org.example.diary/sock"
        let diary = AppSocket(Self.app, name: "Diary", path: path)
        #expect(control(.add(Self.app, name: "Diary"), 3) == [.accessList(AccessList([diary]))])
        #expect(harness.core.socket(of: Self.app) == path && harness.core.socket(of: "org.example.run") == nil)
        let renamed = AppSocket(Self.app, name: "", path: path)
        #expect(control(.add(Self.app, name: ""), 4) == [.accessList(AccessList([renamed]))])
        #expect(control(.list, 5) == [.accessList(AccessList([renamed], requestsNumber: 3))])
        #expect(control(.remove(Self.app), 6) == [.accessList(AccessList([]))])
        tool.send(7, .accessControl(.remove(Self.app)))
        guard case .error(let missing)? = tool.receive().first?.reply else {
            Issue.record("an app was removed twice")
            return
        }
        #expect(missing.error.code == .objectNotFound && missing.error.field == "access_control.app")
    }

    @Test func anAppIsNoOwner() throws {
        let app = try harness.open("org.example.run")
        for (index, control) in [AccessControl.list, .add(Self.app, name: ""), .remove(Self.app)].enumerated() {
            app.send(UInt64(2 + index), .accessControl(control))
            #expect(app.receive().map(\.errorCode) == [.authorizationDenied])
        }
    }

    @Test func aPathThatIsTooLongIsRefused() throws {
        let longest = AppID(String(repeating: "a", count: 107 - "/run/hearth/apps//sock".utf8.count))
        #expect(harness.core.socket(of: longest) == nil)
        _ = control(.add(longest, name: ""), 2)
        #expect(harness.core.socket(of: longest)?.utf8.count == 107)
        tool.send(3, .accessControl(.add(AppID(longest.description + "a"), name: "")))
        #expect(tool.receive().map(\.errorCode) == [.invalidArgument])
    }

    @Test func aServerWithoutAFolderGivesNoSocket() throws {
        let tool = try ServerHarness().open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.add(Self.app, name: "")))
        #expect(tool.receive().map(\.errorCode) == [.invalidArgument])
    }

    @Test func appSocketsAreLimited() throws {
        for number in 0..<Limits.appSockets {
            _ = control(.add(AppID("app\(number)"), name: ""), UInt64(2 + number))
        }
        tool.send(9_000, .accessControl(.add("another", name: "")))
        #expect(tool.receive().map(\.errorCode) == [.limitExceeded])
        tool.send(9_001, .accessControl(.add("app7", name: "Seven")))
        #expect(tool.receive().map(\.errorCode) == [nil], "one that has a socket gets another name")
    }

    // MARK: - The identity of a session

    @Test func throughTheSocketAClientIsTheAppWhateverItSays() throws {
        _ = control(.add(Self.app, name: "Diary"), 2)
        allow(3)
        let client = TestClient(harness, as: Self.app)
        client.send(1, Self.hello("org.example.other", name: "Other"))
        _ = client.receive()
        client.send(2, .save(exampleSamples(1...3)))
        #expect(client.receive().committed.map(\.added) == [3])
        #expect(sources(client, 3) == [Source(bundleIdentifier: "org.example.diary", name: "Diary")])
    }

    @Test func theOwnersToolSavesForAnAppUnderTheNameThatTheOwnerGave() throws {
        _ = control(.add(Self.app, name: "Diary"), 2)
        let client = try harness.open(Self.app.description, isOwnersTool: true)
        client.send(2, .save(exampleSamples(1...3)))
        #expect(client.receive().committed.map(\.added) == [3])
        #expect(sources(client, 3) == [Source(bundleIdentifier: "org.example.diary", name: "Diary")])
    }

    @Test func aNameThatTheOwnerDidNotGiveIsTheAppsOwn() throws {
        _ = control(.add(Self.app, name: ""), 2)
        allow(3)
        for (number, (claimed, name, expected)) in [
            ("org.example.other", "Other", "org.example.diary"), ("org.example.diary", "My diary", "My diary"),
        ].enumerated() {
            let client = TestClient(harness, as: Self.app)
            client.send(1, Self.hello(claimed, name: name))
            _ = client.receive()
            client.send(2, .save(exampleSamples(number...number)))
            _ = client.receive()
            #expect(sources(client, 3).map(\.name) == [expected])
        }
    }

    /// The app need not connect again, and its streams continue.
    @Test(arguments: [false, true]) func anotherNameIsThatOfTheNextSave(isOwnersTool: Bool) throws {
        _ = control(.add(Self.app, name: "Mood"), 2)
        allow(3)
        let client = TestClient(harness, as: isOwnersTool ? nil : Self.app, isOwnersTool: isOwnersTool)
        client.send(1, Self.hello(Self.app.description, name: "My diary"))
        client.send(2, .observe(Observe(clauses: [])))
        _ = client.receive()
        for (number, (given, name)) in [("Mood", "Mood"), ("Diary", "Diary"), ("", "My diary")].enumerated() {
            _ = control(.add(Self.app, name: given), UInt64(4 + number))
            client.send(UInt64(3 + number), .save(exampleSamples(number...number)))
            #expect(client.receive().committed.map(\.added) == [1])
            #expect(try harness.sourceNames() == [name])
        }
        #expect(!client.isClosed)
    }

    @Test func nobodyElseIsTheApp() throws {
        let before = try harness.open(Self.app.description)
        before.send(2, .save(exampleSamples(1...3)))
        _ = before.receive()
        _ = control(.add(Self.app, name: ""), 2)
        #expect(before.receive().map(\.errorCode) == [.authorizationDenied])
        #expect(before.isClosed, "a session from before goes on as the app")

        let impostor = TestClient(harness)
        impostor.send(1, Self.hello(Self.app.description))
        guard case .error(let refusal)? = impostor.receive().first?.reply else {
            Issue.record("a client only says that it is the app")
            return
        }
        #expect(refusal.error.code == .authorizationDenied)
        #expect(refusal.error.field == "hello.app.bundle_identifier")
        impostor.send(2, Self.hello("org.example.run"))
        #expect(impostor.receive().map(\.errorCode) == [nil], "it may say who it is")
        let ids = exampleSamples(1...3).ids
        impostor.send(3, .deleteObjects(DeleteObjects(.objects(ids))))
        #expect(impostor.receive().map(\.errorCode) == [.notOwner])

        let app = try harness.open(Self.app.description, through: Self.app)
        app.send(2, .deleteObjects(DeleteObjects(.objects(ids))))
        #expect(app.receive().committed.map(\.deleted) == [3], "what it saved before is its own")
        let owner = try harness.open(Self.app.description, isOwnersTool: true)
        owner.send(2, .save(exampleSamples(4...4)))
        #expect(owner.receive().committed.map(\.added) == [1], "the owner's tool acts as it")
    }

    @Test func sessionsEndWhenTheSocketIsTakenBack() throws {
        _ = control(.add(Self.app, name: ""), 2)
        let app = try harness.open(Self.app.description, through: Self.app)
        let late = TestClient(harness, as: Self.app)
        let otherLate = TestClient(harness)
        let other = try harness.open("org.example.run")
        _ = control(.remove(Self.app), 3)
        #expect(app.receive().map(\.errorCode) == [.authorizationDenied])
        #expect(app.isClosed && !other.isClosed)
        // The socket may be for others when it says who it is.
        #expect(late.receive().map(\.errorCode) == [.authorizationDenied])
        #expect(late.isClosed && !otherLate.isClosed)
        let declared = try harness.open(Self.app.description)
        declared.send(2, .save(exampleSamples(1...1)))
        #expect(declared.receive().committed.map(\.added) == [1])
    }

    @Test func nothingIsAdministeredThroughTheSocketOfAnApp() throws {
        _ = control(.add(Self.app, name: ""), 2)
        let app = try harness.open(Self.app.description, through: Self.app)
        let requests: [Request] = [
            .status, .accessControl(.list), .backgroundControl(BackgroundControl(.remove, app: "org.example.run")),
            .sourceRanks(SourceRanks(type: .stepCount, set: SourceRankList(["org.example.diary"]))),
        ]
        for (index, request) in requests.enumerated() {
            app.send(UInt64(2 + index), request)
            #expect(app.receive().map(\.errorCode) == [.authorizationDenied], "\(request)")
        }
        app.send(10, .ping(Ping()))
        #expect(app.receive().map(\.errorCode) == [nil])
    }

    /// What the server starts runs outside of the app's sandbox.
    @Test func throughTheSocketOfAnAppNothingIsStarted() throws {
        _ = control(.add(Self.app, name: ""), 2)
        let app = try harness.open(Self.app.description, through: Self.app)
        let registration = BackgroundRegistration(type: .heartRate, frequency: .immediate)
        for (index, means) in [
            BackgroundLaunch.Means.command(["/bin/sh"], workingDirectory: ""), .systemdUnit("sh.service"),
        ].enumerated() {
            let delivery = BackgroundDelivery(enable: [registration], launch: BackgroundLaunch(means))
            app.send(UInt64(2 + index), .backgroundDelivery(delivery))
            guard case .error(let refusal)? = app.receive().first?.reply else {
                Issue.record("the server would start \(means)")
                continue
            }
            #expect(refusal.error.code == .authorizationDenied)
            #expect(refusal.error.field == "background_delivery.launch")
        }
        let guess = BackgroundLaunch(.command(["/bin/sh"], workingDirectory: ""), isFallback: true)
        app.send(4, .backgroundDelivery(BackgroundDelivery(enable: [registration], launch: guess)))
        #expect(app.receive().map(\.errorCode) == [nil], "a library's guess is left out")
        #expect(harness.core.snapshot.background.launch(of: Self.app) == nil)
        #expect(harness.core.snapshot.background.registrations(of: Self.app).count == 1)
    }

    // MARK: - Storage

    @Test func theSocketsOutliveTheServer() throws {
        let storage = MemoryStorage()
        var options = ServerOptions()
        options.appSockets = AppSocketFolder("/run/hearth/apps")
        do {
            let first = try ServerHarness(options, storage: storage)
            let tool = try first.open("org.hearth.cli", isOwnersTool: true)
            for (call, control) in [
                AccessControl.add("a", name: "A"), .add("b", name: "B"), .add("b", name: "Bee"), .remove("a"),
            ].enumerated() {
                tool.send(UInt64(2 + call), .accessControl(control))
                #expect(tool.receive().map(\.errorCode) == [nil])
            }
        }
        let second = try ServerHarness(options, storage: storage)
        let tool = try second.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.list))
        let bee = AppSocket("b", name: "Bee", path: "/run/hearth/apps/b/sock")
        #expect(tool.receive().map(\.reply) == [.accessList(AccessList([bee], requestsNumber: 1))])
    }
}
