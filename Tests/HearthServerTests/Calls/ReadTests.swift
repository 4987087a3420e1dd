import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Steps of reading that other threads run for the server.
@Suite struct ReadTests {
    private let harness: ServerHarness
    private let client: TestClient
    private let other: TestClient
    private let runner: ReadRunner

    /// A store of 20,000 samples and two clients. No step is small.
    init() throws {
        var options = ServerOptions()
        options.turns.inlineRows = 0
        harness = try ServerHarness(options)
        client = try harness.open()
        other = try harness.open("org.example.other")
        runner = ReadRunner(try harness.writer.makeReader())
        client.send(2, .save(exampleSamples(0..<20_000)))
        _ = client.receive()
    }

    private static let query = Request.querySamples(QuerySamples(clauses: [Clause(type: .heartRate)]))

    /// The next step that is ready, after all turns.
    private func takeRead() -> Read? {
        while harness.core.turn() {}
        return harness.core.takeRead()
    }

    @Test func aPingIsAnsweredWhileAStepRuns() throws {
        client.send(3, Self.query)
        let read = try #require(takeRead())
        client.send(4, .ping(Ping()))
        other.send(2, .ping(Ping()))
        #expect(client.takeReplies().map(\.call) == [4])
        #expect(other.takeReplies().map(\.call) == [2])
        runner.run(read)
        harness.core.finishRead(read)
        #expect(client.receive().samples > 0)
    }

    @Test func aBatchOfACancelledCallIsDropped() throws {
        client.send(3, Self.query)
        let read = try #require(takeRead())
        client.send(3, .cancel)
        runner.run(read)
        harness.core.finishRead(read)
        #expect(client.receive().map(\.reply) == [.done(Done(reason: .cancelled))])
        #expect(harness.core.takeRead() == nil)
    }

    @Test func aBatchForAConnectionThatHasGoneIsDropped() throws {
        client.send(3, Self.query)
        let read = try #require(takeRead())
        client.close()
        runner.run(read)
        harness.core.finishRead(read)
        // The call is freed, and nothing else is done.
        let release = try #require(takeRead())
        runner.run(release)
        harness.core.finishRead(release)
        #expect(takeRead() == nil)
    }

    @Test func aStopEndsACallWhoseStepRuns() throws {
        client.send(3, Self.query)
        let read = try #require(takeRead())
        harness.core.stop()
        #expect(client.takeReplies().map(\.errorCode) == [.shuttingDown])
        runner.run(read)
        harness.core.finishRead(read)
        #expect(client.receive().isEmpty)
    }

    /// One step of a connection runs at a time, also of one with many calls.
    @Test func theCallsOfAConnectionTakeTurns() throws {
        for call in 3..<6 as Range<UInt64> {
            client.send(call, Self.query)
        }
        var calls: [UInt64] = []
        for _ in 0..<6 {
            let read = try #require(takeRead())
            #expect(takeRead() == nil)
            runner.run(read)
            harness.core.finishRead(read)
            calls += client.takeReplies().map(\.call)
        }
        #expect(calls == [3, 4, 5, 3, 4, 5])
    }

    @Test func aConnectionWithManyCallsDoesNotKeepAnotherOneWaiting() throws {
        for call in 3..<103 as Range<UInt64> {
            client.send(call, Self.query)
        }
        other.send(2, Self.query)
        let reads = [try #require(takeRead()), try #require(takeRead())]
        for read in reads {
            runner.run(read)
            harness.core.finishRead(read)
        }
        #expect(other.takeReplies().samples > 0)
    }

    @Test func stepsInAnyOrderSendEachClientItsSamplesInOrder() throws {
        client.send(3, Self.query)
        other.send(2, Self.query)
        var reads: [Read] = []
        client.send(3, .credit(Credit(bytes: 1 << 24)))
        var received: [TestClient.Received] = []
        while true {
            while let read = takeRead() {
                reads.append(read)
            }
            // The last one that was handed out comes back first.
            guard let read = reads.popLast() else { break }
            runner.run(read)
            harness.core.finishRead(read)
            received += client.takeReplies()
            _ = other.takeReplies()
        }
        #expect(received.samples == 20_000)
        let starts = received.flatMap { received -> [Timestamp] in
            if case .samples(let batch) = received.reply { batch.columns.flatMap(\.starts) } else { [] }
        }
        #expect(starts == starts.sorted())
        #expect(received.last?.reply == .done(Done(reason: .complete)))
    }

    /// The step of a call ends while its client does not read. The call goes on in the snapshot that is the newest then.
    @Test func aCallThatMayNotSendKeepsNoSnapshotBetweenItsSteps() throws {
        var options = ServerOptions()
        options.turns.inlineRows = 0
        options.turns.rowsPerTurn = 1_000
        options.memory.congestedBytes = 64
        let harness = try ServerHarness(options)
        let client = try harness.open()
        let other = try harness.open("org.example.other")
        let runner = ReadRunner(try harness.writer.makeReader())
        other.send(2, .save(exampleSamples(0..<20_000)))
        _ = other.receive()
        let never = Predicate(terms: [.metadataKey("a key that no sample has")])
        client.send(2, .queryChanges(QueryChanges(clauses: [Clause(type: .heartRate, predicate: never)])))
        while harness.core.turn() {}
        let read = try #require(harness.core.takeRead())
        client.send(3, .ping(Ping(payload: [UInt8](repeating: 1, count: 64))))
        runner.run(read)
        harness.core.finishRead(read)
        other.send(3, .save(exampleSamples([30_000])))
        _ = other.receive()
        let anchors = client.receive().compactMap { received -> EncodedAnchor? in
            if case .changes(let batch) = received.reply { batch.anchor } else { nil }
        }
        #expect(anchors.last == harness.core.snapshot.sealedAnchor)
    }

    @Test func aDeletionThatIsSearchedForKeepsItsPlaceAmongTheWrites() throws {
        let terms = [
            Predicate.Term.comparison(Comparison(field: .quantity, relation: .greater, operand: .number(0, nil)))
        ]
        let clause = Clause(type: .heartRate, predicate: Predicate(terms: terms))
        client.send(3, .deleteObjects(DeleteObjects(.matching(clause))))
        let read = try #require(takeRead())
        client.send(4, .save(exampleSamples(30_000..<30_001)))
        while harness.core.turn() {}
        #expect(harness.core.takeWrites() == nil)
        runner.run(read)
        harness.core.finishRead(read)
        #expect(client.receive().map(\.call) == [3, 4])
    }
}
