/// Samples that hold a series: routes and heartbeats.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
    /// The type of routes of workouts.
    public static func workoutRoute() -> HKSeriesType { single(.workoutRoute) }

    /// The type of heartbeat series.
    public static func heartbeat() -> HKSeriesType { single(.heartbeatSeries) }
}
