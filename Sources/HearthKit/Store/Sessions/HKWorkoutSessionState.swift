/// The state of a workout session, with HealthKit's numbers.
public enum HKWorkoutSessionState: Int, Sendable {
    /// It has not started yet.
    case notStarted = 1
    /// The workout is under way.
    case running = 2
    /// It is over.
    case ended = 3
    /// The workout pauses.
    case paused = 4
    /// It is about to start.
    case prepared = 5
    /// The workout is over, and its last data may still be collected.
    case stopped = 6
}

/// Where a workout session runs, with HealthKit's numbers.
public enum HKWorkoutSessionType: Int, Sendable {
    /// On this machine.
    case primary = 0
    /// On another device, which this one shows.
    case mirrored = 1
}
