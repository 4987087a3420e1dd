/// The value of samples that only record that something occurred.
public enum HKCategoryValue: Int, Sendable {
    /// The category has no value.
    case notApplicable = 0
}
