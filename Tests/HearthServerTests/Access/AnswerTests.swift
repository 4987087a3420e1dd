import HearthModel
import HearthServer
import HearthSystem
import HearthWire
import Testing

@testable import HearthStore

/// The owner's answers to questions that are out of date, and the times of decisions.
@Suite struct AnswerTests {
    private static let app: AppID = "org.example.reader"
    private static let request = Authorization(share: [.heartRate], read: [.heartRate, .stepCount], isRequest: true)
    private static let allowed = [
        Grant(.heartRate, share: .allowed, read: .allowed), Grant(.stepCount, read: .allowed),
    ]

    private let harness: ServerHarness
    private let tool: TestClient
    /// The first call is the Hello.
    private let lastCall = Guarded<UInt64>(1)

    init() throws {
        let start = ServerTime(nanoseconds: 0, date: Timestamp(nanoseconds: 1_000_000_000))
        harness = try ServerHarness(.withAppSockets, time: start, sharesClock: true)
        tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        _ = control(.add(Self.app, name: "Reader"))
    }

    private func control(_ control: AccessControl) -> Reply? {
        let call = lastCall.withLock { last in
            last += 1
            return last
        }
        tool.send(call, .accessControl(control))
        return tool.receive().last?.reply
    }

    /// What is decided of the app; nil after a refusal.
    private func decided(by control: AccessControl) -> [Grant]? {
        guard case .accessList(let list)? = self.control(control) else { return nil }
        return list.decisions.first { $0.app == Self.app }?.grants ?? []
    }

    private func ask() throws -> TestClient {
        let client = try harness.open(Self.app.description, through: Self.app)
        client.send(2, .authorization(Self.request))
        #expect(client.receive().isEmpty, "the owner is asked")
        return client
    }

    @Test func anAnswerDecidesWhatIsAsked() throws {
        let client = try ask()
        let grants = try #require(decided(by: .answer(Self.app, Self.allowed, isVerified: true)))
        #expect(grants.map(\.read) == [.allowed, .allowed] && grants.map(\.share) == [.allowed, .undetermined])
        guard case .authorizationStatus(let status)? = client.receive().first?.reply else {
            Issue.record("the app got no answer")
            return
        }
        #expect(status.isDecided)
        // It is not asked any more.
        #expect(control(.answer(Self.app, Self.allowed, isVerified: true))?.errorCode == .objectNotFound)
    }

    @Test func whatWasDecidedSinceTheQuestionWasSeenStays() throws {
        _ = try ask()
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .denied)]))
        let grants = try #require(decided(by: .answer(Self.app, Self.allowed, isVerified: true)))
        #expect(grants.map(\.read) == [.denied, .allowed] && grants.map(\.share) == [.allowed, .undetermined])
    }

    /// Any program can be the app then.
    @Test func anAnswerToAnAppThatLostItsSocketDecidesNothing() throws {
        _ = try ask()
        _ = control(.ask(true))
        _ = control(.remove(Self.app))
        #expect(control(.answer(Self.app, Self.allowed, isVerified: true))?.errorCode == .objectNotFound)
        #expect(decided(by: .list) == [])
        // Neither does one to an app that got a socket.
        _ = control(.add(Self.app, name: ""))
        #expect(control(.answer(Self.app, Self.allowed, isVerified: false))?.errorCode == .objectNotFound)
        #expect(decided(by: .list) == [])
    }

    @Test func anAnswerToAnAppThatNeedNotAskDecidesNothing() throws {
        _ = control(.remove(Self.app))
        #expect(control(.answer(Self.app, Self.allowed, isVerified: false))?.errorCode == .objectNotFound)
        #expect(decided(by: .list) == [])
    }

    @Test func aDecisionIsAsOldAsItsLastChange() throws {
        let first = harness.core.time.date
        _ = control(.decide(Self.app, [Grant(.heartRate, read: .denied), Grant(.stepCount, read: .denied)]))
        harness.advance(seconds: 60)
        let second = harness.core.time.date
        let again = [Grant(.heartRate, read: .denied), Grant(.stepCount, read: .denied, since: nil)]
        #expect(decided(by: .decide(Self.app, again))?.map(\.decided) == [first, first])
        let limited = [Grant(.stepCount, read: .allowed, since: first)]
        #expect(decided(by: .decide(Self.app, limited))?.map(\.decided) == [first, second])
        #expect(
            decided(by: .decide(Self.app, [Grant(.heartRate, share: .allowed)]))?.map(\.decided) == [second, second]
        )
    }

    /// A table of an older store tells no times.
    @Test(arguments: [nil, Timestamp(nanoseconds: 77)])
    func timesAreStored(_ time: Timestamp?) throws {
        var table = AccessTable()
        let since = Timestamp(nanoseconds: 5)
        try table.execute(
            .decide(Self.app, [Grant(.heartRate, read: .allowed, since: since)]),
            at: time ?? Timestamp(nanoseconds: 1)
        )
        var records = table.stored(excluding: AccessTable())
        if time == nil {
            // Without the bit for the time, and the time, which is a byte here.
            // 9 is the kind of a decision.
            records = records.map { record in
                guard record.kind == 9 else { return record }
                var former = record
                former.value[0] &= ~8
                former.value.remove(at: 2)
                return former
            }
        }
        let grant = try #require(try AccessTable(records).decisions.first?.grants.first)
        #expect(grant.decided == time && grant.since == since && grant.read == .allowed)
    }
}
