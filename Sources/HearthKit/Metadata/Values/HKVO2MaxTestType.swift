/// How the uptake of oxygen was found.
public enum HKVO2MaxTestType: Int, Sendable {
    /// Max exercise.
    case maxExercise = 1
    /// Prediction sub max exercise.
    case predictionSubMaxExercise = 2
    /// Prediction non exercise.
    case predictionNonExercise = 3
    /// Prediction step test.
    case predictionStepTest = 4
}
