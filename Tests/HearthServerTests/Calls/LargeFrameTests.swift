import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Large frames, which reader threads decode.
@Suite struct LargeFrameTests {
    private static let inlineBytes = 1_024
    private let harness: ServerHarness
    private let client: TestClient
    private let other: TestClient
    private let runner: ReadRunner

    init() throws {
        var options = ServerOptions()
        options.turns.inlineFrameBytes = Self.inlineBytes
        harness = try ServerHarness(options)
        client = try harness.open("org.example.large", of: 7)
        other = try harness.open("org.example.small", of: 8)
        runner = ReadRunner(try harness.writer.makeReader())
    }

    private static let query = Request.querySamples(
        QuerySamples(
            clauses: [Clause(type: .heartRate, predicate: Predicate(terms: [.ids((0..<100).map(exampleID))]))]
        )
    )
    private static let save = Request.save(exampleSamples(0..<100))

    /// The next read that is ready, after all turns.
    private func takeRead() -> Read? {
        while harness.core.turn() {}
        return harness.core.takeRead()
    }

    private func finish(_ read: Read) {
        runner.run(read)
        harness.core.finishRead(read)
        while harness.core.turn() {}
    }

    private func stagedBytes() throws -> UInt64 {
        other.send(900, .status)
        let reply = try #require(other.receive().first?.reply)
        guard case .statusReport(let report) = reply else { throw HearthError(.unknown, "no status came") }
        return report.store.stagedBytes
    }

    @Test func aPingIsAnsweredWhileALargeFrameOfAnotherClientIsDecoded() throws {
        client.send(2, Self.query)
        let read = try #require(takeRead())
        other.send(2, .ping(Ping()))
        #expect(other.takeReplies().map(\.call) == [2])
        finish(read)
        #expect(client.receive().map(\.reply) == [.done(Done(reason: .complete))])
    }

    /// The frame of exactly the limit is decoded at once, and the next longer one by another thread.
    @Test(arguments: [0, 1]) func onlyAFrameBeyondTheLimitIsDecodedElsewhere(_ beyond: Int) throws {
        let call: UInt64 = 2
        var length = 0
        var bytes: [UInt8] = []
        // The payload of a ping has at most 256 bytes; metadata keys fill the rest.
        while bytes.count - 4 != Self.inlineBytes + beyond {
            length += 1
            let key = String(repeating: "k", count: length)
            let clause = Clause(type: .heartRate, predicate: Predicate(terms: [.metadataKey(key)]))
            bytes = []
            try FrameEncoder().append(ClientFrame(call: call, .listSources(ListSources(clauses: [clause]))), to: &bytes)
            try #require(bytes.count - 4 <= Self.inlineBytes + beyond)
        }
        client.send(bytes)
        while harness.core.turn() {}
        #expect(client.takeReplies().isEmpty == (beyond > 0))
        #expect(client.receive().count == beyond)
    }

