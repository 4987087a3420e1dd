internal import HearthModel

extension HKObjectType {
    /// The only instance for a type, of the class that HealthKit has for it.
    static func of(_ type: ObjectType) -> HKObjectType {
        guard let instance = instances[type] else {
            preconditionFailure("the registry has no \(type)")
        }
        return instance
    }

    private static let instances = Dictionary(uniqueKeysWithValues: ObjectType.all.map { ($0, make($0)) })

    private static func make(_ type: ObjectType) -> HKObjectType {
        switch type.kind {
        case .quantity: HKQuantityType(type)
        case .category: HKCategoryType(type)
        case .correlation: HKCorrelationType(type)
        case .workout: HKWorkoutType(type)
        case .workoutRoute, .heartbeatSeries: HKSeriesType(type)
        case .characteristic: HKCharacteristicType(type)
        case .document: HKDocumentType(type)
        case .scoredAssessment: HKScoredAssessmentType(type)
        case .activitySummary: HKActivitySummaryType(type)
        case .audiogram: HKAudiogramSampleType(type)
        case .electrocardiogram: HKElectrocardiogramType(type)
        case .prescription: HKPrescriptionType(type)
        case .stateOfMind: HKStateOfMindType(type)
        case .medication: HKMedicationType(type)
        case .clinical: HKClinicalType(type)
        }
    }
}
