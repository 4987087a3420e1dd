import HearthSocket

/// Decides when a client that has no connection tries again, and when it gives up.
struct Reconnector: Sendable {
    enum Decision: Sendable {
        case retry(after: Int64)
        case giveUp(SocketError)
    }

    let options: Reconnection
    /// The attempts since a server last answered a call.
    private var attempts = 0
    /// Whether a server was reached since the client last gave up.
    private(set) var hadServer = false
    /// How many connections in a row ended before the server said anything.
    private var lostGreetings = 0

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

    /// The server has answered a call, so the next attempt after it is made at once.
    mutating func serverAnswered() {
        attempts = 0
    }

    /// A connection has ended.
    mutating func connectionEnded(duringGreeting: Bool) {
        lostGreetings = duringGreeting ? lostGreetings + 1 : 0
    }

    /// No call needs a connection any more.
    mutating func rest() {
        attempts = 0
    }

    /// No call waits for the server any longer: the next one does not either, unless it reaches the server.
    mutating func giveUp() {
        hadServer = false
        lostGreetings = 0
    }

    /// What to do after an attempt failed or a connection ended. `jitter` is from 0 to 1.
    mutating func decide(after error: SocketError, jitter: Double) -> Decision {
        // A server that dies may have accepted a connection. One that accepts several and never answers refuses them.
        guard hadServer || lostGreetings > 0 || error.reason == .busy else { return .giveUp(error) }
        guard hadServer || lostGreetings < Reconnector.greetingsMax else { return .giveUp(.refused) }
        let pause = options.pause(before: attempts, jitter: jitter)
        attempts += 1
        return .retry(after: pause)
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
}
