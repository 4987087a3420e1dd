import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// Chapter 8.12 of the protocol.
@Suite struct BackgroundDeliveryTests {
    private static let steps = ObjectType(identifier: "HKQuantityTypeIdentifierStepCount") ?? .workout
    private static let hourlySteps = BackgroundRegistration(type: steps, frequency: .hourly)
    private static let weeklyWorkouts = BackgroundRegistration(type: .workout, frequency: .weekly)

    @Test func registrationsAreSetReadAndCleared() throws {
        let client = try ServerHarness().open()
        client.send(2, .backgroundDelivery(BackgroundDelivery(enable: [Self.weeklyWorkouts, Self.hourlySteps])))
        #expect(client.receive().registrations == [[Self.hourlySteps, Self.weeklyWorkouts]])
        client.send(3, .backgroundDelivery(BackgroundDelivery()))
        #expect(client.receive().registrations == [[Self.hourlySteps, Self.weeklyWorkouts]])
        client.send(4, .backgroundDelivery(BackgroundDelivery(disable: [Self.steps])))
        #expect(client.receive().registrations == [[Self.weeklyWorkouts]])
        client.send(5, .backgroundDelivery(BackgroundDelivery(disableAll: true)))
        #expect(client.receive().registrations == [[]])
        client.send(6, .backgroundDelivery(BackgroundDelivery()))
        #expect(client.receive().registrations == [[]])
    }

    /// The app is the session's: nobody can name another.
    @Test func anAppSeesAndChangesItsOwn() throws {
        let harness = try ServerHarness()
        let (one, sameApp, other) = (try harness.open("a"), try harness.open("a"), try harness.open("b"))
        one.send(2, .backgroundDelivery(BackgroundDelivery(enable: [Self.hourlySteps])))
        #expect(one.receive().registrations == [[Self.hourlySteps]])
        other.send(2, .backgroundDelivery(BackgroundDelivery(enable: [Self.weeklyWorkouts], disableAll: true)))
        #expect(other.receive().registrations == [[Self.weeklyWorkouts]])
        sameApp.send(2, .backgroundDelivery(BackgroundDelivery()))
        #expect(sameApp.receive().registrations == [[Self.hourlySteps]])
    }

    /// Answered only when the disk has them.
    @Test func theyAreDurableWhenTheyAreAnswered() throws {
        let storage = MemoryStorage()
        let harness = try ServerHarness(storage: storage)
        let client = try harness.open()
        client.send(2, .backgroundDelivery(BackgroundDelivery(enable: [Self.hourlySteps])))
        while harness.core.turn() {}
        #expect(client.takeReplies().isEmpty)
        client.send(3, .backgroundDelivery(BackgroundDelivery()))
        while harness.core.turn() {}
        #expect(client.takeReplies().registrations == [[]])
        #expect(client.receive().registrations == [[Self.hourlySteps]])

        let restarted = try ServerHarness(storage: storage.reopened()).open()
        restarted.send(2, .backgroundDelivery(BackgroundDelivery()))
        #expect(restarted.receive().registrations == [[Self.hourlySteps]])
    }

    @Test func aFullServerNamesTheField() throws {
        let harness = try ServerHarness()
        let enabling = BackgroundDelivery(enable: [Self.hourlySteps])
        for number in 1...Limits.backgroundApps {
            let origin = Write.Origin(source: Source(bundleIdentifier: "app\(number)", name: "App"))
            _ = try harness.writer.commit([Write(origin: origin, operation: .register(enabling))])[0].get()
        }
        let client = try harness.open()
        client.send(2, .backgroundDelivery(enabling))
        let errors = client.receive().compactMap(\.error)
        #expect(errors.map(\.code) == [.limitExceeded] && errors.map(\.field) == ["background_delivery.enable"])
        client.send(3, .status)
        guard case .statusReport(let report)? = client.receive().first?.reply else {
            Issue.record("no report came")
            return
        }
        #expect(report.backgroundApps.count == Limits.backgroundApps)
        #expect(report.store.backgroundRegistrations == UInt64(Limits.backgroundApps))
    }

    @Test func theStatusCountsThem() throws {
        let harness = try ServerHarness()
        let (one, other) = (try harness.open("org.example.b"), try harness.open("org.example.a"))
        one.send(2, .backgroundDelivery(BackgroundDelivery(enable: [Self.hourlySteps, Self.weeklyWorkouts])))
        other.send(2, .backgroundDelivery(BackgroundDelivery(enable: [Self.weeklyWorkouts])))
        other.send(3, .status)
        _ = one.receive()
        _ = other.receive()
        other.send(4, .status)
        guard case .statusReport(let report)? = other.receive().last?.reply else {
            Issue.record("no report came")
            return
        }
        #expect(report.store.backgroundRegistrations == 3)
        #expect(report.backgroundApps.map(\.bundleIdentifier) == ["org.example.a", "org.example.b"])
        #expect(report.backgroundApps.map(\.registrations) == [1, 2])
        #expect(report.backgroundApps.map { $0.types.map(\.frequency) } == [[.weekly], [.hourly, .weekly]])
        #expect(report.backgroundApps.allSatisfy { $0.types.allSatisfy { !$0.pending && !$0.suspended } })
    }
}

extension [TestClient.Received] {
    /// What the replies with registrations say.
    fileprivate var registrations: [[BackgroundRegistration]] {
        compactMap { if case .backgroundRegistrations(let list) = $0.reply { list.registrations } else { nil } }
    }
}
