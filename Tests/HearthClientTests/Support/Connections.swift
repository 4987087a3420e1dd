import Foundation
import HearthClient
import HearthModel
import HearthTestSupport
import HearthWire

extension ServerFolder {
    /// A connection to the server in this folder, whether it runs or not.
    func connection(
        as app: String = "org.example.test",
        _ reconnection: Reconnection = Reconnection(firstPause: 1_000_000, longestPause: 20_000_000)
    ) -> Connection {
        Connection(
            ConnectionOptions(
                app: App(bundleIdentifier: app),
                reconnection: reconnection,
                connect: ConnectionOptions.toServer(at: socket)
            )
        )
    }
}

extension Connection {
    /// What the server says of this connection's app.
    func ownStatus(as app: String = "org.example.test") async throws -> ConnectionStatus {
        let all = try await status().connections.filter { $0.bundleIdentifier == app }
        guard all.count == 1 else { throw Unexpected("the app has \(all.count) connections") }
        return all[0]
    }

    /// The samples of a type in order, in one piece.
    func samples(of type: ObjectType) async throws -> [SampleColumns] {
        var parts: [SampleColumns] = []
        for try await batch in query(QuerySamples(clauses: [Clause(type: type)])) {
            parts += batch.columns
        }
        return parts
    }
}
