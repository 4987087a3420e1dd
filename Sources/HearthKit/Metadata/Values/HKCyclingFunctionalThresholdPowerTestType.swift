/// How the power that a cyclist can keep up was found.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable {
    /// Max exercise 60 minute.
    case maxExercise60Minute = 1
    /// Max exercise 20 minute.
    case maxExercise20Minute = 2
    /// Ramp test.
    case rampTest = 3
    /// Prediction exercise.
    case predictionExercise = 4
}
