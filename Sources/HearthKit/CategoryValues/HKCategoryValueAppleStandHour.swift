/// Whether the person stood up in an hour.
public enum HKCategoryValueAppleStandHour: Int, Sendable {
    /// Stood and moved.
    case stood = 0
    /// Did not.
    case idle = 1
}
