internal import HearthSystem

/// Where a client looks for its server.
package struct ServerPlaces: Sendable {
    private let paths: [String]
    private let user: UInt32

    /// One place.
    package init(_ path: String, user: UInt32 = geteuid()) {
        paths = [path]
        self.user = user
    }

    /// The places of chapter 2 of the protocol, or the one that the command line names.
    package init(named path: String? = nil, environment: [String: String], user: UInt32 = geteuid()) {
        paths = path.map { [$0] } ?? SocketPath.places(environment: environment, user: user)
        self.user = user
    }

    /// Connects to the first at which a server listens. Throws an error that lists them when there is none.
    package func connect() throws(SocketError) -> (descriptor: Int32, path: String) {
        var failures: [SocketError] = []
        for path in paths {
            do throws(SocketError) {
                try SocketPath.checkOwner(of: path, user: user)
                return (try UnixSocket.connect(to: path), path)
            } catch {
                failures.append(error)
            }
        }
        // What stands in the way at one place is said, too: the server may be there.
        let others = failures.filter { $0.reason != .noServer }
        if paths.count == 1, let failure = failures.first {
            throw failure
        }
        throw SocketError(
            .noServer,
            ([SocketPath.noServer(paths)] + others.map(\.description)).joined(separator: " ")
        )
    }
}
