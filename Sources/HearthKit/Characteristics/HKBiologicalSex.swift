/// The biological sex of a person.
public enum HKBiologicalSex: Int, Sendable {
    /// Not said.
    case notSet = 0
    /// Female.
    case female = 1
    /// Male.
    case male = 2
    /// Neither.
    case other = 3
}
