/// How physical effort was estimated.
public enum HKPhysicalEffortEstimationType: Int, Sendable {
    /// Looked up for the activity.
    case activityLookup = 1
    /// A device sensed it.
    case deviceSensed = 2
}
