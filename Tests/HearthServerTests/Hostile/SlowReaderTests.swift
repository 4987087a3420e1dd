import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Clients that do not read what they asked for, or go away in the middle of it.
@Suite struct SlowReaderTests {
    private static let all = QueryChanges(clauses: NumberedSamples.types.map { Clause(type: $0) }, follow: true)

    @Test func subscribersThatNeverReadTakeNoMemory() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        var random = SeededGenerator(seed: 87)
        let slow = try (0..<8).map { _ in try server.connect("org.example.slow") }
        let calls = try slow.map { try $0.send(.queryChanges(Self.all)) }
        let writer = try server.connect("org.example.writer")
        var resident: [Int] = []
        for _ in 0..<50 {
            try writer.save(NumberedSamples.columns(NumberedSamples.ids(4_000, &random)))
            try bystander.isServed()
            resident.append(try server.residentBytes)
        }
        // Each may take what fits into its output and into its credit, and the store a little for what it holds.
        let growth = resident[49] - resident[4]
        print("\(slow.count) subscribers that do not read, 180,000 samples: \(growth >> 10) KiB more")
        #expect(growth < 48 << 20, "\(resident)")
        let unsent = try bystander.status().connections.map(\.unsentBytes).max() ?? 0
        #expect(unsent < 1 << 20)

        // One that reads after all has missed nothing.
        var replica = Replica()
        while replica.ids.count < 200_000 + bystander.acknowledgedCount {
            let frame = try slow[0].receive()
            guard case .changes(let batch) = frame.reply else {
                Issue.record("a stream was answered with \(frame.reply)")
                return
            }
            try replica.take(batch)
            try slow[0].send(.credit(Credit(bytes: UInt64(frame.bytes))), call: calls[0])
        }
        try bystander.isServed()
    }

    /// Who sends nothing more still gets the outcome of a save.
    @Test func aClientThatEndsItsSendingSideIsAnswered() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        var random = SeededGenerator(seed: 89)
        for count in [1, 20_000] {
            let client = try server.connect("org.example.half")
            let save = NumberedSamples.columns(NumberedSamples.ids(count, &random))
            let call = try client.send(.save(Save(columns: save)))
            client.endSending()
            let replies = try client.receiveAll()
            #expect(replies.map(\.call) == [call])
            guard case .committed(let committed)? = replies.first?.reply else {
                Issue.record("the save was answered with \(replies)")
                return
            }
            #expect(committed.added == UInt64(count))
        }
        try bystander.isServed()
    }

    /// And what a query finds, although it does not fit into the socket. Streams that follow end.
    @Test func aSlowClientThatEndsItsSendingSideGetsAllThatItAskedFor() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        var random = SeededGenerator(seed: 90)
        let writer = try server.connect("org.example.writer")
        try writer.save(NumberedSamples.columns(NumberedSamples.ids(12_000, &random)))
        let client = try server.connect("org.example.half")
        let stream = try client.send(.queryChanges(Self.all))
        let query = try client.send(.querySamples(QuerySamples(clauses: Self.all.clauses)))
        client.endSending()
        try bystander.isServed()
        let replies = try client.receiveAll()
        let answers = replies.filter { $0.call == query }
        var count = 0
        for case .samples(let batch) in answers.map(\.reply) {
            count += batch.columns.reduce(0) { $0 + $1.count }
        }
        #expect(count == 12_000)
        guard case .done? = answers.last?.reply else {
            Issue.record("the query did not end")
            return
        }
        #expect(replies.allSatisfy { $0.call == query || $0.call == stream })
        try bystander.isServed()
    }

    @Test func aConnectionMayEndInTheMiddleOfABatch() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        var random = SeededGenerator(seed: 88)
        let writer = try server.connect("org.example.writer")
        for _ in 0..<3 {
            try writer.save(NumberedSamples.columns(NumberedSamples.ids(4_000, &random)))
        }
        try bystander.isServed()
        let descriptors = try server.openDescriptors
        for round in 0..<12 {
            let client = try server.connect("org.example.reset")
            try client.send(
                round.isMultiple(of: 2)
                    ? .queryChanges(Self.all) : .querySamples(QuerySamples(clauses: Self.all.clauses))
            )
            // With some of it read, or nothing at all.
            for _ in 0..<round % 3 {
                _ = try client.receive()
            }
            try bystander.isServed()
        }
        var report = try bystander.status()
        while report.connectionCount > 2 {
            report = try bystander.status()
        }
        #expect(try server.openDescriptors == descriptors)
        #expect(report.connections.allSatisfy { $0.subscriptions.isEmpty })
    }

    @Test func manyPingsAreAnsweredWhenTheirSenderReads() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        let client = try server.connect("org.example.pings")
        let count = 100_000
        var bytes: [UInt8] = []
        var first: UInt64 = 0
        for number in 0..<count {
            let (frame, call) = try client.frame(.ping(Ping()))
            bytes += frame
            if number == 0 {
                first = call
            }
        }
        // The server stops reading when it has so much to send, and goes on with others.
        var sent = 0
        while sent < bytes.count {
            let more = try client.sendSome(bytes[sent...])
            sent += more
            if more == 0, try bystander.status().connections.contains(where: { $0.unsentBytes >= 1 << 20 }) { break }
        }
        #expect(sent < bytes.count, "the server reads without end")
        try bystander.isServed()
        let resident = try server.residentBytes

        var calls: [UInt64] = []
        while calls.count < count {
            if sent < bytes.count {
                sent += try client.sendSome(bytes[sent...])
            }
            calls.append(try client.receive().call)
        }
        #expect(calls == Array(first..<first + UInt64(count)))
        #expect(try server.residentBytes - resident < 16 << 20)
        try bystander.isServed()
    }
}
