import HearthModel
import HearthServer
import HearthWire
import Testing

/// Processes whose connections do not last have their turns; nobody else waits.
@Suite struct VisitsTests {
    private static let millisecond: Int64 = 1_000_000
    private let harness: ServerHarness

    /// Four visits at once, then one each millisecond, beside others.
    init() throws {
        var options = ServerOptions()
        options.visitsAtOnce = 4
        options.visitNanoseconds = Self.millisecond
        harness = try ServerHarness(options)
        harness.core.time.nanoseconds = 7
        let other = connect(99)
        try other.introduce()
        other.close()
    }

    private func connect(_ process: Int32? = 1) -> TestClient { TestClient(harness, of: process) }

    private func isRead(_ client: TestClient) -> Bool { harness.core.wantsInput(from: client.id) }

    /// Comes and goes so often.
    private func visit(_ count: Int, _ process: Int32? = 1) {
        for _ in 0..<count {
            connect(process).close()
        }
    }

    @Test func whoKeepsConnectionsWaitsForNone() throws {
        let clients = (0..<1_000).map { _ in connect() }
        #expect(clients.allSatisfy(isRead))
        for client in clients {
            try client.introduce()
        }
    }

    @Test func afterManyVisitsTheNextHaveTheirTurns() throws {
        visit(3)
        let last = connect()
        #expect(isRead(last))
        last.close()
        let next = (0..<3).map { _ in connect() }
        #expect(next.allSatisfy { !isRead($0) })
        for (index, client) in next.enumerated() {
            #expect(try harness.waitForDeadline() == [client.id])
            #expect(harness.core.time.nanoseconds == 7 + Int64(index + 1) * Self.millisecond)
            try client.introduce()
        }
        // They have had their turns, and their ends count no more.
        next.forEach { $0.close() }
        harness.core.time.nanoseconds += Self.millisecond
        #expect(isRead(connect()))
    }

    /// What it may do at once comes back with the time.
    @Test(arguments: 1...6)
    func aQuietTimeBringsVisitsBack(_ milliseconds: Int) {
        visit(4)
        harness.core.time.nanoseconds += Int64(milliseconds) * Self.millisecond
        var visits = 0
        while true {
            let client = connect()
            guard isRead(client) else { break }
            client.close()
            visits += 1
        }
        #expect(visits == min(milliseconds, 4))
    }

    /// Neither other processes nor those that nobody knows.
    @Test func nobodyElseWaits() {
        visit(100)
        visit(100, nil)
        #expect(!isRead(connect()))
        #expect(isRead(connect(2)))
        #expect(isRead(connect(nil)))
    }

    /// Until another process sends something, and again some time after that.
    @Test func whoIsAloneDoesNotWait() throws {
        let other = connect(2)
        let one = connect()
        try one.introduce()
        harness.advance(seconds: 1)
        visit(100)
        #expect(isRead(connect()))
        // What it did alone does not count now.
        try other.introduce()
        visit(4)
        #expect(!isRead(connect()))
        one.send(2, .ping(Ping()))
        harness.advance(seconds: 0.999)
        visit(100)
        let next = (0..<3).map { _ in connect() }
        #expect(next.allSatisfy { !isRead($0) })
        #expect(isRead(connect(2)))
        harness.advance(seconds: 0.001)
        #expect(next.allSatisfy(isRead))
        visit(100)
        #expect(isRead(connect()))
    }

    @Test func whoIsTheFirstIsAlone() throws {
        let harness = try ServerHarness()
        try TestClient(harness, of: 1).introduce()
        (0..<100).map { _ in TestClient(harness, of: 1) }.forEach { $0.close() }
        #expect(harness.core.wantsInput(from: TestClient(harness, of: 1).id))
    }

    @Test func processesHaveTheirTurnsAtTheSameTime() throws {
        visit(4, 1)
        visit(4, 2)
        let clients = [connect(1), connect(2), connect(1), connect(2)]
        #expect(try harness.waitForDeadline() == [clients[0].id, clients[1].id])
        #expect(try harness.waitForDeadline() == [clients[2].id, clients[3].id])
    }

    /// However many connections it had, it is served before long.
    @Test func theWaitHasABound() throws {
        (0..<1_000).map { _ in connect() }.forEach { $0.close() }
        let client = connect()
        #expect(try harness.waitForDeadline() == [client.id])
        #expect(harness.core.time.nanoseconds == 7 + 4 * Self.millisecond)
    }

    /// Nor do those put it off who go without waiting, or have never waited.
    @Test func whoWaitsHasItsTurnWhateverOthersDo() throws {
        let others = (0..<1_000).map { _ in connect() }
        visit(4)
        let client = connect()
        others.forEach { $0.close() }
        for _ in 0..<3 {
            visit(1_000)
            harness.core.time.nanoseconds += Self.millisecond / 4
        }
        #expect(try harness.waitForDeadline() == [client.id])
        #expect(harness.core.time.nanoseconds == 7 + Self.millisecond)
    }

    /// What it has sent before it left is done, and who waits behind it waits no longer.
    @Test func whoGoesBeforeItsTurnHasNone() throws {
        visit(4)
        let first = connect()
        let second = connect()
        #expect(!harness.core.wantsInput(from: first.id))
        #expect(harness.core.wantsInput(from: first.id, isLast: true))
        try first.introduce()
        let ids = [ObjectID(high: 1, low: 2)]
        first.send(2, .save(Save(columns: NumberedSamples.columns(ids))))
        first.close()
        harness.settle()
        #expect(harness.writer.snapshot.sampleCount == 1)
        #expect(try harness.waitForDeadline() == [second.id])
        #expect(harness.core.time.nanoseconds == 7 + Self.millisecond)
        second.close()
        harness.advance(seconds: 10)
        #expect(harness.core.deadline == nil)
    }

    /// The time for its Hello begins with its turn.
    @Test func whoWaitsIsNotSentAway() throws {
        var options = ServerOptions()
        options.visitsAtOnce = 1
        options.visitNanoseconds = 10_000 * Self.millisecond
        let harness = try ServerHarness(options)
        TestClient(harness, of: 1).close()
        let client = TestClient(harness, of: 1)
        harness.advance(seconds: 9)
        #expect(client.receive().isEmpty)
        harness.advance(seconds: 5)
        #expect(harness.core.wantsInput(from: client.id))
        harness.advance(seconds: 4.9)
        #expect(!client.isClosed)
        harness.advance(seconds: 0.2)
        #expect(client.receive().map(\.errorCode) == [.handshakeTimeout])
    }

    @Test func theServerEndsInOrderWithThoseWhoWait() {
        visit(4)
        let client = connect()
        harness.core.stop()
        harness.core.closeConnections()
        harness.advance(seconds: 1)
        #expect(harness.core.drain(client.id) { $0.byteCount } == .close)
        client.close()
        #expect(harness.core.connectionCount == 0)
    }
}
