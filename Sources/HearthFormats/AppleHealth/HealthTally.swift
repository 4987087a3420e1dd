import HearthModel

/// What an export holds, and what of it is not taken and why. Nothing is dropped silently.
package struct HealthTally: Sendable {
    /// A kind of objects with a reason for which they are not taken.
    package struct Omission: Hashable, Sendable {
        /// A type's identifier, or the name of an element.
        package let subject: String
        package let reason: OmissionReason
    }

    /// The omissions with their numbers.
    package private(set) var omissions: [Omission: Int] = [:]

    /// A file can make up any number of types.
    private static let mostOmissions = 1_000
    private static let others = "others"

    mutating func omit(_ subject: String, _ reason: OmissionReason, count: Int = 1) {
        guard count > 0 else { return }
        let omission = Omission(subject: subject, reason: reason)
        let isOneTooMany = omissions.count >= Self.mostOmissions && omissions[omission] == nil
        omissions[isOneTooMany ? Omission(subject: Self.others, reason: reason) : omission, default: 0] += count
    }
}
