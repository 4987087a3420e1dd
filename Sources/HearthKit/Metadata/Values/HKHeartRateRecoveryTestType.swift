/// How the recovery of the heart rate was determined.
public enum HKHeartRateRecoveryTestType: Int, Sendable {
    /// By exercise as hard as can be.
    case maxExercise = 1
    /// Predicted from exercise that was less hard.
    case predictionSubMaxExercise = 2
    /// Predicted without exercise.
    case predictionNonExercise = 3
}
