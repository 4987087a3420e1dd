import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Small requests with large replies, sent without reading any.
@Suite struct PipelinedRequestTests {
    @Test func repliesThatNobodyReadsAreNotMade() throws {
        var options = ServerOptions()
        options.congestedBytes = 4 << 10
        options.blockedBytes = 4 << 10
        let harness = try ServerHarness(options)
        // Each has its line in a status.
        let others = try (0..<100).map { try harness.open("org.example.other\($0)") }
        let client = try harness.open()
        client.send((2..<1_002).map { (UInt64($0), .status) })
        harness.settle()
        let first = client.takeReplies()
        let reply = try #require(first.first).bytes
        #expect(first.map(\.bytes).reduce(0, +) < 4 << 10 + 2 * reply)
        #expect(!harness.core.wantsInput(from: client.id))
        // Once they are read the others are made, and none is missing.
        #expect((first + client.receive()).map(\.call) == Array(2..<1_002))
        #expect(harness.core.wantsInput(from: client.id) && others.count == 100)
    }
}
