/// Why insulin was given.
public enum HKInsulinDeliveryReason: Int, Sendable {
    /// For the body's basal needs.
    case basal = 1
    /// For a meal, or to bring glucose down.
    case bolus = 2
}
