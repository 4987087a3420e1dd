/// Whether a person uses a wheelchair.
public enum HKWheelchairUse: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// No.
    case no = 1
    /// Yes.
    case yes = 2
}
