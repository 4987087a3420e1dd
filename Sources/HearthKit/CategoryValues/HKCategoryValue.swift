/// The value of samples that say only that something was.
public enum HKCategoryValue: Int, Sendable {
    /// There is no value.
    case notApplicable = 0
}
