import HearthModel

/// What an export holds, and what of it is not taken and why. Nothing is dropped silently.
package struct HealthTally: Sendable {
    /// A kind of objects with a reason for which they are not taken.
    package struct Omission: Hashable, Sendable {
        /// A type's identifier, or the name of an element.
        package let subject: String
        package let reason: HealthOmissionReason
    }

    /// The omissions with their numbers.
    package private(set) var omissions: [Omission: Int] = [:]

    /// A file can make up any number of types.
    private static let mostOmissions = 1_000
    private static let others = "others"

    mutating func omit(_ subject: String, _ reason: HealthOmissionReason) {
        let omission = Omission(subject: subject, reason: reason)
        let isOneTooMany = omissions.count >= Self.mostOmissions && omissions[omission] == nil
        omissions[isOneTooMany ? Omission(subject: Self.others, reason: reason) : omission, default: 0] += 1
    }
}

/// Why a part of an export is not taken.
package enum HealthOmissionReason: String, Hashable, Sendable {
    case unknownType = "this version knows no such type"
    case notStored = "the store cannot hold this kind yet"
    case invalidDate = "a date is missing or cannot be read"
    case endBeforeStart = "the end is before the start"
    case invalidValue = "the value is missing or is not one of the type"
    case invalidUnit = "the unit is missing or does not fit the type"
    case missingMetadata = "metadata that the type requires is missing"
    case invalidMetadata = "metadata: too long, or a second value of a key"
    case tooManyAtOnce = "more than 4096 at one moment"
    case noMembers = "no member can be taken"
    case invalidEvent = "event: outside of its workout, or of an unknown kind"
    case invalidStatistics = "statistics: of an unknown type, or without a usable value"
    case tooLarge = "it is too large"
    case noFile = "its file is missing"
    case unreadableFile = "its file cannot be read"
    case empty = "it is empty"

    /// Whether this version has no place for such objects, so that nobody can mend it.
    package var isAboutKind: Bool { self == .notStored || self == .unknownType }
}
