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
        options.rowsPerTurn = 64
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
        #expect(writes.count == 1 && !harness.core.hasFinishedWrites)
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

    @Test func aServerThatStopsFinishesASearchThatWasBegun() throws {
        client.send(3, Self.deletion)
        _ = harness.core.turn()
        harness.core.stop()
        #expect(!harness.core.hasFinishedWrites)
        harness.settle()
        #expect(harness.core.hasFinishedWrites && harness.writer.snapshot.sampleCount == 0)
    }

    @Test func theSearchOfAClientThatHasGoneIsStillCarriedOut() throws {
        client.send(3, Self.deletion)
        client.close()
        harness.settle()
        #expect(harness.writer.snapshot.sampleCount == 0)
    }
}
