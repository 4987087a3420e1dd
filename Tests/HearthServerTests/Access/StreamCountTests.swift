import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// What streams have sent is counted for each of the apps that share a feed.
@Suite struct StreamCountTests {
    typealias Row = CountingHarness.Row

    private func saved(_ harness: CountingHarness, _ numbers: ClosedRange<Int>, of type: ObjectType = .heartRate) throws
    {
        try harness.ask("scale", .save(exampleSamples(numbers, of: type)))
    }

    private func rows(_ harness: CountingHarness) throws -> Set<Row> {
        try harness.rows().filter { $0.app != "scale" }
    }

    @Test func followersCountTheStateAndWhatCame() throws {
        let harness = try CountingHarness()
        try saved(harness, 1...5)
        let (first, second) = (try harness.server.open("first"), try harness.server.open("second"))
        first.send(2, .follow(.heartRate))
        _ = first.receive()
        try saved(harness, 6...7)
        second.send(2, .follow(.heartRate, from: harness.server.core.snapshot.sealedAnchor))
        _ = second.receive()
        try saved(harness, 8...10)
        try saved(harness, 21...25, of: .stepCount)
        _ = (first.receive(), second.receive())
        let expected: Set = [
            Row(app: "first", type: .heartRate, read: 10), Row(app: "second", type: .heartRate, read: 3),
        ]
        #expect(try rows(harness) == expected)
        #expect(try rows(harness) == expected, "to look changes nothing")
        // Who left gets nothing more, and keeps what it had.
        first.send(2, .cancel)
        _ = first.receive()
        try saved(harness, 11...11)
        #expect(
            try rows(harness) == [
                Row(app: "first", type: .heartRate, read: 10), Row(app: "second", type: .heartRate, read: 4),
            ]
        )
    }

    @Test func allTypesOfAFeedAreToldApart() throws {
        let harness = try CountingHarness()
        let clients = try ["a", "b"].map { try harness.server.open($0) }
        for client in clients {
            client.send(2, .follow())
            _ = client.receive()
        }
        try harness.ask("scale", .save(exampleSamples(1...2), exampleSamples(11...13, of: .stepCount)))
        try saved(harness, 21...24, of: .activeEnergyBurned)
        try saved(harness, 3...3)
        let types: [(type: ObjectType, count: UInt64)] = [(.heartRate, 3), (.stepCount, 3), (.activeEnergyBurned, 4)]
        let expected = ["a", "b"].flatMap { app in types.map { Row(app: AppID(app), type: $0.type, read: $0.count) } }
        #expect(try rows(harness) == Set(expected))
    }

    /// One that has no credit is handed back by its feed, and reads on by itself: nothing is counted twice.
    @Test func aMemberWithoutCreditIsCountedWhenItReads() throws {
        let harness = try CountingHarness()
        let (slow, fast) = (try harness.server.open("slow"), try harness.server.open("fast"))
        for client in [slow, fast] {
            client.send(2, .follow(.heartRate))
            _ = client.receive()
        }
        // More than the initial credit, so that the last of it finds the slow one without.
        var number = 1
        while true {
            try saved(harness, number...number + 3_999)
            number += 4_000
            let batches = slow.receive()
            fast.send(2, .credit(Credit(bytes: 1 << 20)))
            _ = fast.receive()
            if batches.isEmpty { break }
        }
        let sent = UInt64(number - 1)
        let counted = try rows(harness)
        #expect(counted.contains(Row(app: "fast", type: .heartRate, read: sent)), "\(counted)")
        let before = counted.first { $0.app == "slow" }?.read ?? 0
        #expect(before > 0 && before < sent)
        slow.send(2, .credit(Credit(bytes: 1 << 20)))
        _ = slow.receive()
        #expect(try rows(harness).contains(Row(app: "slow", type: .heartRate, read: sent)))
        try saved(harness, 1_000_001...1_000_001)
        _ = (slow.receive(), fast.receive())
        #expect(
            try rows(harness) == [
                Row(app: "slow", type: .heartRate, read: sent + 1), Row(app: "fast", type: .heartRate, read: sent + 1),
            ]
        )
    }

    @Test func followersThatJoinOneAfterTheOtherHaveTheSameCounts() throws {
        let harness = try CountingHarness()
        let clients = try (0..<6).map { try harness.server.open("app\($0)") }
        for (index, client) in clients.enumerated() {
            client.send(2, .follow(.heartRate))
            _ = client.receive()
            try saved(harness, 10 * index + 1...10 * index + 10)
        }
        let expected = clients.indices.map { index in
            Row(app: AppID("app\(index)"), type: .heartRate, read: 60)
        }
        for client in clients {
            _ = client.receive()
        }
        #expect(try rows(harness) == Set(expected))
    }

    @Test func aClosedStreamKeepsItsCounts() throws {
        let harness = try CountingHarness()
        let reader = try harness.server.open("reader")
        reader.send(2, .follow(.heartRate))
        _ = reader.receive()
        try saved(harness, 1...3)
        reader.close()
        try saved(harness, 4...4)
        #expect(try rows(harness) == [Row(app: "reader", type: .heartRate, read: 3)])
    }

    @Test func liveStatisticsCountTheBucketsThatAreSent() throws {
        let harness = try CountingHarness()
        let reader = try harness.server.open("reader")
        let edges = [0, 10, 20].map { exampleSamples([$0]).starts[0] }
        let clauses = [Clause(type: .stepCount)]
        reader.send(
            2,
            .queryStatistics(QueryStatistics(clauses: clauses, options: [.sum], edges: edges, follow: true))
        )
        _ = reader.receive()
        #expect(try rows(harness) == [])
        try saved(harness, 5...5, of: .stepCount)
        _ = reader.receive()
        try saved(harness, 15...15, of: .stepCount)
        _ = reader.receive()
        try saved(harness, 16...16, of: .stepCount)
        _ = reader.receive()
        #expect(try rows(harness) == [Row(app: "reader", type: .stepCount, read: 3)])
    }
}
