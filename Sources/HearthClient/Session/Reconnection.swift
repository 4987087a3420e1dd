/// How a client looks for a server that it has lost.
package struct Reconnection: Hashable, Sendable {
    /// The pause after the first attempt, which is made at once. Each further one is twice as long.
    package var firstPause: Int64
    package var longestPause: Int64
    /// How long a lost server is looked for before waiting calls fail.
    package var patience: Int64

    /// All in nanoseconds.
    package init(
        firstPause: Int64 = 10_000_000,
        longestPause: Int64 = 2_000_000_000,
        patience: Int64 = 30_000_000_000
    ) {
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.patience = patience
    }

    /// The pause before an attempt, counted from 0. `jitter` is from 0 to 1 and makes of it a half at least, so that
    /// clients that lost a server together do not come back together.
    func pause(before attempt: Int, jitter: Double) -> Int64 {
        guard attempt > 0 else { return 0 }
        let doublings = min(attempt - 1, 30)
        let pause = min(longestPause >> doublings < firstPause ? longestPause : firstPause << doublings, longestPause)
        return pause / 2 + Int64(Double(pause / 2) * jitter)
    }
}

/// A time without a server.
struct Outage: Hashable, Sendable {
    /// When it began, in nanoseconds.
    let since: Int64
    /// The attempts to connect that were made in it.
    var attempts = 0
}
