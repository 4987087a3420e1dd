import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Small requests with large replies, sent without reading any.
@Suite struct PipelinedRequestTests {
    @Test func repliesThatNobodyReadsAreNotMade() throws {
        var options = ServerOptions()
        options.memory.congestedBytes = 4 << 10
        options.memory.blockedBytes = 4 << 10
        let harness = try ServerHarness(options)
        // Each has its line in a status.
        let others = try (0..<100).map { try harness.open("org.example.other\($0)") }
        let client = try harness.open()
        client.send((2..<1_002).map { (UInt64($0), .status) })
        harness.settle()
        let first = client.takeReplies()
        let reply = try #require(first.first).bytes
        #expect(first.map(\.bytes).reduce(0, +) < 4 << 10 + 2 * reply)
        #expect(!harness.core.connections.wantsInput(from: client.id))
        // Once they are read the others are made, and none is missing.
        #expect((first + client.receive()).map(\.call) == Array(2..<1_002))
        #expect(harness.core.connections.wantsInput(from: client.id) && others.count == 100)
    }

    /// The client sends everything at once, ends its side of the connection, and reads on.
    @Test func aClientThatEndsItsSideAfterManyRequestsIsAnsweredInFull() throws {
        let server = try ServerProcess(in: ServerFolder())
        let client = try server.connect("org.example.pipelining")
        var bytes: [UInt8] = []
        for _ in 0..<1_000 {
            bytes += try client.frame(.ping(Ping())).bytes
        }
        try client.send(bytes)
        client.endSending()
        #expect(try client.receiveAll().count == 1_000)
    }
}
