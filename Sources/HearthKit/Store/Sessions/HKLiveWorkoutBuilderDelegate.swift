/// Follows what a live builder collects. Its methods are called one after the other, on a queue of the store object.
public protocol HKLiveWorkoutBuilderDelegate: AnyObject, Sendable {
    /// Samples were collected: the statistics of their types have changed.
    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)

    /// The session has added an event.
    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)

    /// The session has begun an activity.
    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity)

    /// The session has ended an activity.
    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity)
}

// In HealthKit these methods are optional.
extension HKLiveWorkoutBuilderDelegate {
    /// Does nothing.
    public func workoutBuilder(_: HKLiveWorkoutBuilder, didBegin _: HKWorkoutActivity) {}

    /// Does nothing.
    public func workoutBuilder(_: HKLiveWorkoutBuilder, didEnd _: HKWorkoutActivity) {}
}
