import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// The places that there are for apps with registrations or cursors.
@Suite struct PlaceTests {
    private let harness: ServerHarness

    init() throws {
        harness = try ServerHarness()
    }

    private func setCursor(_ app: String, of process: Int32? = nil, call: UInt64 = 2) throws -> [TestClient.Received] {
        let client = TestClient(harness, of: process)
        try client.introduce(as: app)
        defer { client.close() }
        client.send(call, .acknowledge(Acknowledge(anchor: harness.core.snapshot.sealedAnchor, cursor: "place")))
        return client.receive()
    }

    private func control(_ action: BackgroundControl.Action, _ app: String) throws -> Reply? {
        let tool = try harness.open("org.example.tool", isOwnersTool: true)
        defer { tool.close() }
        tool.send(2, .backgroundControl(BackgroundControl(action, app: app)))
        return tool.receive().first?.reply
    }

    @Test func theOwnerSeesAndRemovesAnAppThatHasOnlyACursor() throws {
        _ = try setCursor("org.example.invented")
        let client = try harness.open()
        client.send(2, .status)
        guard case .statusReport(let report)? = client.receive().first?.reply else {
            Issue.record("no report came")
            return
        }
        #expect(report.backgroundApps.map(\.bundleIdentifier) == ["org.example.invented"])
        #expect(report.backgroundApps.map(\.cursors) == [1])
        guard case .backgroundApp(let app)? = try control(.remove, "org.example.invented") else {
            Issue.record("it was not removed")
            return
        }
        #expect(app.cursors == 0 && harness.core.snapshot.background.appCount == 0)
        guard case .error(let error)? = try control(.remove, "org.example.invented") else {
            Issue.record("it was removed twice")
            return
        }
        #expect(error.error.code == .objectNotFound)
    }

    @Test func removingAnAppForgetsItsRegistrationsAndCursors() throws {
        _ = try setCursor("a")
        let app = try harness.open("a")
        let registration = BackgroundRegistration(type: .stepCount, frequency: .hourly)
        app.send(2, .backgroundDelivery(BackgroundDelivery(enable: [registration])))
        _ = app.receive()
        _ = try control(.remove, "a")
        #expect(harness.core.snapshot.background.appCount == 0)
        app.send(3, .backgroundDelivery(BackgroundDelivery()))
        guard case .backgroundRegistrations(let list)? = app.receive().first?.reply else {
            Issue.record("no list came")
            return
        }
        #expect(list.registrations.isEmpty)
    }

    @Test func oneProcessDoesNotTakeAllPlaces() throws {
        for number in 0..<Limits.backgroundAppsOfProcess {
            #expect(try setCursor("org.example.invented\(number)", of: 7).compactMap(\.error).isEmpty)
        }
        let refused = try #require(try setCursor("org.example.onemore", of: 7).first?.error)
        #expect(refused.code == .limitExceeded && refused.field == "acknowledge.cursor")
        // Nor does it lose those that it has, and others find places.
        #expect(try setCursor("org.example.invented0", of: 7).compactMap(\.error).isEmpty)
        #expect(try setCursor("org.example.onemore", of: 8).compactMap(\.error).isEmpty)
        // A place that is free again is one for the process, too.
        _ = try control(.remove, "org.example.invented1")
        #expect(try setCursor("org.example.another", of: 7).compactMap(\.error).isEmpty)
    }

    @Test func clientsOfUnknownProcessesTogetherTakeThePlacesOfOne() throws {
        for number in 0..<Limits.backgroundAppsOfProcess {
            #expect(try setCursor("org.example.invented\(number)", of: nil).compactMap(\.error).isEmpty)
        }
        let refused = try #require(try setCursor("org.example.onemore", of: nil).first?.error)
        #expect(refused.code == .limitExceeded && refused.field == "acknowledge.cursor")
        #expect(try setCursor("org.example.invented0", of: nil).compactMap(\.error).isEmpty)
        #expect(try setCursor("org.example.onemore", of: 8).compactMap(\.error).isEmpty)
        _ = try control(.remove, "org.example.invented1")
        #expect(try setCursor("org.example.another", of: nil).compactMap(\.error).isEmpty)
    }
}
