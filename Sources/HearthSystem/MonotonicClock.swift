/// The monotonic clock, which setting the time of day does not change.
package enum MonotonicClock {
    /// Nanoseconds since a fixed but arbitrary moment.
    @Sendable
    package static func now() -> Int64 {
        let now = timespec.monotonicNow
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}

extension timespec {
    static var monotonicNow: timespec {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now
    }
}
