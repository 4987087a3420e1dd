import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Chapter 6 of the protocol.
@Suite struct CreditTests {
    /// As many batches as the account allows, the last of which may take it below 0.
    @Test func aStreamSendsAgainstCreditOnly() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 100_000
        let harness = try ServerHarness(options)
        let client = try harness.open()
        client.send(2, .save(exampleSamples(0..<40_000)))
        _ = client.receive()
        client.send(3, .query(.heartRate))
        var account = 100_000
        var samples = 0
        var isDone = false
        while !isDone {
            let replies = client.receive()
            for reply in replies {
                switch reply.reply {
                case .samples(let batch):
                    #expect(account > 0)
                    account -= reply.bytes
                    samples += batch.columns.reduce(0) { $0 + $1.count }
                case .done(let done):
                    #expect(done.reason == .complete)
                    isDone = true
                default: Issue.record("\(reply)")
                }
            }
            #expect(isDone || account <= 0)
            client.send(3, .credit(Credit(bytes: 50_000)))
            account += 50_000
        }
        #expect(samples == 40_000)
    }

    /// It has sent everything, and the end costs nothing.
    @Test(arguments: [0, 1_000] as [UInt64]) func theEndOfAQueryNeedsNoCredit(limit: UInt64) throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 1
        let harness = try ServerHarness(options)
        let client = try harness.open()
        let count = 1_001
        client.send(2, .save(exampleSamples(0..<count)))
        _ = client.receive()
        let clause = Clause(type: .heartRate)
        client.send(3, .querySamples(QuerySamples(clauses: [clause], limit: limit)))
        let replies = client.receive()
        #expect(replies.samples == (limit == 0 ? count : Int(limit)))
        #expect(replies.last?.reply == .done(Done(reason: limit == 0 ? .complete : .limit)))
    }

    /// The others get theirs meanwhile, and the server keeps little for the one that does not read.
    @Test func aClientThatDoesNotReadGetsNoMoreThanFitsIntoItsQueue() throws {
        let harness = try ServerHarness()
        let (slow, other) = (try harness.open("a"), try harness.open("b"))
        other.send(2, .save(exampleSamples(0..<20_000)))
        _ = other.receive()
        for call in 2..<20 as Range<UInt64> {
            slow.send(call, .query(.heartRate))
        }
        other.send(3, .query(.heartRate))
        #expect(other.receive().samples == 20_000)
        let first = slow.takeReplies().reduce(0) { $0 + $1.bytes }
        #expect(first < 1 << 20)
        // Now it reads, and gets everything that its credit allows.
        #expect(slow.receive().samples > 18 * 10_000)
    }

    @Test func aCreditThatIsNoneEndsTheStream() throws {
        let client = try ServerHarness().open()
        client.send(2, .observe(Observe(clauses: [])))
        client.send(2, .credit(Credit(bytes: 0)))
        #expect(client.receive().compactMap(\.error).map(\.field) == ["credit.bytes"])
    }

    @Test func aQueryShowsTheStoreAsItWasWhenItBegan() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 1
        let harness = try ServerHarness(options)
        let client = try harness.open()
        client.send(2, .save(exampleSamples(0..<10_000)))
        _ = client.receive()
        client.send(3, .query(.heartRate))
        let first = client.receive()
        client.send(4, .deleteObjects(DeleteObjects(.matching(Clause(type: .heartRate)))))
        client.send(5, .save(exampleSamples(20_000..<20_100)))
        #expect(client.receive().committed.count == 2)
        client.send(3, .credit(Credit(bytes: 1 << 24)))
        #expect((first + client.receive()).samples == 10_000)
    }

    /// A query that finds nothing for long does not keep a ping waiting.
    @Test func aLongSearchIsDoneInSteps() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        for start in stride(from: 0, to: 200_000, by: 40_000) {
            client.send(UInt64(start + 2), .save(exampleSamples(start..<start + 40_000)))
            _ = client.receive()
        }
        let never = Predicate(terms: [.metadataKey("a key that nobody has")])
        client.send(300_000, .querySamples(QuerySamples(clauses: [Clause(type: .heartRate, predicate: never)])))
        client.send(300_001, .ping(Ping()))
        _ = harness.core.turn()
        #expect(client.takeReplies().map(\.call) == [300_001])
        #expect(client.receive().map(\.reply) == [.done(Done(reason: .complete))])
    }
}

extension [TestClient.Received] {
    /// How many samples came.
    var samples: Int {
        reduce(0) { count, received in
            guard case .samples(let batch) = received.reply else { return count }
            return count + batch.columns.reduce(0) { $0 + $1.count }
        }
    }
}
