import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// An app with limits is started for what it may see, and for nothing else.
@Suite struct LimitedDeliveryTests {
    private static let app: AppID = "org.example.app"
    private static let steps = DeliveryHarness.steps

    private let harness: DeliveryHarness
    private let other: TestClient

    init() throws {
        harness = try DeliveryHarness()
        other = try harness.server.open("org.example.other")
    }

    private func decide(_ grants: Grant...) throws {
        try harness.control(.decide(Self.app, grants))
    }

    private func register(_ type: ObjectType) throws {
        try harness.register(Self.app, .immediate, [type])
        #expect(harness.server.writer.snapshot.background.registrations(of: Self.app).map(\.type) == [type])
        #expect(harness.takeOrders() == [])
    }

    private func write(_ client: TestClient, _ call: UInt64, _ request: Request) {
        client.send(call, request)
        #expect(client.receive().map(\.errorCode) == [nil])
        harness.settle()
    }

    private func delete(_ client: TestClient, _ call: UInt64, _ numbers: Int...) {
        write(client, call, .deleteObjects(DeleteObjects(.objects(numbers.map(exampleID)))))
    }

    @Test func theDeletionOfASampleThatItMaySeeStartsIt() throws {
        try decide(Grant(Self.steps, read: .allowed, since: exampleSamples([5]).starts[0]))
        write(other, 2, .save(exampleSamples(1...9, of: Self.steps)))
        try register(Self.steps)
        delete(other, 3, 4)
        #expect(harness.takeOrders() == [], "it ended before the limit")
        delete(other, 4, 5)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    @Test func hiddenChangesDoNotStartIt() throws {
        try decide(Grant(Self.steps, read: .denied))
        write(other, 2, .save(exampleSamples(1...9, of: Self.steps)))
        let own = try harness.server.open(Self.app.description)
        write(own, 2, .save(exampleSamples([20], of: Self.steps)))
        try register(Self.steps)
        write(other, 3, .save(exampleSamples(10...11, of: Self.steps)))
        delete(other, 4, 1, 2)
        #expect(harness.takeOrders() == [])
        delete(own, 3, 20)
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    /// What the owner is told of the app's registration.
    private func status() throws -> BackgroundTypeStatus {
        let tool = try harness.server.open("org.example.tool")
        tool.send(2, .status)
        defer { tool.close() }
        guard case .statusReport(let report)? = tool.receive().last?.reply else { throw Unexpected("no report came") }
        return try #require(report.backgroundApps.first { $0.bundleIdentifier == Self.app.description }?.types.first)
    }

    /// The owner is told of changes that the app is started for, and of no others.
    @Test func hiddenChangesAreNotPending() throws {
        try decide(Grant(Self.steps, read: .allowed, since: exampleSamples([5]).starts[0]))
        try register(Self.steps)
        write(other, 2, .save(exampleSamples(1...2, of: Self.steps)))
        delete(other, 3, 1)
        #expect(harness.takeOrders() == [])
        #expect(try !status().pending)
        #expect(try status().next.nanoseconds == 0)
        write(other, 4, .save(exampleSamples([6], of: Self.steps)))
        #expect(harness.takeOrders() == ["start \(Self.app)"])
        #expect(try status().pending)
        write(other, 5, .save(exampleSamples([3], of: Self.steps)))
        #expect(try status().pending, "it has not acknowledged the change before")
        let app = try harness.open(Self.app)
        app.observe()
        app.acknowledge()
        app.client.close()
        harness.end(Self.app)
        write(other, 6, .save(exampleSamples([4], of: Self.steps)))
        #expect(try !status().pending)
        try decide(Grant(Self.steps, read: .allowed))
        #expect(try status().pending, "it may see what came since")
    }

    /// A segment with one of its samples, which it has acknowledged, and with many that it may not see.
    @Test func whatIsMergedWithItsOwnSamplesDoesNotStartIt() throws {
        try decide(Grant(Self.steps, read: .denied))
        let own = try harness.server.open(Self.app.description)
        write(own, 2, .save(exampleSamples([1], of: Self.steps)))
        try register(Self.steps)
        for _ in 0..<100 {
            harness.save()
        }
        let writer = harness.server.writer
        let before = writer.snapshot.segmentCount
        for _ in 0..<1_000 where try !writer.maintain() { break }
        #expect(writer.snapshot.segmentCount < before - 50)
        harness.save()
        #expect(harness.takeOrders() == [])
        write(own, 3, .save(exampleSamples([2], of: Self.steps)))
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }

    /// What was found out counts until the app has acknowledged it, or the owner decides again.
    @Test func anAppThatHasAcknowledgedIsStartedForTheNextChange() throws {
        try decide(Grant(Self.steps, read: .allowed, since: exampleSamples([5]).starts[0]))
        try register(Self.steps)
        for (call, number) in [(UInt64(2), 10), (4, 11)] {
            write(other, call, .save(exampleSamples([number], of: Self.steps)))
            #expect(harness.takeOrders() == ["start \(Self.app)"])
            let app = try harness.open(Self.app)
            app.observe()
            app.acknowledge()
            app.client.close()
            harness.end(Self.app)
            #expect(harness.takeOrders() == [])
            write(other, call + 1, .save(exampleSamples([number - 10], of: Self.steps)))
            #expect(harness.takeOrders() == [])
        }
        try decide(Grant(Self.steps, read: .allowed))
        harness.save()
        #expect(harness.takeOrders() == ["start \(Self.app)"])
    }
}
