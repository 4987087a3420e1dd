import HearthModel
import HearthTestSupport
import Testing

@testable import HearthServer

/// A client may have a thousand calls open on each of its connections. What each of them opens, sends and closes must not
/// look at the others.
@Suite struct ManyNotifyingCallsTests {
    private static let app: AppID = "org.example.app"
    private let harness: EngineHarness

    init() throws {
        harness = try EngineHarness([Self.app])
    }

    /// The calls that the engine looks at while as many are open.
    private func visits(_ count: UInt64) throws -> Int {
        let before = harness.engine.calls.visits.count
        let calls = (1...count).map { number in
            CallID(connection: ConnectionID(number: number % 4), number: number + 1)
        }
        for call in calls {
            let types: Set<ObjectType> = call.number.isMultiple(of: 2) ? [] : [EngineHarness.steps]
            harness.engine.callOpened(call, NotifyingCall(observing: types, isAcknowledged: true), of: Self.app)
            #expect(harness.run() == [])
        }
        try harness.save()
        let notification = ChangeNotification(types: [EngineHarness.steps], commit: harness.snapshot.head)
        var offers = 0
        for call in calls {
            let earlier = harness.engine.willNotify(call, notification, in: harness.snapshot)
            offers += earlier == nil ? 1 : 0
            harness.engine.didNotify(call, notification)
            #expect(harness.run() == [])
        }
        // The last one of each connection.
        #expect(offers == 4)
        try harness.acknowledge(Self.app)
        for call in calls {
            harness.close(call, position: harness.snapshot.head)
            #expect(harness.run() == [])
        }
        return harness.engine.calls.visits.count - before
    }

    @Test func twiceAsManyCallsAreTwiceTheWork() throws {
        let (one, two) = (try visits(100), try visits(200))
        #expect(two <= 2 * one && one <= 400)
    }

    /// Of the calls of a connection, the one that notified the app last sends a further notice.
    @Test func aFurtherNoticeIsSentWhenTheOthersHaveNothingToSend() throws {
        let calls = (2...4 as ClosedRange<UInt64>).map { CallID(connection: ConnectionID(number: 1), number: $0) }
        for call in calls {
            harness.engine.callOpened(call, NotifyingCall(observing: [], isAcknowledged: true), of: Self.app)
        }
        try harness.save()
        let notification = ChangeNotification(types: [EngineHarness.steps], commit: harness.snapshot.head)
        #expect(harness.engine.willNotify(calls[1], notification, in: harness.snapshot) != nil)
        harness.engine.didNotify(calls[1], notification)
        #expect(harness.run() == [])
        harness.engine.didPassOver(calls[0], upTo: harness.snapshot.head)
        #expect(harness.run() == [])
        harness.engine.didPassOver(calls[2], upTo: harness.snapshot.head)
        #expect(harness.run() == [.remind(calls[1], of: EngineHarness.steps)])
        #expect(harness.engine.willNotify(calls[1], notification, in: harness.snapshot) == nil)
        harness.engine.didNotify(calls[1], notification)
        #expect(harness.run() == [])
    }
}

/// The least and the greatest of commits.
@Suite struct CommitsOfCallsTests {
    @Test func theLeastAndTheGreatestAreThoseOfTheCalls() {
        var random = SeededGenerator(seed: 731)
        var commits = CommitsOfCalls()
        var expected: [UInt64: UInt64] = [:]
        for _ in 0..<2_000 {
            let call = UInt64.random(in: 0..<40, using: &random)
            let new = Bool.random(using: &random) ? UInt64.random(in: 0..<20, using: &random) : nil
            commits.replace(expected[call], new, of: call)
            expected[call] = new
            #expect(commits.isEmpty == expected.isEmpty)
            #expect(commits.greatest?.commit == expected.values.max())
            #expect(commits.least() == expected.values.min())
            #expect(commits.least(exceptOf: call) == expected.filter { $0.key != call }.values.min())
        }
    }
}
