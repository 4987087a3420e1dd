import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// What a deletion of matching samples means is found out in turns, before the writer has it.
@Suite struct DeletionSearchTests {
    private let harness: ServerHarness
    private let client: TestClient
    private let other: TestClient

    /// A store of 4,000 samples, of which a turn looks at few.
    init() throws {
        var options = ServerOptions()
        options.turns.rowsPerTurn = 64
        harness = try ServerHarness(options)
        client = try harness.open()
        other = try harness.open("org.example.other")
        client.send(2, .save(Save(columns: [DeletionSearchTests.samples(4_000, from: 0)])))
        _ = client.receive()
    }

    private static func samples(_ count: Int, from first: Int) -> SampleColumns {
        let numbers = first..<first + count
        return SampleColumns(
            type: NumberedSamples.heartRate,
            ids: numbers.map { ObjectID(high: 1, low: UInt64($0)) },
            starts: numbers.map { Timestamp(nanoseconds: 1_600_000_000_000_000_000 + Int64($0)) },
            payload: .quantity(QuantityColumns(values: numbers.map { _ in 60 }))
        )
    }

    /// All samples, by many terms of which each has to be looked at.
    private static var deletion: Request {
        let terms = (0..<500).map {
            Predicate.Term.comparison(
                Comparison(field: .quantityMaximum, relation: .notEqual, operand: .number(1_000 + Double($0), nil))
            )
        }
        return .deleteObjects(
            DeleteObjects(.matching(Clause(type: NumberedSamples.heartRate, predicate: Predicate(terms: terms))))
        )
    }

    private func receipt(_ call: UInt64, _ received: [CoreConnection.Received]) -> Committed? {
        received.compactMap { if $0.call == call, case .committed(let receipt) = $0.reply { receipt } else { nil } }
            .first
    }

    @Test func othersSaveAndAreAnsweredWhileTheSearchGoesOn() throws {
        client.send(3, Self.deletion)
        _ = harness.core.turn()
        #expect(harness.core.takeWrites() == nil)
        other.send(2, .save(Save(columns: [Self.samples(1, from: 9_000)])))
        _ = harness.core.turn()
        let writes = try #require(harness.core.takeWrites())
        #expect(writes.count == 1 && !harness.core.hasAnsweredAll)
        harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
        #expect(receipt(2, other.takeReplies())?.added == 1)
        other.send(3, .ping(Ping()))
        #expect(other.takeReplies().count == 1)
        #expect(receipt(3, client.receive())?.deleted == 4_000)
        #expect(harness.writer.snapshot.sampleCount == 1)
    }

    @Test func theWritesOfAnAppStayInTheirOrder() throws {
        client.send([
            (3, .save(Save(columns: [Self.samples(10, from: 5_000)]))), (4, Self.deletion),
            (5, .save(Save(columns: [Self.samples(5, from: 6_000)]))),
        ])
        let received = client.receive()
        #expect(receipt(4, received)?.deleted == 4_010)
        #expect(harness.writer.snapshot.sampleCount == 5)
        #expect(received.map(\.call) == [3, 4, 5])
    }

    /// A search may take long. The write of another client is finished.
    @Test func aStopRefusesADeletionThatIsSearchedForAndTheWritesBehindIt() throws {
        client.send(3, Self.deletion)
        _ = harness.core.turn()
        let read = try #require(harness.core.takeRead())
        client.send(4, .save(Save(columns: [Self.samples(1, from: 9_000)])))
        other.send(2, .save(Save(columns: [Self.samples(1, from: 9_001)])))
        harness.core.stop()
        #expect(client.takeReplies().calls(refusedWith: .shuttingDown) == [3, 4])
        #expect(!harness.core.hasAnsweredAll)
        harness.core.finishRead(read)
        #expect(receipt(2, other.receive())?.added == 1)
        #expect(harness.core.hasAnsweredAll && harness.writer.snapshot.sampleCount == 4_001)
    }

    /// The writer has the deletion when the server stops, and returns it to its search.
    @Test func aStopRefusesADeletionThatTheWriterReturns() throws {
        client.send(3, Self.deletion)
        while harness.core.turn() || harness.readNext() {}
        let writes = try #require(harness.core.takeWrites())
        let more = Write(origin: writes[0].origin, operation: .save([Self.samples(1_000, from: 30_000)]))
        _ = harness.writer.commit([more])
        harness.core.stop()
        #expect(!harness.core.hasAnsweredAll)
        harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
        #expect(client.takeReplies().calls(refusedWith: .shuttingDown) == [3])
        // What apps have read and saved is stored last.
        harness.settle()
        #expect(harness.core.hasAnsweredAll && harness.writer.snapshot.sampleCount == 5_000)
    }

    @Test func theSearchOfAClientThatHasGoneIsStillCarriedOut() throws {
        client.send(3, Self.deletion)
        client.close()
        harness.settle()
        #expect(harness.writer.snapshot.sampleCount == 0)
    }

