/// Workouts.
///
/// `@unchecked Sendable`: as its superclass.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {}
