/// How a client reconnects after it has lost its server. All times are in nanoseconds.
package struct Reconnection: Hashable, Sendable {
    /// The pause before the second attempt; the first is made at once. Each further pause is twice as long.
    package var firstPause: Int64
    package var longestPause: Int64
    /// After this time since a call first lost its connection or found no server, the next loss or failed attempt ends it.
    package var reconnectTimeout: Int64
    /// How long the client waits for the Welcome of a server that has accepted its connection.
    package var welcomeTimeout: Int64

    package init(
        firstPause: Int64 = 10_000_000,
        longestPause: Int64 = 2_000_000_000,
        reconnectTimeout: Int64 = 30_000_000_000,
        welcomeTimeout: Int64 = 30_000_000_000
    ) {
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.reconnectTimeout = reconnectTimeout
        self.welcomeTimeout = welcomeTimeout
    }

    /// The pause before an attempt, counted from 0. `jitter` is from 0 to 1 and scales the pause to between half and
    /// all of it, so that clients that lost a server together do not return together.
    func pause(before attempt: Int, jitter: Double) -> Int64 {
        guard attempt > 0 else { return 0 }
        let doublings = min(attempt - 1, 30)
        let pause = min(longestPause >> doublings < firstPause ? longestPause : firstPause << doublings, longestPause)
        return pause / 2 + Int64(Double(pause / 2) * jitter)
    }
}
