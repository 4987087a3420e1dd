/// How physical effort was estimated.
public enum HKPhysicalEffortEstimationType: Int, Sendable {
    /// Activity lookup.
    case activityLookup = 1
    /// Device sensed.
    case deviceSensed = 2
}
