/// How far the deliveries of a registration have come. Survives restarts of the server.
package struct DeliveryProgress: Hashable, Sendable {
    /// The app has dealt with all changes up to this commit.
    package var acknowledged: UInt64
    /// When the app was last started for changes that it had not been started for before: a period begins.
    package var begun: Timestamp?
    /// When the last attempt began, or failed; nil: what was delivered last was acknowledged.
    package var attempted: Timestamp?
    /// Attempts in a row that failed.
    package var failures: UInt32

    package init(
        acknowledged: UInt64 = 0,
        begun: Timestamp? = nil,
        attempted: Timestamp? = nil,
        failures: UInt32 = 0
    ) {
        self.acknowledged = acknowledged
        self.begun = begun
        self.attempted = attempted
        self.failures = failures
    }
}

// MARK: - What happens

extension DeliveryProgress {
    /// After so many failures in a row nothing is delivered any more.
    package static let failuresMax: UInt32 = 3

    package var isSuspended: Bool { failures >= DeliveryProgress.failuresMax }

    /// The app is started.
    package mutating func begin(at time: Timestamp) {
        if attempted == nil {
            begun = time
        }
        attempted = time
    }

    /// The app was started or told, and has not said that it is done.
    package mutating func fail(at time: Timestamp) {
        failures = min(failures + 1, DeliveryProgress.failuresMax)
        attempted = time
    }

    /// The app has dealt with everything up to a commit.
    package mutating func acknowledge(upTo commit: UInt64) {
        acknowledged = max(acknowledged, commit)
        resume()
    }

    /// Failures are forgotten.
    package mutating func resume() {
        failures = 0
        attempted = nil
    }

    /// When the app is to be started, if there is something that it has not dealt with; nil: not at all.
    ///
    /// After an attempt without an outcome, as when the server ended, the pause is that after a failure. Of a time to
    /// come, from a clock that was set back since, nobody knows how long ago it was.
    package func due(_ frequency: UpdateFrequency, at now: Timestamp, firstPause: Int64) -> Timestamp? {
        guard !isSuspended else { return nil }
        if let attempted {
            let growth = Int64(1) << (2 * Int64(max(failures, 1) - 1))
            return attempted > now ? now : Timestamp(nanoseconds: attempted.nanoseconds + firstPause * growth)
        }
        guard let begun, begun <= now, let period = frequency.period else { return now }
        return Timestamp(nanoseconds: begun.nanoseconds + period)
    }
}

extension UpdateFrequency {
    /// So much time lies between two deliveries, in nanoseconds; nil: none.
    fileprivate var period: Int64? {
        let hour: Int64 = 3_600_000_000_000
        switch self {
        case .hourly: return hour
        case .daily: return 24 * hour
        case .weekly: return 7 * 24 * hour
        default: return nil
        }
    }
}
