import HearthModel

/// The metadata of an object in an export.
final class HealthMetadata: Sendable {
    static let none = HealthMetadata(.none, number: 0)

    let metadata: Metadata
    /// Entries that are left out.
    let omitted: Int
    /// The same number means the same metadata; nil: it is to be compared.
    let number: Int?

    init(_ metadata: Metadata, number: Int?, omitted: Int = 0) {
        self.metadata = metadata
        self.number = number
        self.omitted = omitted
    }
}
