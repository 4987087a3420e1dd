extension ObjectType {
    /// The kind of a type's objects.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case quantity
        case category
        case correlation
        case workout
        case workoutRoute
        case heartbeatSeries
        case characteristic
        case document
        case scoredAssessment
        case activitySummary
        case audiogram
        case electrocardiogram
        case prescription
        case stateOfMind
        case medication
        case clinical

        /// Whether Hearth's store holds samples of this kind.
        ///
        /// The others are registered so that the error says that Hearth does not store the type, not that HealthKit has
        /// no such type.
        package var isStored: Bool {
            switch self {
            case .quantity, .category, .correlation, .workout, .workoutRoute, .heartbeatSeries, .document,
                .scoredAssessment, .audiogram, .electrocardiogram, .prescription, .stateOfMind, .medication, .clinical:
                true
            case .characteristic, .activitySummary: false
            }
        }
    }
}
