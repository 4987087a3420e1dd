import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// A save that is wrong concerns no other client.
@Suite struct RefusedSaveTests {
    /// A save whose columns are not a message, in a frame whose outline is one.
    private static let broken: [UInt8] = [8, 0, 0, 0, 0x08, 0x02, 0x1A, 0x04, 0x0A, 0x02, 0x08, 0x80]

    private static var faulty: SampleColumns {
        var samples = exampleSamples([200])
        samples.starts = []
        return samples
    }

    @Test func aRefusedSaveLeavesThoseOfOtherClients() throws {
        let harness = try ServerHarness()
        let clients = try (0..<4).map { try harness.open("org.example.app\($0)") }
        clients[0].send(2, .save(exampleSamples([100])))
        clients[1].send(2, .save(RefusedSaveTests.faulty))
        clients[2].send(RefusedSaveTests.broken)
        clients[3].send(2, .save(exampleSamples([300])))
        let group = try #require(harness.core.takeWrites())
        #expect(group.count == 2)
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

    /// The save before the malformed frame is still written; frames behind it are not read.
    @Test func aMalformedSaveEndsTheConnectionAndKeepsTheSaveBefore() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .save(exampleSamples([100])))
        client.send(RefusedSaveTests.broken)
        client.send(4, .ping(Ping()))
        let replies = client.receive()
        #expect(replies.map(\.call) == [0])
        #expect(replies.compactMap(\.error).map(\.code) == [.malformedFrame])
        harness.settle()
        #expect(client.isClosed && harness.core.hasAnsweredAll)
        #expect(harness.writer.snapshot.head == 1)
    }

    @Test func afterARefusedSaveTheNextIsStored() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .save(RefusedSaveTests.faulty))
        #expect(client.receive().compactMap(\.error).map(\.code) == [.malformedColumn])
        #expect(harness.writer.snapshot.head == 0)
        client.send(3, .save(exampleSamples([100])))
        #expect(client.receive().committed.map(\.added) == [1])
    }
}
