/// How the power that a cyclist can keep up was found.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable {
    /// By 60 minutes as hard as can be.
    case maxExercise60Minute = 1
    /// By 20 minutes as hard as can be.
    case maxExercise20Minute = 2
    /// By a load that grows step by step.
    case rampTest = 3
    /// Predicted from exercise.
    case predictionExercise = 4
}
