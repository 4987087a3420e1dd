import HearthModel

/// The socket that a command is to use: the one that its option names, or else the environment.
struct NamedSocket: Sendable {
    let path: String
    /// Whether the environment names it, and no option does.
    let isOfEnvironment: Bool

    /// Nil if none is named.
    init?(_ given: GivenOptions, environment: [String: String] = Terminal.environment) {
        isOfEnvironment = given["--socket"] == nil
        guard let path = given["--socket"] ?? environment["HEARTH_SOCKET"], !path.isEmpty else { return nil }
        self.path = path
    }

    /// What names it.
    var origin: String { isOfEnvironment ? "$HEARTH_SOCKET" : "--socket" }

    /// The app whose socket the server makes at the path: `apps/ID/sock`; nil: it is none. The server's own socket may be called
    /// `sock` too.
    var app: String? {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).suffix(3)
        guard names.count == 3, names.first == "apps", names.last == "sock" else { return nil }
        return names.dropFirst().first.flatMap { $0.isEmpty ? nil : String($0) }
    }

    /// What to say when the server refuses what only the owner may do, as through an app's socket; nil: that is not the cause.
    func advice(after error: HearthError) -> String? {
        guard error.code == .authorizationDenied, !OwnerCheck.isMistaken(error) else { return nil }
        let named = "\(origin) names \(path.printable), which seems to be the socket of an app:"
        // systemd makes sockets of apps at any path, and one that an option names was meant to be this one.
        guard !isOfEnvironment else { return "\(named) unset it, or name the server's own socket with --socket." }
        return app != nil ? "\(named) name the server's own." : nil
    }
}
