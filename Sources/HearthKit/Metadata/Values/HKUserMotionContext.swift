/// How the person moved while something was measured.
public enum HKUserMotionContext: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// The user was still.
    case stationary = 1
    /// The user was moving.
    case active = 2
}
