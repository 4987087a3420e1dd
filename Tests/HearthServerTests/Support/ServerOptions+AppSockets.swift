import HearthServer

extension ServerOptions {
    /// The initial options, and apps may have sockets of their own.
    static var withAppSockets: ServerOptions {
        var options = ServerOptions()
        options.appSockets = AppSocketFolder("/run/hearth/apps")
        return options
    }
}
