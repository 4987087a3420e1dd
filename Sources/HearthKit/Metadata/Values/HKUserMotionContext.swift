/// How somebody moved while something was measured.
public enum HKUserMotionContext: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// Stationary.
    case stationary = 1
    /// Active.
    case active = 2
}
