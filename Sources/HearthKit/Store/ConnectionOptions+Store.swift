internal import HearthClient
internal import HearthModel

extension ConnectionOptions {
    /// The options of a store object's connection; nil stands for the usual identity or socket.
    static func store(
        appIdentifier: String? = nil,
        appName: String? = nil,
        appVersion: String? = nil,
        socketPath: String? = nil
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
