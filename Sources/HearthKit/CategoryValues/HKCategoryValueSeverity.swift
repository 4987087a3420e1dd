/// How bad something was.
public enum HKCategoryValueSeverity: Int, Sendable {
    /// It was there; how bad is not said.
    case unspecified = 0
    /// It was not there.
    case notPresent = 1
    /// Mild.
    case mild = 2
    /// Moderate.
    case moderate = 3
    /// Severe.
    case severe = 4
}
