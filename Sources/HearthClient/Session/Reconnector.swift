import HearthSocket

/// Decides when a client that has no connection tries again, and when it gives up.
struct Reconnector: Sendable {
    enum Decision: Sendable {
        case retry(after: Int64)
        case giveUp(SocketError)
    }

    let options: Reconnection
    /// The time without a server; nil: the server is there, or no call needs it.
    private var outage: Outage?
    /// Whether a server was reached since the client last gave up.
    private(set) var hadServer = false
    /// How many connections in a row ended before the server said anything.
    private var lostGreetings = 0

    private struct Outage: Sendable {
        /// When it began, in nanoseconds.
        let since: Int64
        var attempts = 0
    }

    /// With the pauses between them these take several seconds.
    static let greetingsMax = 12

    init(_ options: Reconnection) {
        self.options = options
    }

    /// The server has accepted the session.
    mutating func serverGreeted() {
        hadServer = true
        lostGreetings = 0
    }

    /// The server has answered a call, so the outage is over.
    mutating func serverAnswered() {
        outage = nil
    }

    /// A connection has ended.
    mutating func connectionEnded(duringGreeting: Bool) {
        lostGreetings = duringGreeting ? lostGreetings + 1 : 0
    }

    /// No call needs a connection any more.
    mutating func rest() {
        outage = nil
    }

    /// What to do after an attempt failed or a connection ended. `jitter` is from 0 to 1.
    mutating func decide(after error: SocketError, at time: Int64, jitter: Double) -> Decision {
        // A server that dies may have accepted a connection. One that accepts several and never answers refuses them.
        guard hadServer || lostGreetings > 0 else { return giveUp(error) }
        guard hadServer || lostGreetings < Reconnector.greetingsMax else { return giveUp(.refused) }
        var current = outage ?? Outage(since: time)
        let pause = options.pause(before: current.attempts, jitter: jitter)
        guard time + pause - current.since <= options.reconnectTimeout else { return giveUp(.gone(error)) }
        current.attempts += 1
        outage = current
        return .retry(after: pause)
    }

    private mutating func giveUp(_ error: SocketError) -> Decision {
        hadServer = false
        lostGreetings = 0
        outage = nil
        return .giveUp(error)
    }
}

extension SocketError {
    fileprivate static let refused = SocketError(
        .failed,
        "The Hearth server ended the connection at its beginning. Either it has as many connections as it can open, or it"
            + " serves another user: name the socket of your own server with HEARTH_SOCKET. If it is the socket of an app, its"
            + " owner has not added the app for your group: 'hearth app add ID --group GROUP' does. If the socket is forwarded,"
            + " by ssh or socat, then no server runs at the other end."
    )

    /// The server was there, and did not return in time.
    fileprivate static func gone(_ error: SocketError) -> SocketError {
        guard error.reason != .noServer else { return error }
        return SocketError(
            .noServer,
            "The Hearth server is gone and has not come back. \(error) Start one with 'hearth serve'."
        )
    }
}
