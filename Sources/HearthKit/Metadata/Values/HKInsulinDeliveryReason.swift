/// Why insulin was given.
public enum HKInsulinDeliveryReason: Int, Sendable {
    /// For what the body always needs.
    case basal = 1
    /// For a meal, or to bring glucose down.
    case bolus = 2
}
