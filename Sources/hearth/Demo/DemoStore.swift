import HearthClient
import HearthKit
import HearthModel
import HearthServer
import HearthWire

/// The store of the demo: a running server's, or a temporary one.
final class DemoStore {
    private let privateServer: LocalServer?
    private let socketPath: String?
    private var connections: [Connection] = []

    /// Without a socket it creates an empty private store.
    init(socketPath: String?) throws {
        self.socketPath = socketPath
        privateServer = socketPath == nil ? try LocalServer() : nil
    }

    var isPrivate: Bool { privateServer != nil }

    /// The store as one of the apps sees it.
    func store(of actor: Stage.Actor) -> HKHealthStore {
        var options = ConnectionOptions.standard
        options.app = App(bundleIdentifier: actor.appIdentifier, name: "\(actor.rawValue) (demo)")
        if let socketPath {
            options.connect = ConnectionOptions.toServer(at: socketPath)
        } else if let server = privateServer {
            options.connect = { server.connect() }
        }
        let connection = Connection(options)
        connections.append(connection)
        return HKHealthStore(connection)
    }

    /// Closes the connections and removes the private store.
    func end() {
        connections.forEach { $0.close() }
        privateServer?.stop()
    }
}
