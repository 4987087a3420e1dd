import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Synchronization
import Testing

/// Whether the package of an app is there.
private final class InstalledPackages: Sendable {
    let isInstalled = Mutex(false)
}

/// An app acts for itself only; and how it is started.
@Suite struct OwnershipTests {
    private let harness: DeliveryHarness

    init() throws {
        harness = try DeliveryHarness { background in
            background.manifest = { app in
                app.description.hasPrefix("packaged") ? OwnershipTests.launch("manifest of \(app)") : nil
            }
        }
    }

    private static func launch(_ word: String, isFallback: Bool = false) -> BackgroundLaunch {
        BackgroundLaunch(.command(["/bin/true", word], workingDirectory: ""), isFallback: isFallback)
    }

    // MARK: - Nobody acts for another

    /// Whatever one app asks for, the other stays as it is: on the disk, and in what is started.
    @Test func oneAppCannotChangeAnother() throws {
        try harness.register("a")
        try harness.register("b")
        harness.save()
        #expect(Set(harness.takeOrders()) == ["start a", "start b"])
        let before = (harness.progress("b"), harness.server.writer.snapshot.background.launch(of: "b"))
        let app = try harness.open("a")
        app.observe()
        app.acknowledge()
        app.acknowledge(app.notices.last?.anchor ?? [], [DeliveryHarness.steps], cursor: "b")
        #expect(harness.isDone("a"))
        app.register(.weekly, [DeliveryHarness.steps, .workout], launch: Self.launch("of a"))
        app.send(.backgroundDelivery(BackgroundDelivery(disableAll: true)))
        app.receive()
        for action in BackgroundControl.Action.allCases {
            app.send(.backgroundControl(BackgroundControl(action, app: "b")))
        }
        app.receive()
        #expect(app.errors.map(\.code) == [.authorizationDenied, .authorizationDenied, .authorizationDenied])
        #expect(!harness.isDone("b") && harness.progress("b") == before.0)
        let registry = harness.server.writer.snapshot.background
        #expect(registry.launch(of: "b") == before.1 && registry.cursorCount(of: "b") == 0)
        #expect(registry.registrations(of: "b").map(\.frequency) == [.immediate])
        harness.end("a")
        harness.end("b")
        harness.pass(30)
        #expect(harness.takeOrders() == ["start b"] && harness.launches["b"] == DeliveryHarness.launch("b"))
    }

    @Test func onlyTheOwnersToolControlsOnlyRegisteredApps() throws {
        try harness.register("a")
        for (app, type) in [("b", nil), ("a", ObjectType.workout)] as [(AppID, ObjectType?)] {
            for action in BackgroundControl.Action.allCases {
                #expect(try harness.control(action, app, type)?.errorCode == .objectNotFound)
            }
        }
        let app = try harness.open("a")
        app.send(.backgroundControl(BackgroundControl(.run, app: "a")))
        app.receive()
        #expect(app.errors.map(\.code) == [.authorizationDenied] && harness.takeOrders() == [])
    }

    @Test func theOwnerStartsAnApp() throws {
        try harness.register("a", .weekly)
        _ = try harness.control(.run, "a")
        #expect(harness.takeOrders() == ["start a"])
        // Once, and not again as long as it runs.
        harness.end("a")
        harness.pass(1_000)
        #expect(harness.takeOrders() == [] && harness.progress("a") == DeliveryProgress())
    }

    @Test func theOwnerRemovesRegistrations() throws {
        let types = [DeliveryHarness.steps, DeliveryHarness.heartRate]
        try harness.register("a", .immediate, types)
        _ = try harness.control(.remove, "a", types[0])
        harness.save(types[0])
        #expect(harness.takeOrders() == [])
        harness.save(types[1])
        #expect(harness.takeOrders() == ["start a"])
        _ = try harness.control(.remove, "a")
        harness.end("a")
        harness.pass(10_000)
        #expect(harness.takeOrders() == [])
        #expect(harness.server.writer.snapshot.background == BackgroundRegistry())
    }

    // MARK: - How it is started

    @Test func whatTheAppSaysExplicitlyComesFirst() throws {
        try harness.register("packaged", launch: Self.launch("explicit"))
        harness.save()
        #expect(harness.launches["packaged"] == Self.launch("explicit"))
        // What it says as a fallback later does not replace it.
        try harness.register("packaged", launch: Self.launch("fallback", isFallback: true))
        harness.end("packaged")
        harness.pass(30)
        #expect(harness.launches["packaged"] == Self.launch("explicit"))
        try harness.register("packaged", launch: Self.launch("explicit again"))
        harness.end("packaged")
        harness.pass(120)
        #expect(harness.launches["packaged"] == Self.launch("explicit again"))
    }

    @Test func aManifestComesBeforeAFallback() throws {
        try harness.register("packaged", launch: Self.launch("fallback", isFallback: true))
        try harness.register("plain", launch: Self.launch("fallback", isFallback: true))
        harness.save()
        #expect(harness.launches["packaged"] == Self.launch("manifest of packaged"))
        #expect(harness.launches["plain"] == Self.launch("fallback", isFallback: true))
    }

