/// Samples that hold a series: routes and heartbeats.
///
/// `@unchecked Sendable`: as its superclass.
open class HKSeriesType: HKSampleType, @unchecked Sendable {
    /// The type of routes of workouts.
    open class func workoutRoute() -> HKSeriesType { single(.workoutRoute) }

    /// The type of heartbeat series.
    open class func heartbeat() -> HKSeriesType { single(.heartbeatSeries) }
}
