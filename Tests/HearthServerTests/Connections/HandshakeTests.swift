import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Chapter 4 of the protocol.
@Suite struct HandshakeTests {
    @Test func helloIsAnsweredWithTheStoreAndTheLimits() throws {
        let harness = try ServerHarness()
        let client = TestClient(harness)
        client.send(3, .hello(Hello(major: 1, minor: 7, app: App(bundleIdentifier: "org.example.run"))))
        let replies = client.receive()
        #expect(replies.map(\.call) == [3])
        guard case .welcome(let welcome)? = replies.first?.reply else {
            Issue.record("no Welcome but \(replies)")
            return
        }
        #expect(welcome.major == 1)
        #expect(welcome.minor == 3)
        #expect(welcome.storeID == harness.core.snapshot.storeID)
        #expect(welcome.limits == .standard)
    }

    /// A client of an older minor version goes on as before.
    @Test func aClientOf10GetsASessionOf10() throws {
        let client = TestClient(try ServerHarness())
        client.send(1, .hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: "org.example.run"))))
        guard case .welcome(let welcome)? = client.receive().first?.reply else {
            Issue.record("no Welcome came")
            return
        }
        #expect(welcome.major == 1 && welcome.minor == 0)
        client.send(2, .save(exampleSamples(1...3)))
        #expect(client.receive().committed.map(\.added) == [3])
        client.send(3, .status)
        #expect(client.receive().count == 1)
    }

    @Test func anotherMajorVersionIsToldWhichAreSpoken() throws {
        let client = TestClient(try ServerHarness())
        client.send(1, .hello(Hello(major: 2, minor: 0, app: App(bundleIdentifier: "org.example.run"))))
        guard case .error(let refusal)? = client.receive().first?.reply else {
            Issue.record("no error came")
            return
        }
        #expect(refusal.error.code == .versionUnsupported)
        #expect(refusal.error.message == "This server speaks version 1.3.")
        #expect(refusal.versions == VersionRange(lowestMajor: 1, highestMajor: 1, highestMinor: 3))
    }

    @Test func anotherRequestFirstEndsTheConnection() throws {
        let harness = try ServerHarness()
        let client = TestClient(harness)
        client.send(1, .ping(Ping()))
        #expect(client.receive().map(\.errorCode) == [.handshakeRequired])
        #expect(client.isClosed)
    }

    @Test func whoSaysNothingForFiveSecondsIsSentAway() throws {
        let harness = try ServerHarness()
        let client = TestClient(harness)
        harness.advance(seconds: 4.9)
        #expect(client.receive().isEmpty)
        #expect(!client.isClosed)
        harness.advance(seconds: 0.2)
        #expect(client.receive().map(\.errorCode) == [.handshakeTimeout])
        #expect(client.isClosed)
    }
}

extension TestClient.Received {
    var errorCode: ErrorCode? {
        if case .error(let reply) = reply { reply.error.code } else { nil }
    }
}
