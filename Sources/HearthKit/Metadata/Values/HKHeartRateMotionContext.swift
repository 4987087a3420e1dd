/// How the person moved while the heart rate was measured.
public enum HKHeartRateMotionContext: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// The user was sitting or standing still.
    case sedentary = 1
    /// The user was moving.
    case active = 2
}
