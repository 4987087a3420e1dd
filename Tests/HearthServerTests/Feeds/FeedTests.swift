import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Several subscriptions to the same clauses. The simulation found what these tests hold.
@Suite struct FeedTests {
    private static let heartRate = ObjectType(identifier: "HKQuantityTypeIdentifierHeartRate")
    private static let stepCount = ObjectType(identifier: "HKQuantityTypeIdentifierStepCount")

    private func subscription(_ type: ObjectType) -> Request {
        .queryChanges(QueryChanges(clauses: [Clause(type: type)], follow: true))
    }

    private func save(_ type: ObjectType, _ number: UInt64) -> Request {
        let columns = SampleColumns(
            type: type,
            ids: [ObjectID(high: 0x018D_F8C1_0000_7000, low: 1 << 63 | number)],
            starts: [Timestamp(nanoseconds: 0)],
            payload: .quantity(QuantityColumns(values: [60]))
        )
        return .save(Save(columns: [columns]))
    }

    @Test func bothSubscriptionsOfAFullConnectionGetEachChange() throws {
        let heartRate = try #require(Self.heartRate)
        var options = ServerOptions()
        // One batch, and the connection has more to send than it may have for a second.
        options.memory.congestedBytes = 64
        let harness = try ServerHarness(options)
        let reader = try harness.open()
        let writer = try harness.open("org.example.scale")
        for call in [2, 3] as [UInt64] {
            reader.send(call, subscription(heartRate))
            _ = reader.receive()
        }
        writer.send(2, save(heartRate, 1))
        let replies = reader.receive() + reader.receive()
        let calls = replies.compactMap { received -> UInt64? in
            guard case .changes(let batch) = received.reply, !batch.added.isEmpty else { return nil }
            return received.call
        }
        #expect(calls.sorted() == [2, 3])
    }

    @Test func aBookmarkComesAlsoAfterAnotherHasJoined() throws {
        let heartRate = try #require(Self.heartRate)
        let stepCount = try #require(Self.stepCount)
        let harness = try ServerHarness()
        let first = try harness.open()
        first.send(2, subscription(heartRate))
        _ = first.receive()
        let writer = try harness.open("org.example.scale")
        writer.send(2, save(stepCount, 1))
        _ = writer.receive()
        let second = try harness.open()
        second.send(2, subscription(heartRate))
        _ = second.receive()
        harness.advance(seconds: 31)
        let anchors = first.receive().compactMap { received in
            if case .changes(let batch) = received.reply { batch.anchor } else { nil }
        }
        #expect(anchors == [harness.core.snapshot.sealedAnchor])
    }
}
