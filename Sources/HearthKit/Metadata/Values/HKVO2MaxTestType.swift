/// How the uptake of oxygen was determined.
public enum HKVO2MaxTestType: Int, Sendable {
    /// By exercise as hard as can be.
    case maxExercise = 1
    /// Predicted from exercise that was less hard.
    case predictionSubMaxExercise = 2
    /// Predicted without exercise.
    case predictionNonExercise = 3
    /// Predicted from a step test.
    case predictionStepTest = 4
}
