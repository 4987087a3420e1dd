import HearthModel
import HearthSocket
import HearthWire

/// What a server says about itself.
enum ServerStatus {
    /// Milliseconds. A server that does not answer is one of the faults that people look for.
    private static let waitLimit = 10_000

    /// The report of the server at a socket, or at the first standard one where a server listens.
    static func report(from socket: String?) throws -> StatusReport {
        let paths = ServerPaths(named: socket, environment: Terminal.environment)
        let channel = try FrameChannel(in: paths, waitLimit: waitLimit)
        _ = try channel.open(App(bundleIdentifier: "org.hearth.status"), client: Terminal.version)
        guard case .statusReport(let report) = try channel.reply(to: .status) else {
            throw SocketError(.failed, "The server does not report its state: it may be an older version.")
        }
        return report
    }
}
