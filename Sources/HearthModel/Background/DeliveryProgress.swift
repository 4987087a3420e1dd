/// The progress of a registration's deliveries. It survives restarts of the server.
package struct DeliveryProgress: Hashable, Sendable {
    /// The app has dealt with all changes up to this commit.
    package var acknowledged: UInt64
    /// When the app was last started for changes that it had not been started for before: a period begins.
    package var begun: Timestamp?
    /// When the last attempt began, or failed; nil: the last delivery was acknowledged.
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

// MARK: - Events

extension DeliveryProgress {
    /// The number of failures in a row after which nothing is delivered any more.
    package static let failuresMax: UInt32 = 3

    package var isSuspended: Bool { failures >= DeliveryProgress.failuresMax }

    /// The app is started.
    package mutating func begin(at time: Timestamp) {
        if attempted == nil {
            begun = time
        }
        attempted = time
    }

    /// The app was started or notified, but did not acknowledge.
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

    /// When to launch the app, if it has unacknowledged changes; nil: not at all.
    ///
    /// After an attempt without an outcome, as when the server has ended, the pause is that after a failure. If the
    /// clock was set back since, so that the attempt is in the future, its age is unknown.
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
    /// The time between two deliveries in nanoseconds; nil: deliveries are immediate.
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
