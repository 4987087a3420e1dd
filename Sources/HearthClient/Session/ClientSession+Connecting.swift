import HearthSocket

/// Connections: how they begin and what their loss means.
extension ClientSession {
    /// There is a connection.
    mutating func connected() {
        guard phase == .connecting else { return }
        phase = .greeting
        lastNumber += 1
        helloNumber = lastNumber
        saidHello = false
    }

    /// An attempt to connect has failed. `jitter` is from 0 to 1.
    mutating func failedToConnect(_ error: SocketError, at time: Int64, jitter: Double) -> Step {
        guard phase == .connecting else { return .rest }
        return nextStep(after: error, at: time, jitter: jitter)
    }

    /// The connection has ended.
    mutating func lost(_ error: SocketError, at time: Int64, jitter: Double) -> Step {
        if phase == .closed { return .rest }
        lostGreetings = phase == .greeting ? lostGreetings + 1 : 0
        for id in calls.keys.sorted() {
            let isLost = calls[id]?.isOpen == true
            calls[id]?.lose(mayBeDone: true)
            if isLost, calls[id]?.isReady == true {
                announce(id)
            }
        }
        forgetConnection()
        for id in calls.keys.sorted() where calls[id]?.wantsOpening == true {
            enqueue(id)
        }
        phase = .connecting
        return nextStep(after: error, at: time, jitter: jitter)
    }

    /// With the pauses between them these take some seconds.
    static let greetingsMax = 12

    private mutating func nextStep(after error: SocketError, at time: Int64, jitter: Double) -> Step {
        guard calls.values.contains(where: { $0.end == nil }) else { return rest() }
        // A server that dies may have accepted a connection; one that accepts several and says nothing wants none.
        guard hadServer || lostGreetings > 0 else { return stopReconnecting(error) }
        guard hadServer || lostGreetings < ClientSession.greetingsMax else { return stopReconnecting(.refused) }
        var current = outage ?? Outage(since: time)
        let pause = reconnection.pause(before: current.attempts, jitter: jitter)
        guard time + pause - current.since <= reconnection.patience else { return stopReconnecting(.gone(error)) }
        current.attempts += 1
        outage = current
        return .connect(after: pause)
    }

    /// No server answers: waiting calls fail, and later calls make a new attempt.
    private mutating func stopReconnecting(_ error: SocketError) -> Step {
        hadServer = false
        lostGreetings = 0
        failAll(error)
        return rest()
    }

    private mutating func rest() -> Step {
        outage = nil
        waiting.removeAll()
        waitingSaves.removeAll()
        phase = .resting
        return .rest
    }
}

extension SocketError {
    fileprivate static let refused = SocketError(
        .failed,
        "The Hearth server ended the connection at its beginning. It serves only the user who started it: name the socket"
            + " of your own server with HEARTH_SOCKET."
    )

    /// There was a server, and it was looked for in vain.
    fileprivate static func gone(_ error: SocketError) -> SocketError {
        guard error.reason != .noServer else { return error }
        return SocketError(
            .noServer,
            "The Hearth server is gone and has not come back. \(error) Start one with 'hearth serve'."
        )
    }
}
