package import HearthModel
package import HearthSocket
internal import HearthSystem
package import HearthWire

/// How to connect, and for which app.
package struct ConnectionOptions: Sendable {
    /// Returns a connected socket, which the connection closes.
    package var connect: @Sendable () -> Result<Int32, SocketError>
    package var app: App
    package var host: Host?
    /// Name and version of the client library.
    package var client: String
    package var reconnection: Reconnection
    /// Nanoseconds on a monotonic clock.
    package var clock: @Sendable () -> Int64
    /// A random number from 0 to 1.
    package var jitter: @Sendable () -> Double

    package init(
        app: App,
        host: Host? = .current,
        client: String = "HearthClient 1.0",
        reconnection: Reconnection = Reconnection(),
        clock: @escaping @Sendable () -> Int64 = MonotonicClock.now,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        connect: @escaping @Sendable () -> Result<Int32, SocketError>
    ) {
        self.app = app
        self.host = host
        self.client = client
        self.reconnection = reconnection
        self.clock = clock
        self.jitter = jitter
        self.connect = connect
    }

    /// The current program and its user's server: at `HEARTH_SOCKET`, or at the first standard path where one listens.
    package static var standard: ConnectionOptions {
        let environment = Program.environment
        return ConnectionOptions(
            app: .current(environment: environment),
            connect: toServer(in: ServerPaths(environment: environment))
        )
    }

    /// Connects to the server at a path, unless it may belong to another user.
    package static func toServer(at path: String) -> @Sendable () -> Result<Int32, SocketError> {
        toServer(in: ServerPaths(path))
    }

    /// Connects to the server at the first of several paths where one listens, so a server may return at another path. It
    /// waits only briefly for a server that has no room, so that a connection can be closed meanwhile.
    package static func toServer(in paths: ServerPaths) -> @Sendable () -> Result<Int32, SocketError> {
        {
            do throws(SocketError) {
                return .success(try paths.connect(waitLimit: 250).descriptor)
            } catch {
                return .failure(error)
            }
        }
    }
}