    @Test func theFramesOfAConnectionKeepTheirOrder() throws {
        client.send([(2, Self.save), (3, .ping(Ping())), (4, Self.save), (5, .ping(Ping()))])
        let first = try #require(takeRead())
        #expect(client.takeReplies().isEmpty)
        #expect(harness.core.takeRead() == nil)
        finish(first)
        // The save is on its way to the disk; the ping after it was answered.
        #expect(client.takeReplies().map(\.call) == [3])
        finish(try #require(takeRead()))
        #expect(client.receive().map(\.call) == [5, 2, 4])
    }

    @Test func aConnectionIsNotReadFromWhileItsFrameIsDecoded() throws {
        client.send(2, Self.save)
        let read = try #require(takeRead())
        #expect(
            !harness.core.connections.wantsInput(from: client.id)
                && harness.core.connections.hasUnhandledInput(from: client.id)
        )
        finish(read)
        #expect(
            harness.core.connections.wantsInput(from: client.id)
                && !harness.core.connections.hasUnhandledInput(from: client.id)
        )
    }

    @Test func aFrameOfAConnectionThatHasGoneIsDropped() throws {
        client.send(2, Self.save)
        let read = try #require(takeRead())
        client.close()
        finish(read)
        #expect(try stagedBytes() == 0)
        #expect(harness.core.snapshot.sampleCount == 0)
    }

    @Test func clientsTakeTurnsWithTheirFrames() throws {
        let again = try harness.open("org.example.again", of: 7)
        client.send(2, Self.query)
        again.send(2, Self.query)
        other.send(2, Self.query)
        var order: [String] = []
        while order.count < 3 {
            let read = try #require(takeRead())
            finish(read)
            for (name, client) in [("client", client), ("again", again), ("other", other)] {
                order += client.takeReplies().map { _ in name }
            }
        }
        #expect(order == ["client", "other", "again"])
    }

    @Test func aMalformedLargeFrameEndsItsConnection() throws {
        client.send([0, 8, 0, 0] + [UInt8](repeating: 0xff, count: 2_048))
        let read = try #require(takeRead())
        finish(read)
        #expect(client.takeReplies().map(\.errorCode) == [.malformedFrame])
        #expect(client.isClosed)
    }

    @Test func aStopWaitsForTheFrameThatAThreadHasAndRefusesIt() throws {
        client.send(2, Self.save)
        let read = try #require(takeRead())
        harness.core.stop()
        #expect(!harness.core.hasAnsweredAll)
        finish(read)
        #expect(harness.core.hasAnsweredAll)
        #expect(client.takeReplies().map(\.errorCode) == [.shuttingDown])
    }

    @Test func aStopRefusesTheFrameThatNoThreadHas() throws {
        client.send(2, Self.save)
        harness.core.stop()
        #expect(!harness.core.hasAnsweredAll)
        finish(try #require(takeRead()))
        #expect(harness.core.hasAnsweredAll)
        #expect(client.takeReplies().calls(refusedWith: .shuttingDown) == [2])
    }

    @Test func aLargeFrameAfterTheStopDoesNotDelayIt() throws {
        harness.core.stop()
        client.send(2, Self.save)
        #expect(harness.core.hasAnsweredAll)
        finish(try #require(takeRead()))
        #expect(client.takeReplies().calls(refusedWith: .shuttingDown) == [2])
    }

    @Test func aConnectionWithABacklogNeedsServiceWhenItsFrameIsDecoded() throws {
        client.send([(2, Self.save), (3, Self.save)])
        let read = try #require(takeRead())
        while harness.core.connections.nextToService() != nil {}
        runner.run(read)
        harness.core.finishRead(read)
        #expect(harness.core.connections.nextToService() == client.id)
        #expect(harness.core.connections.hasUnhandledInput(from: client.id))
    }

    /// However many connections a client has, between two turns the server decodes about as much as of one.
    @Test func theFramesOfManyConnectionsWaitForTheirTurns() throws {
        var options = ServerOptions()
        options.turns.inlineBytesPerTurn = 10_000
        let harness = try ServerHarness(options)
        let clients = try (0..<20).map { try harness.open("org.example.app\($0)", of: 7) }
        let other = try harness.open("org.example.other", of: 8)
        let payload = [UInt8](repeating: 1, count: Limits.pingBytes)
        for client in clients {
            client.send((2..<32).map { ($0, .ping(Ping(payload: payload))) })
        }
        let answered = clients.count { harness.core.connections.hasOutput(for: $0.id) }
        #expect(answered == 9)
        other.send(2, .ping(Ping()))
        #expect(other.takeReplies().map(\.call) == [2])
        for client in clients {
            #expect(client.receive().map(\.call) == Array(2..<32))
        }
    }

    @Test func aStatusIsMadeByAReader() throws {
        client.send(2, .status)
        let read = try #require(takeRead())
        #expect(client.takeReplies().isEmpty)
        finish(read)
        #expect(client.takeReplies().map(\.call) == [2])
    }
}
