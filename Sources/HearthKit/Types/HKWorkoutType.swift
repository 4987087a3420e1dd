/// Workouts.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {}
