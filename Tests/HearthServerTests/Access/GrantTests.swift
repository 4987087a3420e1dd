import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// What the owner allows and denies to apps: `ACCESS.md`.
@Suite struct GrantTests {
    private static let app: AppID = "org.example.reader"

    private let harness: ServerHarness
    private let tool: TestClient

    init() throws {
        harness = try ServerHarness(.withAppSockets)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        let other = try harness.open("org.example.other")
        other.send(2, .save(exampleSamples(1...5), exampleSamples(11...15, of: .stepCount)))
        #expect(other.receive().committed.map(\.added) == [10])
    }

    private func control(_ control: AccessControl, _ call: UInt64) -> [Reply] {
        tool.send(call, .accessControl(control))
        return tool.receive().map(\.reply)
    }

    /// The numbers of samples that a client reads, by their types.
    private func counts(_ client: TestClient, _ call: UInt64) -> [ObjectType: Int] {
        client.send(call, .querySamples(QuerySamples(clauses: [Clause(type: .heartRate), Clause(type: .stepCount)])))
        var counts: [ObjectType: Int] = [:]
        for case .samples(let batch) in client.receive().map(\.reply) {
            for columns in batch.columns {
                counts[columns.type, default: 0] += columns.count
            }
        }
        return counts
    }

    @Test func nothingIsAskedOfAnAppWithoutASocket() throws {
        let app = try harness.open(Self.app.description)
        #expect(counts(app, 2) == [.heartRate: 5, .stepCount: 5])
        app.send(3, .save(exampleSamples(21...21)))
        #expect(app.receive().committed.map(\.added) == [1])
    }

    @Test func aDeniedTypeIsEmptyButForTheAppsOwnSamples() throws {
        let before = try harness.open(Self.app.description)
        before.send(2, .save(exampleSamples(21...22)))
        _ = before.receive()
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .denied)]), 2)
        #expect(counts(before, 3) == [.heartRate: 2, .stepCount: 5])
        let app = try harness.open(Self.app.description)
        #expect(counts(app, 2) == [.heartRate: 2, .stepCount: 5])
        app.send(3, .save(exampleSamples(23...23)))
        #expect(app.receive().committed.map(\.added) == [1], "saving was not denied")
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .undetermined)]), 3)
        #expect(counts(try harness.open(Self.app.description), 2) == [.heartRate: 8, .stepCount: 5])
        #expect(counts(try harness.open("org.example.other"), 2) == [.heartRate: 8, .stepCount: 5])
    }

    @Test func aLimitIsJudgedByTheEnd() throws {
        let since = exampleSamples(3...3).starts[0]
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .allowed, since: since)]), 2)
        let app = try harness.open(Self.app.description)
        #expect(counts(app, 2) == [.heartRate: 3, .stepCount: 5])
        // Its own samples an app always sees.
        app.send(3, .save(exampleSamples(0...0)))
        _ = app.receive()
        #expect(counts(app, 4) == [.heartRate: 4, .stepCount: 5])
        let clauses = [Clause(type: .heartRate), Clause(type: .stepCount)]
        app.send(5, .querySamples(QuerySamples(clauses: clauses, limit: 2)))
        guard case .samples(let batch)? = app.receive().first?.reply else {
            Issue.record("there are no samples")
            return
        }
        #expect(batch.columns.flatMap(\.ids).contains(exampleID(0)))
    }

    @Test func savingIsDecidedBeforeUUIDsAreLookedUp() throws {
        _ = control(.decide(Self.app, [Grant(.heartRate, share: .denied)]), 2)
        let app = try harness.open(Self.app.description)
        for (call, numbers) in [(2, 1...1), (3, 99...99)] as [(UInt64, ClosedRange<Int>)] {
            app.send(call, .save(exampleSamples(numbers)))
            guard case .error(let refusal)? = app.receive().first?.reply else {
                Issue.record("a save was accepted that is denied")
                return
            }
            #expect(refusal.error.code == .authorizationDenied)
            #expect(refusal.error.field == "save.columns[0].type")
        }
        app.send(4, .save(exampleSamples(99...99), more: true))
        #expect(app.receive().map(\.errorCode) == [.authorizationDenied])
        app.send(5, .save(exampleSamples(98...98, of: .stepCount)))
        #expect(app.receive().committed.map(\.added) == [1])
    }

    @Test func whatIsNotDecidedIsNotAllowedThroughASocketOfTheAppsOwn() throws {
        _ = control(.add(Self.app, name: ""), 2)
        let app = try harness.open(Self.app.description, through: Self.app)
        #expect(counts(app, 2) == [:])
        app.send(3, .save(exampleSamples(21...21)))
        #expect(app.receive().map(\.errorCode) == [.authorizationNotDetermined])
        let grants = [Grant(.heartRate, share: .allowed), Grant(.stepCount, read: .allowed)]
        _ = control(.decide(Self.app, grants), 3)
        app.send(4, .save(exampleSamples(21...21)))
        #expect(app.receive().committed.map(\.added) == [1])
        #expect(counts(app, 5) == [.heartRate: 1, .stepCount: 5])
    }

    @Test func aClientWithOpenCallsConnectsAgain() throws {
        let app = try harness.open(Self.app.description)
        app.send(2, .queryChanges(QueryChanges(clauses: [], follow: true)))
        _ = app.receive()
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .denied)]), 2)
        #expect(app.receive().isEmpty && app.isClosed, "it is told nothing")
    }

    @Test func aStreamThatFollowsBringsNothingThatIsDenied() throws {
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .denied)]), 2)
        let app = try harness.open(Self.app.description)
        app.send(2, .queryChanges(QueryChanges(clauses: [], follow: true)))
        app.send(3, .observe(Observe(clauses: [])))
        _ = app.receive()
        let other = try harness.open("org.example.other")
        other.send(2, .save(exampleSamples(31...31)))
        _ = other.receive()
        other.send(3, .deleteObjects(DeleteObjects(.objects(exampleSamples(1...1).ids))))
        _ = other.receive()
        #expect(app.receive().isEmpty)
        other.send(4, .save(exampleSamples(32...32, of: .stepCount)))
        _ = other.receive()
        #expect(app.receive().count == 2)
    }

    @Test func decisionsOutliveTheServer() throws {
        let storage = MemoryStorage()
        let grants = [
            Grant(.heartRate, share: .denied, read: .allowed, since: Timestamp(nanoseconds: -7)),
            Grant(.stepCount, share: .allowed, read: .undetermined),
        ]
        do {
            let tool = try ServerHarness(storage: storage).open("org.hearth.cli", isOwnersTool: true)
            tool.send(2, .accessControl(.decide(Self.app, grants)))
            #expect(tool.receive().map(\.errorCode) == [nil])
            tool.send(3, .accessControl(.decide(Self.app, [Grant(.stepCount, share: .denied)])))
            _ = tool.receive()
            tool.send(4, .accessControl(.decide("b", [Grant(.stepCount, share: .denied)])))
            _ = tool.receive()
            tool.send(5, .accessControl(.decide("b", [Grant(.stepCount, share: .undetermined)])))
            _ = tool.receive()
        }
        let tool = try ServerHarness(storage: storage).open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.list))
        let expected = [grants[0], Grant(.stepCount, share: .denied, read: .undetermined)]
        guard case .accessList(let list)? = tool.receive().first?.reply else {
            Issue.record("the decisions were not listed")
            return
        }
        #expect(list.decisions.map(\.withoutTimes) == [AppGrants(Self.app, expected)])
        #expect(list.decisions.flatMap(\.grants).allSatisfy { $0.decided != nil })
    }
}
