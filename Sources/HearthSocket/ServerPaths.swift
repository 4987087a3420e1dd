internal import HearthSystem

/// Where a client looks for its server.
package struct ServerPaths: Sendable {
    private let paths: [String]
    private let user: UInt32

    /// One path.
    package init(_ path: String, user: UInt32 = geteuid()) {
        paths = [path]
        self.user = user
    }

    /// The paths of chapter 2 of the protocol, or the one named on the command line.
    package init(named path: String? = nil, environment: [String: String], user: UInt32 = geteuid()) {
        paths = path.map { [$0] } ?? SocketPath.candidates(environment: environment, user: user)
        self.user = user
    }

    /// Connects to the first path where a server listens. If none listens, the error lists the paths. `waitLimit`: as in
    /// `UnixSocket.connect`.
    package func connect(waitLimit: Int = 30_000) throws(SocketError) -> (descriptor: Int32, path: String) {
        var failures: [SocketError] = []
        for path in paths {
            do throws(SocketError) {
                try SocketPath.checkOwner(of: path, user: user)
                return (try UnixSocket.connect(to: path, waitLimit: waitLimit), path)
            } catch  where error.reason == .busy {
                throw error
            } catch {
                failures.append(error)
            }
        }
        // Another failure at one of the paths is reported as well, because the server may be there.
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
