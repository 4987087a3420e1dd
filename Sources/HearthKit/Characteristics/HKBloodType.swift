/// The blood type of a person.
public enum HKBloodType: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// A+.
    case aPositive = 1
    /// A-.
    case aNegative = 2
    /// B+.
    case bPositive = 3
    /// B-.
    case bNegative = 4
    /// AB+.
    case abPositive = 5
    /// AB-.
    case abNegative = 6
    /// O+.
    case oPositive = 7
    /// O-.
    case oNegative = 8
}
