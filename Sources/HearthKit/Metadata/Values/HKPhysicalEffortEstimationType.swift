/// How physical effort was estimated.
public enum HKPhysicalEffortEstimationType: Int, Sendable {
    /// Looked up for what was done.
    case activityLookup = 1
    /// A device sensed it.
    case deviceSensed = 2
}
