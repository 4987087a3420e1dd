public import Foundation

/// Follows a workout session. Its methods are called one after the other, on a queue of the store object.
public protocol HKWorkoutSessionDelegate: AnyObject, Sendable {
    /// The state has changed.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState,
        date: Date
    )

    /// The session could not do what it was asked to, or collect what others save.
    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)

    /// The session has generated an event, such as a pause.
    func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)

    /// A new activity has begun.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    )

    /// An activity has ended.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    )
}

// In HealthKit these methods are optional.
extension HKWorkoutSessionDelegate {
    /// Does nothing.
    public func workoutSession(_: HKWorkoutSession, didGenerate _: HKWorkoutEvent) {}

    /// Does nothing.
    public func workoutSession(_: HKWorkoutSession, didBeginActivityWith _: HKWorkoutConfiguration, date _: Date) {}

    /// Does nothing.
    public func workoutSession(_: HKWorkoutSession, didEndActivityWith _: HKWorkoutConfiguration, date _: Date) {}
}
