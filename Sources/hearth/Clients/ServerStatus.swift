import HearthModel
import HearthSocket
import HearthWire

/// What a server says about itself.
enum ServerStatus {
    /// Milliseconds. A server that does not answer is one of the faults that people look for.
    private static let waitLimit = 10_000

    /// The report of the server at a socket, or at the first standard one where a server listens.
    static func report(from socket: String?) throws -> StatusReport {
        try report(on: try channel(to: socket))
    }

    /// The same, with its store, the sockets of apps, and why the server does not take this program for the owner's tool; nil
    /// if it does.
    static func reportAndSockets(
        from socket: String?
    ) throws -> (report: StatusReport, storeID: ObjectID, sockets: [AppSocket], refusal: HearthError?) {
        let (channel, welcome) = try opened(socket)
        let report = try report(on: channel)
        do {
            guard case .accessList(let list) = try channel.reply(to: .accessControl(.list)) else {
                return (report, welcome.storeID, [], nil)
            }
            return (report, welcome.storeID, list.apps, nil)
        } catch let error as HearthError where OwnerCheck.isMistaken(error) {
            return (report, welcome.storeID, [], error)
        } catch {
            // An older server knows no decisions.
            return (report, welcome.storeID, [], nil)
        }
    }

    /// The same, with what apps have asked for and the owner has not decided. `refusal`: why the server does not tell this.
    static func reportAndRequests(
        from socket: String?
    ) throws -> (report: StatusReport, requests: [AccessRequestText], refusal: HearthError?) {
        let channel = try channel(to: socket)
        let report = try report(on: channel)
        do {
            guard case .accessList(let list) = try channel.reply(to: .accessControl(.list)) else {
                return (report, [], nil)
            }
            return (report, list.requests.map { AccessRequestText($0, in: list) }, nil)
        } catch let error as HearthError where OwnerCheck.isMistaken(error) {
            return (report, [], error)
        } catch {
            // An older server knows no requests.
            return (report, [], nil)
        }
    }

    private static func channel(to socket: String?) throws -> FrameChannel { try opened(socket).channel }

    private static func opened(_ socket: String?) throws -> (channel: FrameChannel, welcome: Welcome) {
        let paths = ServerPaths(named: socket, environment: Terminal.environment)
        let channel = try FrameChannel(in: paths, waitLimit: waitLimit)
        return (channel, try channel.open(App(bundleIdentifier: "org.hearth.status"), client: Terminal.version))
    }

    private static func report(on channel: FrameChannel) throws -> StatusReport {
        guard case .statusReport(let report) = try channel.reply(to: .status) else {
            throw SocketError(.failed, "The server does not report its state: it may be an older version.")
        }
        return report
    }
}
