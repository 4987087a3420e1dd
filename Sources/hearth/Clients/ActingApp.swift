/// What to say to those who want to act as another app.
struct ActingApp: Sendable {
    private let socket: NamedSocket?

    init(_ given: GivenOptions, environment: [String: String] = Terminal.environment) {
        socket = NamedSocket(given, environment: environment)
    }

    /// `advice`: how that is done. Through the socket of an app, which `hearth app run` names, it cannot be.
    func advice(_ advice: String) -> String {
        guard let socket, socket.app != nil else { return advice }
        let change = socket.isOfEnvironment ? "unset it" : "name the server's own"
        return "\(socket.origin) names the socket of an app, and through it this program is that app: \(change) to act"
            + " as another."
    }
}
