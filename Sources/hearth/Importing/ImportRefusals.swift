import HearthModel

extension HearthError {
    /// Whether the server refuses certain samples, and would take others.
    var isAboutSamples: Bool {
        switch code {
        case .invalidArgument, .unknownType, .incompatibleUnit, .malformedColumn, .malformedText, .valueOutOfRange,
            .identifierConflict:
            true
        // All saves of an app that has tried UUIDs of samples hidden from it are refused.
        case .limitExceeded: field != "app"
        default:
            false
        }
    }

    /// Whether there is room for a save later. A limit of a sample names its field.
    var isAboutRoom: Bool { code == .limitExceeded && field.isEmpty }

    /// Whether another client has deleted an object meanwhile, or the server has refused it.
    var isAboutMissingObjects: Bool { [.workoutNotFound, .objectNotFound].contains(code) }

    /// Why samples were not taken, as a table has it.
    var reason: String { "refused: \(code.name)" }
}