    /// Anybody may have set it who called itself the app before.
    @Test func whatWasSetBeforeTheAppGotASocketDoesNotCount() throws {
        for app in ["plain", "packaged"] as [AppID] {
            try harness.register(app, launch: Self.launch("planted"))
            try harness.control(.add(app, name: ""))
            try harness.control(.decide(app, [Grant(DeliveryHarness.steps, share: .allowed, read: .allowed)]))
        }
        harness.save()
        #expect(harness.takeOrders() == ["start packaged"])
        #expect(harness.launches["packaged"] == Self.launch("manifest of packaged"))
        #expect(harness.events.contains(.missingLaunch(app: "plain", hasSocket: true)))
        // The owner allows it again.
        try harness.control(.remove("plain"))
        harness.pass(10)
        #expect(harness.takeOrders() == ["start plain"] && harness.launches["plain"] == Self.launch("planted"))
    }

    /// Both are on their way to the disk: the start, and the socket.
    @Test func aStartThatWasDecidedBeforeTheAppGotASocketIsNone() throws {
        try harness.register("plain", launch: Self.launch("planted"))
        let (core, writer) = (harness.core, harness.server.writer)
        let recorder = try harness.open("org.example.writer")
        let tool = try harness.server.open("org.example.tool", isOwnersTool: true)
        recorder.client.send(9, .save(Save(columns: NumberedSamples.columns([ObjectID(high: 1, low: 0)]))))
        core.finishWrites(writer.commit(try #require(core.takeWrites())), writer.snapshot)
        tool.send(2, .accessControl(.add("plain", name: "")))
        let control = try #require(core.takeWrites())
        _ = core.turn()
        let notes = try #require(core.takeWrites())
        core.finishWrites(writer.commit(control), writer.snapshot)
        core.finishWrites(writer.commit(notes), writer.snapshot)
        #expect(harness.takeOrders() == [])
    }

    /// The loop reads no file: a manifest may be on a disk that does not answer.
    @Test func onlyAReaderLooksForManifests() throws {
        try harness.register("packaged", launch: Self.launch("fallback", isFallback: true))
        let (core, writer) = (harness.core, harness.server.writer)
        let recorder = try harness.open("org.example.writer")
        recorder.client.send(9, .save(Save(columns: NumberedSamples.columns([ObjectID(high: 1, low: 0)]))))
        core.finishWrites(writer.commit(try #require(core.takeWrites())), writer.snapshot)
        while core.turn() {}
        #expect(core.takeWrites() == nil, "the start waits for the manifest")
        #expect(harness.takeOrders() == ["start packaged"])
    }

    /// One that says nothing, and of which no package is installed yet.
    @Test func anUnknownLaunchIsLoggedOnceAndLookedForAgain() throws {
        let found = InstalledPackages()
        let harness = try DeliveryHarness { background in
            background.manifest = { app in
                found.isInstalled.withLock { $0 } ? Self.launch("manifest of \(app)") : nil
            }
        }
        let app = try harness.open("a")
        app.register(.immediate, [DeliveryHarness.steps])
        app.close()
        harness.save()
        harness.pass(10)
        harness.save()
        harness.pass(10)
        #expect(harness.takeOrders() == [])
        // Once, however often it is looked at.
        #expect(harness.events.filter { if case .missingLaunch("a", false) = $0 { true } else { false } }.count == 1)
        found.isInstalled.withLock { $0 = true }
        harness.pass(10)
        #expect(harness.takeOrders() == ["start a"])
    }

    /// When the owner asks for a start, it is looked for at once.
    @Test func anUnknownLaunchIsLookedForWhenTheOwnerAsks() throws {
        let found = InstalledPackages()
        let harness = try DeliveryHarness { background in
            background.manifest = { app throws(ManifestFault) in
                guard found.isInstalled.withLock({ $0 }) else {
                    throw ManifestFault("The manifest of \(app) is wrong.")
                }
                return Self.launch("manifest of \(app)")
            }
        }
        let app = try harness.open("a")
        app.register(.immediate, [DeliveryHarness.steps])
        app.close()
        harness.save()
        #expect(harness.takeOrders() == [])
        #expect(harness.events == [.wrongManifest(app: "a", fault: "The manifest of a is wrong.")])
        found.isInstalled.withLock { $0 = true }
        _ = try harness.control(.run, "a")
        #expect(harness.takeOrders() == ["start a"])
    }

    /// It is still told when it runs.
    @Test func anAppWithoutALaunchIsNotifiedWhenItRuns() throws {
        let app = try harness.open("a")
        app.register(.immediate, [DeliveryHarness.steps])
        app.observe()
        app.acknowledge()
        harness.save()
        app.acknowledge()
        #expect(app.notices.count == 2 && harness.isDone("a"))
    }
}
