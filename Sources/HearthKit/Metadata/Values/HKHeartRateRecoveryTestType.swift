/// How the recovery of the heart rate was found.
public enum HKHeartRateRecoveryTestType: Int, Sendable {
    /// Max exercise.
    case maxExercise = 1
    /// Prediction sub max exercise.
    case predictionSubMaxExercise = 2
    /// Prediction non exercise.
    case predictionNonExercise = 3
}
