/// An event of walking steadiness.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Sendable {
    /// It became low.
    case initialLow = 1
    /// It became very low.
    case initialVeryLow = 2
    /// It is low again or still.
    case repeatLow = 3
    /// It is very low again or still.
    case repeatVeryLow = 4
}
