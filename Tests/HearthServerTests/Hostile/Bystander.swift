import HearthModel
import HearthTestSupport
import HearthWire

/// A client that keeps to the rules beside one that does not, and is served all the time.
final class Bystander {
    private let client: SocketClient
    private var random = SeededGenerator(seed: 86)
    private(set) var acknowledgedCount = 0

    private static let app = "org.example.bystander"

    init(_ server: ServerProcess) throws {
        client = try server.connect(Self.app)
    }

    /// Saves, queries and pings.
    func isServed() throws {
        let ids = NumberedSamples.ids(3, &random)
        let committed = try client.save(NumberedSamples.columns(ids))
        guard committed.added == 3 else { throw Unexpected("a save was not done whole") }
        acknowledgedCount += 3
        let clause = Clause(type: NumberedSamples.type(of: ids[0]))
        let call = try client.send(.querySamples(QuerySamples(clauses: [clause], limit: 2)))
        while try client.receive().call != call {}
        guard case .pong(let pong) = try client.reply(to: .ping(Ping(payload: [1, 2, 3]))), pong.payload == [1, 2, 3]
        else { throw Unexpected("a ping was not answered") }
    }

    func status() throws -> StatusReport { try client.status() }

    func savedCount() throws -> Int { Int(try client.status().store.samples) }
}
