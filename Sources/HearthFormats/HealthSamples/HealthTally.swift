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

    /// The first files next to the document that cannot be taken, with the reasons.
    package private(set) var damagedFiles: [(name: String, reason: String)] = []
    private static let maxDamagedFiles = 100

    mutating func note(_ name: String, _ reason: String) {
        guard damagedFiles.count < Self.maxDamagedFiles else { return }
        damagedFiles.append((name, reason))
    }

    /// A file can make up any number of types.
    private static let maxOmissions = 1_000
    private static let others = "others"

    mutating func omit(_ subject: String, _ reason: OmissionReason, count: Int = 1) {
        guard count > 0 else { return }
        let omission = Omission(subject: subject, reason: reason)
        let isOneTooMany = omissions.count >= Self.maxOmissions && omissions[omission] == nil
        omissions[isOneTooMany ? Omission(subject: Self.others, reason: reason) : omission, default: 0] += count
    }
}
