/// Why a part of a file is not taken.
package enum OmissionReason: String, Hashable, Sendable {
    case unknownType = "this version does not know the type"
    case notStored = "the store cannot hold this kind yet"
    case computed = "the store computes its values from the samples, and keeps no goals"
    case noType = "HealthKit has no type for it"
    case noValues = "the table or the column with its values is missing"
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
    case repeatedFile = "its file belongs to another route"
    case unreadableFile = "its file cannot be read"
    case empty = "it is empty"

    /// Whether this version cannot store such objects, so that nobody can mend it.
    package var isAboutKind: Bool { [.notStored, .computed, .unknownType, .noType].contains(self) }
}
