import HearthModel
import HearthSocket
import HearthWire

/// The names that only a server knows.
protocol CompletionStore: Sendable {
    /// The apps that saved samples, with their names.
    func sources(_ socket: String?) -> [(String, String)]
    /// The apps that are registered for background delivery.
    func backgroundApps(_ socket: String?) -> [(String, String)]
}

/// A server that runs. Without one there are no names, because an error would disturb the line being typed.
struct RunningStore: CompletionStore {
    func sources(_ socket: String?) -> [(String, String)] {
        guard case .sourceList(let list)? = reply(to: .listSources(ListSources(after: "")), socket) else { return [] }
        return list.sources.map { ($0.bundleIdentifier, $0.name) }
    }

    func backgroundApps(_ socket: String?) -> [(String, String)] {
        guard case .statusReport(let report)? = reply(to: .status, socket) else { return [] }
        return report.backgroundApps.map { ($0.bundleIdentifier, "") }
    }

    /// Milliseconds: the shell waits for the words.
    private static let waitLimit = 500

    private func reply(to request: Request, _ socket: String?) -> Reply? {
        let paths = ServerPaths(named: socket, environment: Terminal.environment)
        guard let channel = try? FrameChannel(in: paths, waitLimit: Self.waitLimit),
            (try? channel.open(App(bundleIdentifier: "org.hearth.completion"), client: Terminal.version)) != nil
        else { return nil }
        return try? channel.reply(to: request)
    }
}
