package import HearthClient
internal import HearthModel
internal import HearthWire

extension HKHealthStore {
    /// The store at the other end of a connection.
    package convenience init(_ connection: Connection) {
        self.init(over: connection)
    }

    /// The options of a connection; nil stands for the usual identity or socket.
    static func options(
        _ appIdentifier: String? = nil,
        _ appName: String? = nil,
        _ appVersion: String? = nil,
        _ socketPath: String? = nil
    ) -> ConnectionOptions {
        var options = ConnectionOptions.standard
        options.app = AppIdentity.current.app
        if let appIdentifier {
            options.app = App(bundleIdentifier: appIdentifier)
        }
        options.app.name = appName ?? options.app.name
        options.app.version = appVersion ?? options.app.version
        if let socketPath {
            options.connect = ConnectionOptions.toServer(at: socketPath)
        }
        return options
    }
}