    /// A deletion of what is in no correlation: what it means changes with each one that is saved.
    private static var uncorrelated: Request {
        .deleteObjects(
            DeleteObjects(
                .matching(
                    Clause(
                        type: NumberedSamples.heartRate,
                        predicate: Predicate(terms: [
                            .correlated(false), .inWorkout(ObjectID(high: 9, low: 9)), .noneOf(1),
                        ])
                    )
                )
            )
        )
    }

    /// The search takes 4,000 rows in steps of 64. Commits meanwhile do not begin it again.
    @Test func commitsOfOthersDoNotBeginASearchAgain() throws {
        client.send(3, Self.uncorrelated)
        _ = harness.core.turn()
        var steps = 0
        while harness.readNext() {
            _ = harness.core.turn()
            steps += 1
            other.send(UInt64(steps + 1), .save(Save(columns: [Self.samples(1, from: 20_000 + steps)])))
            if let writes = harness.core.takeWrites() {
                harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
            }
        }
        #expect(receipt(3, client.receive())?.deleted == 4_000)
        #expect((2..<200).contains(steps), "\(steps) steps")
    }

    @Test func onlyTheFirstDeletionOfAClientIsSearched() throws {
        client.send([(3, Self.deletion), (4, Self.deletion), (5, Self.deletion)])
        _ = harness.core.turn()
        let read = try #require(harness.core.takeRead())
        #expect(harness.core.takeRead() == nil)
        ReadRunner(try harness.writer.makeReader()).run(read)
        harness.core.finishRead(read)
        let received = client.receive()
        #expect(received.map(\.call) == [3, 4, 5])
        #expect(receipt(3, received)?.deleted == 4_000 && receipt(5, received)?.deleted == 0)
    }

    /// One client queues many deletions. The deletion of another client has every second step.
    @Test func theSearchesOfClientsTakeTurns() throws {
        other.send(2, .save(Save(columns: [Self.samples(2_000, from: 10_000)])))
        _ = other.receive()
        client.send((3..<40).map { ($0, Self.deletion) })
        other.send(3, Self.deletion)
        var steps = 0
        var isAnswered = false
        while !isAnswered {
            _ = harness.core.turn()
            steps += harness.readNext() ? 1 : 0
            if let writes = harness.core.takeWrites() {
                harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
            }
            isAnswered = receipt(3, other.takeReplies())?.deleted == 2_000
        }
        // Each of the 500 terms is a step, for either client.
        #expect(steps < 1_500)
        _ = client.receive()
        #expect(harness.writer.snapshot.sampleCount == 0)
    }

    /// What a deletion means changes more between its searches and commits than a commit searches, again and again.
    @Test func aDeletionWhoseSamplesChangeTooFastIsRefused() throws {
        let app = try harness.open()
        client.send(3, Self.deletion)
        var next = 30_000
        var replies: [CoreConnection.Received] = []
        while replies.isEmpty {
            while harness.core.turn() || harness.readNext() {}
            let writes = try #require(harness.core.takeWrites())
            // 1,000 rows of 500 terms, of the deletion's app.
            let more = Write(origin: writes[0].origin, operation: .save([Self.samples(1_000, from: next)]))
            _ = harness.writer.commit([more])
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
            next += 1_000
            replies = client.takeReplies()
        }
        guard case .error(let refusal)? = replies.first?.reply else {
            Issue.record("\(replies)")
            return
        }
        #expect(refusal.error.code == .limitExceeded && refusal.error.field == "delete_objects.matching")
        #expect(harness.core.hasAnsweredAll)
        app.send(2, Self.deletion)
        #expect(receipt(2, app.receive())?.deleted == UInt64(next - 26_000))
    }

    /// It counts with the memory of its terms, which are more than its frame, until it is durable.
    @Test func deletionsThatWaitCountWithTheirTerms() throws {
        let terms = (0..<700).map { Predicate.Term.inWorkout(ObjectID(high: 9, low: UInt64($0))) }
        let clause = Clause(type: NumberedSamples.heartRate, predicate: Predicate(terms: terms + [.anyOf(700)]))
        var options = ServerOptions()
        options.limits.stagedBytes = UInt32([clause].heldBytes + 10_000)
        let harness = try ServerHarness(options)
        let client = try harness.open()
        let deletion = Request.deleteObjects(DeleteObjects(.matching(clause)))
        for call in 2...5 as ClosedRange<UInt64> {
            client.send(call, deletion)
        }
        let received = client.receive()
        #expect(received.compactMap(\.error).map(\.code) == [.limitExceeded, .limitExceeded, .limitExceeded])
        #expect(receipt(2, received)?.deleted == 0)
        client.send(6, deletion)
        #expect(receipt(6, client.receive())?.deleted == 0)
    }
}
