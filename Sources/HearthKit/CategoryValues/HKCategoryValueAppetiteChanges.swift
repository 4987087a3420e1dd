/// How the appetite changed.
public enum HKCategoryValueAppetiteChanges: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// It did not change.
    case noChange = 1
    /// Decreased.
    case decreased = 2
    /// Increased.
    case increased = 3
}
