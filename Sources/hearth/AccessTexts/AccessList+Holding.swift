import HearthModel

extension AccessList {
    func hasSocket(_ app: AppID) -> Bool { apps.contains { $0.app == app } }

    /// Whether what is not decided is refused to an app.
    func hasToAsk(_ app: AppID) -> Bool { asks || hasSocket(app) }

    /// What holds of an app where nothing is decided.
    func undecided(_ app: AppID) -> String {
        if app == .ownTool, !hasSocket(app) { return "it is your own hearth, which may read and save everything" }
        let own = "it saves nothing and reads only its own samples"
        if hasSocket(app) { return "\(own), as an app with a socket has to ask" }
        return asks
            ? "\(own), as every app has to ask"
            : "it may read and save everything, as it need not ask"
    }
}

extension AppID {
    /// The app as which this program acts. What is decided about it does not limit the owner's tool.
    static let ownTool = AppID("org.hearth.cli")
    static let dashboard = AppID("org.hearth.dashboard")
}
