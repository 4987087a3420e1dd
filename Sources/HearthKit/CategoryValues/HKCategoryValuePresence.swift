/// Whether something was there.
public enum HKCategoryValuePresence: Int, Sendable {
    /// It was there.
    case present = 0
    /// It was not there.
    case notPresent = 1
}
