import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// Deliveries that fail, and how they come back.
@Suite struct FailureTests {
    private static let app: AppID = "org.example.app"
    private let harness: DeliveryHarness

    init() throws {
        harness = try DeliveryHarness()
        try harness.register(Self.app)
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    /// The pauses after a failure, as seen from outside: nothing before, a start after.
    private func expectStart(after pause: Double) {
        harness.pass(pause - 1)
        #expect(harness.takeOrders() == [])
        harness.pass(1)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    private func suspend() {
        for pause in [30.0, 120] {
            harness.end(Self.app)
            expectStart(after: pause)
        }
        harness.end(Self.app)
        #expect(harness.progress(Self.app).isSuspended)
    }

    @Test func pausesGrowUntilTheAppIsSuspended() throws {
        suspend()
        harness.save()
        harness.pass(1_000_000)
        #expect(harness.takeOrders() == [])
        let failures = harness.events.compactMap { event -> Bool? in
            if case .failed(_, _, let suspended) = event { suspended } else { nil }
        }
        #expect(failures == [false, false, true])
        let client = try harness.open("org.example.tool").client
        client.send(2, .status)
        guard case .statusReport(let report)? = client.receive().last?.reply else {
            Issue.record("no report came")
            return
        }
        let type = try #require(report.backgroundApps.first?.types.first)
        #expect(type.suspended && type.pending && type.failures == 3 && type.next == Timestamp(nanoseconds: 0))
    }

    @Test func anAppThatCannotBeStartedHasFailed() {
        harness.cannotStart(Self.app)
        #expect(harness.progress(Self.app).failures == 1)
        expectStart(after: 30)
    }

    @Test func aProcessOverTheTimeLimitIsEndedAndThenKilled() throws {
        let app = try harness.open(Self.app)
        app.observe()
        harness.pass(29)
        #expect(harness.takeOrders() == [])
        harness.pass(1)
        #expect(harness.takeOrders() == ["end \(Self.app)"])
        #expect(harness.progress(Self.app).failures == 1)
        harness.pass(4)
        #expect(harness.takeOrders() == [])
        harness.pass(1)
        #expect(harness.takeOrders() == ["kill \(Self.app)"])
        app.close()
        harness.end(Self.app)
        // It has failed once, in whatever way it ended.
        #expect(harness.progress(Self.app).failures == 1)
        expectStart(after: 25)
    }

    @Test func anAppCanSetItsTimeLimit() throws {
        let harness = try DeliveryHarness()
        var launch = DeliveryHarness.launch("slow")
        launch.timeLimitSeconds = 600
        try harness.register("slow", launch: launch)
        harness.save()
        harness.pass(599)
        #expect(harness.takeOrders() == ["start slow"])
        harness.pass(1)
        #expect(harness.takeOrders() == ["end slow"])
    }

    @Test func aProcessThatStaysAfterItsAcknowledgementIsAskedToEnd() throws {
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        harness.pass(30)
        #expect(harness.takeOrders() == ["end \(Self.app)"])
        app.close()
        harness.end(Self.app)
        #expect(harness.progress(Self.app).failures == 0 && harness.isDone(Self.app))
    }

    /// The server reads it after it has heard of the end, and writes it later still.
    @Test func anAcknowledgementJustBeforeTheEndCounts() throws {
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge(app.notices.last?.anchor ?? [], [DeliveryHarness.steps])
        harness.end(Self.app)
        app.close()
        #expect(harness.isDone(Self.app) && harness.progress(Self.app).failures == 0)
        #expect(!harness.events.contains { if case .failed = $0 { true } else { false } })
    }

    /// It is on its way to the disk when the pause is over: nobody is started after it for what it says.
    @Test func anAcknowledgementAtTheEndOfThePauseCounts() throws {
        let app = try harness.open(Self.app)
        app.observe()
        app.close()
        harness.end(Self.app)
        #expect(harness.progress(Self.app).failures == 1)
        harness.pass(29)
        let late = try harness.open(Self.app)
        late.acknowledge(app.notices.last?.anchor ?? [], [DeliveryHarness.steps])
        harness.pass(1)
        #expect(harness.takeOrders() == [] && harness.isDone(Self.app))
    }

    @Test func anEndedProcessCanStillAcknowledgeByWhatItHasSent() throws {
        let app = try harness.open(Self.app)
        app.observe()
        harness.end(Self.app)
        #expect(harness.progress(Self.app).failures == 0)
        app.acknowledge()
        app.close()
        #expect(harness.isDone(Self.app) && harness.progress(Self.app).failures == 0)
    }

    // MARK: - Resuming

    @Test func enablingResumes() throws {
        suspend()
        let app = try harness.open(Self.app)
        app.register(.immediate, [DeliveryHarness.steps])
        app.close()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func acknowledgingResumes() throws {
        suspend()
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        app.close()
        #expect(harness.isDone(Self.app) && !harness.progress(Self.app).isSuspended)
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func theOwnerResumes() throws {
        suspend()
        guard case .backgroundApp(let status)? = try harness.control(.resume, Self.app) else {
            Issue.record("no status came")
            return
        }
        #expect(status.types.map(\.suspended) == [false] && status.types.map(\.failures) == [0])
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    /// The disk says no, and has written it: what is true then is seen with the next state.
    @Test func aRefusedResumeThatIsOnTheDiskTakesEffect() throws {
        suspend()
        harness.fail(.failedAfterwards)
        #expect(try harness.control(.resume, Self.app)?.errorCode == .storageFailed)
        harness.pass(10)
        #expect(harness.takeOrders() == [])
        harness.save(DeliveryHarness.heartRate)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func aRefusedRegistrationThatIsOnTheDiskTakesEffect() throws {
        harness.fail(.failedAfterwards)
        let app = try harness.open("another")
        app.register(.immediate, [DeliveryHarness.steps], launch: DeliveryHarness.launch("another"))
        #expect(app.errors.map(\.code) == [.storageFailed])
        app.close()
        harness.save(DeliveryHarness.heartRate)
        harness.save()
        #expect(harness.takeOrders() == ["start another"])
    }

    /// Enabling is no way around the pause after a failure.
    @Test func enablingWithoutNeedChangesNothing() throws {
        harness.end(Self.app)
        let app = try harness.open(Self.app)
        app.register(.immediate, [DeliveryHarness.steps])
        app.close()
        #expect(harness.progress(Self.app).failures == 1 && harness.takeOrders() == [])
    }

    // MARK: - Restarts of the server

    @Test func aRestartWhileTheAppRunsCountsAsAnAttempt() throws {
        try harness.restart()
        #expect(harness.takeOrders() == [])
        expectStart(after: 30)
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        app.close()
        harness.end(Self.app)
        try harness.restart()
        harness.pass(100)
        #expect(harness.takeOrders() == [] && harness.isDone(Self.app))
    }

    @Test func aRestartInThePauseKeepsThePause() throws {
        harness.end(Self.app)
        expectStart(after: 30)
        harness.end(Self.app)
        #expect(harness.progress(Self.app).failures == 2)
        harness.pass(20)
        try harness.restart()
        #expect(harness.progress(Self.app).failures == 2)
        expectStart(after: 100)
    }

    @Test func aRestartKeepsASuspension() throws {
        suspend()
        try harness.restart()
        harness.save()
        harness.pass(10_000)
        #expect(harness.takeOrders() == [] && harness.progress(Self.app).isSuspended)
        _ = try harness.control(.resume, Self.app)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func aRestartInThePeriodKeepsThePeriod() throws {
        try harness.register("hourly", .hourly, [DeliveryHarness.heartRate])
        harness.save(DeliveryHarness.heartRate)
        #expect(harness.takeOrders() == ["start hourly"])
        let app = try harness.open("hourly")
        app.observe([DeliveryHarness.heartRate])
        app.acknowledge([DeliveryHarness.heartRate])
        app.close()
        harness.end("hourly")
        harness.save(DeliveryHarness.heartRate)
        try harness.restart()
        harness.pass(3_599)
        #expect(!harness.takeOrders().contains("start hourly"))
        harness.pass(1)
        #expect(harness.takeOrders().contains("start hourly"))
    }

    /// Nothing was noted: it is as if the change had just come.
    @Test func aRestartBeforeTheStartStartsTheApp() throws {
        let harness = try DeliveryHarness()
        try harness.register(Self.app)
        let recorder = Write.Origin(source: Source(bundleIdentifier: "org.example.recorder", name: "Recorder"))
        let columns = NumberedSamples.columns([ObjectID(high: 1, low: 0)])
        #expect(columns.map(\.type) == [DeliveryHarness.steps])
        _ = try harness.server.writer.commit([Write(origin: recorder, operation: .save(columns))])[0].get()
        try harness.restart()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }
}
