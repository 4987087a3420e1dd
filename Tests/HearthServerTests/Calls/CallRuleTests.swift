import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Chapter 5 of the protocol: the numbers of calls, and what may come when.
@Suite struct CallRuleTests {
    @Test func aPingComesBack() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .ping(Ping(payload: [1, 2])))
        guard case .pong(let pong)? = client.receive().first?.reply else {
            Issue.record("no Pong")
            return
        }
        #expect(pong.payload == [1, 2])
        #expect(pong.anchor == harness.core.snapshot.sealedAnchor)
    }

    @Test func aNumberThatIsNotGreaterEndsTheConnection() throws {
        let client = try ServerHarness().open()
        client.send(5, .ping(Ping()))
        client.send(5, .ping(Ping()))
        let replies = client.receive()
        #expect(replies.map(\.errorCode) == [nil, .protocolViolation])
        #expect(replies.last?.call == 0)
        #expect(client.isClosed)
    }

    @Test func aSecondHelloEndsTheConnection() throws {
        let client = try ServerHarness().open()
        client.send(2, .hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: "a"))))
        #expect(client.receive().map(\.errorCode) == [.protocolViolation])
        #expect(client.isClosed)
    }

    @Test func aSecondRequestOnAnOpenCallEndsTheConnection() throws {
        let client = try ServerHarness().open()
        client.send(2, .observe(Observe(clauses: [])))
        client.send(2, .save(exampleSamples([1])))
        #expect(client.receive().compactMap(\.errorCode) == [.protocolViolation])
        #expect(client.isClosed)
    }

    /// They have crossed the call's last reply on their way.
    @Test func whatComesForACallThatHasEndedIsIgnored() throws {
        let client = try ServerHarness().open()
        client.send(2, .query(.heartRate))
        #expect(client.receive().count == 1)
        client.send(2, .cancel)
        client.send(2, .credit(Credit(bytes: 5)))
        client.send(2, .save(exampleSamples([1])))
        client.send(9, .cancel)
        #expect(client.receive().isEmpty)
        #expect(!client.isClosed)
    }

    @Test func moreCallsThanAllowedAreRefusedAndTheOthersGoOn() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        let most = UInt64(harness.core.snapshot.head) + UInt64(Limits.standard.openCalls)
        for call in 2..<(2 + most) {
            client.send(call, .observe(Observe(clauses: [])))
        }
        client.send(5_000, .observe(Observe(clauses: [])))
        let replies = client.receive()
        #expect(replies.filter { $0.error != nil }.map(\.call) == [5_000])
        #expect(replies.compactMap(\.errorCode) == [.limitExceeded])
        client.send(2, .cancel)
        client.send(5_001, .ping(Ping()))
        #expect(client.receive().map(\.call) == [2, 5_001])
    }

    /// Without a turn of the others in between, so many frames of one connection are handled.
    @Test func oneConnectionDoesNotKeepTheOthersWaiting() throws {
        let harness = try ServerHarness()
        let (busy, other) = (try harness.open("a"), try harness.open("b"))
        busy.send((2..<10_002).map { ($0, .ping(Ping())) })
        other.send(2, .ping(Ping()))
        _ = harness.core.turn()
        #expect(other.takeReplies().count == 1)
        #expect(busy.takeReplies().count < 100)
        #expect(busy.receive().count > 9_800)
    }
}
