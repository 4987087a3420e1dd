/// How somebody moved while the heart rate was measured.
public enum HKHeartRateMotionContext: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// Sedentary.
    case sedentary = 1
    /// Active.
    case active = 2
}
