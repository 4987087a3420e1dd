import HearthModel
import HearthServer
import HearthWire
import Testing

/// Large frames come in turns, and no faster than the server takes them in.
@Suite struct LargeFramePacerTests {
    private static let partBytes = 64 << 10
    private let harness: ServerHarness

    /// A part each millisecond, and four after a quiet time.
    init() throws {
        var options = ServerOptions()
        options.turns.largeFrameBytesPerMillisecond = Self.partBytes
        options.turns.largeFrameBytesAtOnce = 4 * Self.partBytes
        harness = try ServerHarness(options)
    }

    /// The beginning of a frame of 16 MiB.
    private func begin(_ client: TestClient) {
        client.send([0, 0, 0, 1] + [UInt8](repeating: 0, count: Self.partBytes))
    }

    /// Sends parts for as long as the server wants any. How many.
    private func fill(_ clients: TestClient...) -> [Int] {
        clients.map { client in
            var parts = 0
            while harness.core.connections.wantsInput(from: client.id), parts < 100 {
                client.send([UInt8](repeating: 0, count: Self.partBytes))
                parts += 1
            }
            return parts
        }
    }

    @Test func aLargeFrameIsReadAFewPartsAtOnceAndThenOneAfterTheOther() throws {
        let client = try harness.open()
        begin(client)
        #expect(fill(client) == [4])
        for millisecond in 1...10 {
            #expect(try harness.waitForDeadline() == [client.id])
            #expect(harness.core.time.nanoseconds == Int64(millisecond) * 1_000_000)
            #expect(fill(client) == [1])
        }
        // A quiet time.
        harness.advance(seconds: 1)
        #expect(fill(client) == [4])
    }

    @Test func aLargeFrameThatWaitsInTheBacklogIsPacedToo() throws {
        var options = ServerOptions()
        options.turns.largeFrameBytesPerMillisecond = Self.partBytes
        options.turns.largeFrameBytesAtOnce = 4 * Self.partBytes
        options.turns.inlineBytesPerTurn = 0
        let harness = try ServerHarness(options)
        let client = try harness.open()
        begin(client)
        var parts = 0
        while parts < 100 {
            #expect(!harness.core.connections.wantsInput(from: client.id))
            while harness.core.turn() {}
            guard harness.core.connections.wantsInput(from: client.id) else { break }
            client.send([UInt8](repeating: 0, count: Self.partBytes))
            parts += 1
        }
        #expect(parts == 4)
    }

    /// A client that goes without waiting for the answer has sent all that comes: it is read at once.
    @Test(arguments: [false, true])
    func whatIsSentInTurnsIsSaved(_ hasGone: Bool) throws {
        let client = try harness.open()
        let ids = (0..<40_000).map { ObjectID(high: 7, low: $0) }
        var bytes: [UInt8] = []
        try FrameEncoder().append(ClientFrame(call: 2, .save(Save(columns: NumberedSamples.columns(ids)))), to: &bytes)
        var position = 0
        var waits = 0
        while position < bytes.count {
            if !harness.core.connections.wantsInput(from: client.id, isLast: hasGone) {
                _ = try harness.waitForDeadline()
                waits += 1
            }
            client.send(Array(bytes[position..<min(position + Self.partBytes, bytes.count)]))
            position += Self.partBytes
        }
        #expect(hasGone ? waits == 0 : waits > 5)
        guard case .committed(let committed)? = client.receive().last?.reply else {
            Issue.record("the save was not acknowledged")
            return
        }
        #expect(committed.added == 40_000)
    }

    @Test func otherClientsDoNotWait() throws {
        let sender = try harness.open("org.example.large")
        let other = try harness.open("org.example.small")
        begin(sender)
        _ = fill(sender)
        #expect(!harness.core.connections.wantsInput(from: sender.id))
        #expect(harness.core.connections.wantsInput(from: other.id))
        other.send(2, .save(Save(columns: NumberedSamples.columns([ObjectID(high: 1, low: 2)]))))
        guard case .committed? = other.receive().last?.reply else {
            Issue.record("the other one's save was not acknowledged")
            return
        }
        #expect(harness.core.connections.wantsInput(from: other.id))
    }

    /// However many connections one of them has.
    @Test func clientsTakeTurns() throws {
        let crowd = try (0..<8).map { _ in try harness.open("org.example.crowd") }
        let single = try harness.open("org.example.single")
        for client in crowd + [single] {
            begin(client)
            _ = fill(client)
        }
        var turns = 0
        for _ in 0..<16 {
            let next = try harness.waitForDeadline()
            turns += next.count { $0 == single.id }
            for client in crowd + [single] where next.contains(client.id) {
                _ = fill(client)
            }
        }
        #expect((7...9).contains(turns), "\(turns) of 16")
    }

    /// A new connection has no turn before those that wait, nor makes them wait longer.
    @Test func newConnectionsDoNotKeepOthersWaiting() throws {
        let client = try harness.open("org.example.patient")
        begin(client)
        _ = fill(client)
        var turns = 0
        for _ in 0..<10 {
            for _ in 0..<5 {
                begin(try harness.open("org.example.pushing"))
            }
            turns += try harness.waitForDeadline().count { $0 == client.id }
            _ = fill(client)
        }
        #expect((4...6).contains(turns), "\(turns) of 10")
    }

    @Test func aConnectionThatHasGoneHasNoTurn() throws {
        let first = try harness.open("org.example.first")
        let second = try harness.open("org.example.second")
        begin(first)
        begin(second)
        #expect(fill(first, second) == [3, 1])
        first.close()
        #expect(try harness.waitForDeadline() == [second.id])
        second.close()
        while harness.core.deadline != nil {
            _ = try harness.waitForDeadline()
        }
    }
}
