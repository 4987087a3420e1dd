import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Saves that the writer reads: what is wrong with one concerns nobody else.
@Suite struct PendingWriteTests {
    /// A save whose columns are no message, in a frame that is one.
    private static let broken: [UInt8] = [8, 0, 0, 0, 0x08, 0x02, 0x1A, 0x04, 0x0A, 0x02, 0x08, 0x80]

    @Test func whoIsRefusedIsRefusedAlone() throws {
        let harness = try ServerHarness()
        let clients = try (0..<4).map { try harness.open("org.example.app\($0)") }
        var faulty = exampleSamples([200])
        faulty.starts = []
        clients[0].send(2, .save(exampleSamples([100])))
        clients[1].send(2, .save(faulty))
        clients[2].send(PendingWriteTests.broken)
        clients[3].send(2, .save(exampleSamples([300])))
        let group = try #require(harness.core.takeWrites())
        #expect(group.count == 4)
        harness.core.finishWrites(harness.writer.commit(group), harness.writer.snapshot)
        let replies = clients.map { $0.receive() }
        #expect(replies[0].committed.map(\.added) == [1])
        #expect(replies[1].map(\.call) == [2])
        #expect(replies[1].compactMap(\.error).map(\.code) == [.malformedColumn])
        #expect(replies[1].compactMap(\.error).map(\.field) == ["save.columns[0].starts"])
        #expect(replies[2].map(\.call) == [0])
        #expect(replies[2].compactMap(\.error).map(\.code) == [.malformedFrame])
        #expect(replies[3].committed.map(\.added) == [1])
        #expect(clients.map(\.isClosed) == [false, false, true, false])
        #expect(harness.writer.snapshot.head == 2)
    }

    /// What came behind a save that is no message is carried out, and the connection ends all the same, once; also when the
    /// client has gone meanwhile.
    @Test(arguments: [false, true])
    func whatCameBehindIsCarriedOut(_ isGone: Bool) throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(PendingWriteTests.broken)
        client.send(3, .save(exampleSamples([100])))
        client.send(4, .ping(Ping()))
        if isGone {
            client.close()
        }
        let replies = client.receive()
        #expect(replies.map(\.call) == (isGone ? [] : [4, 0]))
        #expect(replies.compactMap(\.error).map(\.code) == (isGone ? [] : [.malformedFrame]))
        harness.settle()
        #expect(client.isClosed && harness.core.hasFinishedWrites)
        #expect(harness.writer.snapshot.head == 1)
    }

    @Test func nobodyIsLeft() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        var faulty = exampleSamples([200])
        faulty.starts = []
        client.send(2, .save(faulty))
        #expect(client.receive().compactMap(\.error).map(\.code) == [.malformedColumn])
        #expect(harness.writer.snapshot.head == 0)
        client.send(3, .save(exampleSamples([100])))
        #expect(client.receive().committed.map(\.added) == [1])
    }
}
