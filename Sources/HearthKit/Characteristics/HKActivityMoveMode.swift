/// How a person's activity is counted.
public enum HKActivityMoveMode: Int, Sendable {
    /// As energy burned.
    case activeEnergy = 1
    /// As time in motion.
    case appleMoveTime = 2
}
