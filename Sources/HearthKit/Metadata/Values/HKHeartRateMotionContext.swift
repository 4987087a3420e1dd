/// How the person moved while the heart rate was measured.
public enum HKHeartRateMotionContext: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// Somebody sat or stood still.
    case sedentary = 1
    /// Somebody moved.
    case active = 2
}
