import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// What a server says about itself.
struct ServerStatus {
    let report: StatusReport
    /// The path through which it was asked. As a server reports through the socket of no app, it is the server's own.
    let path: String
    let storeID: ObjectID
    /// The sockets of apps, and what apps ask; nil: not known, as the server does not tell this program or is older.
    let access: AccessList?
    /// Why the server does not take this program for the owner's tool; nil if it does.
    let refusal: HearthError?

    /// Milliseconds. A server that does not answer is one of the faults that people look for.
    private static let waitLimit = 10_000

    /// Asks the server at a socket, or at the first standard one where a server listens.
    init(from socket: String?) throws {
        let connected = try ServerStatus.connected(to: socket)
        path = connected.path
        storeID = connected.welcome.storeID
        report = try ServerStatus.report(on: connected.channel)
        do {
            let reply = try connected.channel.reply(to: .accessControl(.list))
            access = if case .accessList(let list) = reply { list } else { nil }
            refusal = nil
        } catch {
            // An older server knows no decisions.
            access = nil
            refusal = (error as? HearthError).flatMap { OwnerCheck.isMistaken($0) ? $0 : nil }
        }
    }

    /// The report alone.
    static func report(from socket: String?) throws -> StatusReport {
        try report(on: try connected(to: socket).channel)
    }

    private static func connected(
        to socket: String?
    ) throws -> (channel: FrameChannel, path: String, welcome: Welcome) {
        let (descriptor, path) = try ServerPaths(named: socket, environment: Terminal.environment).connect()
        let channel = FrameChannel(descriptor, waitLimit: waitLimit)
        let welcome = try channel.open(App(bundleIdentifier: "org.hearth.status"), client: Terminal.version)
        return (channel, path, welcome)
    }

    private static func report(on channel: FrameChannel) throws -> StatusReport {
        guard case .statusReport(let report) = try channel.reply(to: .status) else {
            throw SocketError(.failed, "The server does not report its state: it may be an older version.")
        }
        return report
    }
}
