/// How the person moved while something was measured.
public enum HKUserMotionContext: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// Somebody kept still.
    case stationary = 1
    /// Somebody moved.
    case active = 2
}
