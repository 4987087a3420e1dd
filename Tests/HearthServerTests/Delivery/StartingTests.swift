import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// When an app is started that does not run.
@Suite struct StartingTests {
    private static let app: AppID = "org.example.app"
    private let harness: DeliveryHarness

    init() throws {
        harness = try DeliveryHarness()
    }

    /// A process that does what it should.
    private func handle(_ types: [ObjectType] = [DeliveryHarness.steps]) throws {
        let app = try harness.open(Self.app)
        app.observe(types)
        app.acknowledge(types)
        app.close()
        harness.end(Self.app)
    }

    @Test func anAppThatDoesNotRunIsStarted() throws {
        try harness.register(Self.app)
        #expect(harness.takeOrders() == [])
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        #expect(harness.launches[Self.app] == DeliveryHarness.launch(Self.app))
        try handle()
        #expect(harness.isDone(Self.app))
        harness.pass(10_000)
        #expect(harness.takeOrders() == [])
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func changesBeforeTheRegistrationStartNothing() throws {
        harness.save()
        try harness.register(Self.app)
        harness.pass(100)
        #expect(harness.takeOrders() == [])
    }

    @Test(arguments: [(UpdateFrequency.hourly, 3_600.0), (.daily, 86_400), (.weekly, 604_800)])
    func anAppStartsAtMostOnceInAPeriod(_ frequency: UpdateFrequency, _ period: Double) throws {
        try harness.register(Self.app, frequency)
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        try handle()
        // What comes in between is told together.
        for _ in 0..<3 {
            harness.pass(period / 4)
            harness.save()
        }
        harness.pass(period / 4 - 1)
        #expect(harness.takeOrders() == [])
        harness.pass(1)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        try handle()
        #expect(harness.isDone(Self.app))
        harness.pass(period * 2)
        #expect(harness.takeOrders() == [])
    }

    @Test func changesToSeveralTypesShareAStart() throws {
        let types = [DeliveryHarness.steps, DeliveryHarness.heartRate]
        try harness.register(Self.app, .hourly, types)
        harness.save(types[0])
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        // A process at a time.
        harness.save(types[1])
        #expect(harness.takeOrders() == [])
        try handle([types[0]])
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        try handle(types)
        harness.pass(3_600)
        harness.save(types[0])
        harness.save(types[1])
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        try handle(types)
        #expect(harness.takeOrders() == [] && types.allSatisfy { harness.isDone(Self.app, $0) })
    }

    @Test func atMostTheLimitOfProcessesRunAtOnce() throws {
        let harness = try DeliveryHarness { $0.processesMax = 2 }
        let apps = (0..<5).map { AppID("app\($0)") }
        for app in apps {
            try harness.register(app)
        }
        harness.save()
        var started: [String] = []
        while started.count < apps.count {
            let orders = harness.takeOrders()
            #expect(!orders.isEmpty && harness.running.count <= 2)
            guard !orders.isEmpty else { return }
            started += orders
            let (name, _) = try #require(harness.running.first)
            let app = try harness.open(name)
            app.observe()
            app.acknowledge()
            app.close()
            harness.end(name)
        }
        #expect(Set(started) == Set(apps.map { "start \($0)" }))
        for name in harness.running.keys {
            harness.end(name)
        }
    }

    /// However many apps there are: others have their turn in between.
    @Test func aTurnChecksAFewAppsAtMost() throws {
        let harness = try DeliveryHarness { $0.processesMax = 100 }
        for number in 0..<100 {
            try harness.register("app\(number)", of: Int32(number + 1))
        }
        let (core, writer) = (harness.core, harness.server.writer)
        let recorder = try harness.open("org.example.writer")
        recorder.client.send(9, .save(Save(columns: NumberedSamples.columns([ObjectID(high: 1, low: 0)]))))
        core.finishWrites(writer.commit(try #require(core.takeWrites())), writer.snapshot)
        var turns = 0
        var begun = 0
        while core.hasWork {
            _ = core.turn()
            turns += 1
            guard let notes = core.takeWrites() else { continue }
            #expect(notes.count <= 16)
            begun += notes.count
            core.finishWrites(writer.commit(notes), writer.snapshot)
        }
        #expect(turns >= 100 / 16 && begun == 100)
        #expect(harness.takeOrders().count == 100)
    }

    /// What could not be noted has not begun, and leaves its room to others.
    @Test func aFullDiskStartsNothingAndFreesTheSlot() throws {
        let harness = try DeliveryHarness { $0.processesMax = 1 }
        func handle(_ name: AppID) throws {
            let app = try harness.open(name)
            app.observe()
            app.acknowledge()
            app.close()
            harness.end(name)
        }
        try harness.register("a", .hourly)
        harness.save()
        #expect(harness.takeOrders() == ["start a"])
        try handle("a")
        harness.save()
        harness.fail(.full)
        harness.pass(3_600)
        #expect(harness.takeOrders() == [])
        try harness.register("b")
        harness.save()
        #expect(harness.takeOrders() == ["start b"])
        harness.pass(9)
        try handle("b")
        #expect(harness.takeOrders() == [])
        harness.pass(1)
        #expect(harness.takeOrders() == ["start a"])
    }

    @Test func anAppThatTookBackItsRegistrationIsNotStarted() throws {
        try harness.register(Self.app, .hourly)
        harness.save()
        try handle()
        harness.save()
        let app = try harness.open(Self.app)
        app.send(.backgroundDelivery(BackgroundDelivery(disableAll: true)))
        app.receive()
        app.close()
        harness.pass(10_000)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        #expect(harness.running.isEmpty)
    }

    @Test func aServerThatMayNotStartAppsStartsNone() throws {
        let harness = try DeliveryHarness { $0.startsApps = false }
        try harness.register(Self.app)
        harness.save()
        _ = try harness.control(.run, Self.app)
        harness.pass(1_000)
        #expect(harness.takeOrders() == [])
    }

    @Test func aStoppingServerEndsTheProcesses() throws {
        try harness.register(Self.app)
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        harness.core.stop()
        #expect(harness.takeOrders() == ["end \(Self.app)"])
    }

    /// The note of it is on its way to the disk when the server is told to stop.
    @Test func aStoppingServerStartsNothing() throws {
        try harness.register(Self.app)
        let recorder = try harness.open("org.example.writer")
        recorder.client.send(9, .save(Save(columns: NumberedSamples.columns([ObjectID(high: 1, low: 0)]))))
        _ = harness.core.turn()
        let writes = try #require(harness.core.takeWrites())
        harness.core.finishWrites(harness.server.writer.commit(writes), harness.server.writer.snapshot)
        _ = harness.core.turn()
        let notes = try #require(harness.core.takeWrites())
        harness.core.stop()
        harness.core.finishWrites(harness.server.writer.commit(notes), harness.server.writer.snapshot)
        #expect(harness.takeOrders() == [])
    }

    // MARK: - The clock on the wall

    @Test func aClockSetBackDelaysNothing() throws {
        try harness.register(Self.app, .weekly)
        harness.save()
        try handle()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        harness.setClock(by: -1_000_000)
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        try handle()
        harness.save()
        harness.pass(604_799)
        #expect(harness.takeOrders() == [])
        harness.pass(1)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func aClockSetForwardEndsThePeriod() throws {
        try harness.register(Self.app, .weekly)
        harness.save()
        try handle()
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        harness.setClock(by: 604_800)
        // It is looked at now and then.
        harness.pass(60)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func aClockSetBackDelaysNoRetry() throws {
        try harness.register(Self.app)
        harness.save()
        harness.end(Self.app)
        #expect(harness.progress(Self.app).failures == 1)
        _ = harness.takeOrders()
        harness.setClock(by: -1_000_000)
        harness.pass(30)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }
}
