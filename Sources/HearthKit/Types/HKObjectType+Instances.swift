internal import HearthModel

extension HKObjectType {
    /// The only instance for a type, of its HealthKit class.
    static func of(_ type: ObjectType) -> HKObjectType {
        instances[Int(type.index)]
    }

    /// The type of samples. Any other type stops the program.
    static func sampleType(_ type: ObjectType) -> HKSampleType {
        guard let sampleType = of(type) as? HKSampleType else {
            fatalError("\(type) is not a type of samples")
        }
        return sampleType
    }

    /// In the order of the registry, so that a type's index finds it.
    private static let instances = ObjectType.all.map(make)

    private static func make(_ type: ObjectType) -> HKObjectType {
        switch type.kind {
        case .quantity: HKQuantityType(of: type)
        case .category: HKCategoryType(of: type)
        case .correlation: HKCorrelationType(of: type)
        case .workout: HKWorkoutType(of: type)
        case .workoutRoute, .heartbeatSeries: HKSeriesType(of: type)
        case .characteristic: HKCharacteristicType(of: type)
        case .document: HKDocumentType(of: type)
        case .scoredAssessment: HKScoredAssessmentType(of: type)
        case .activitySummary: HKActivitySummaryType(of: type)
        case .audiogram: HKAudiogramSampleType(of: type)
        case .electrocardiogram: HKElectrocardiogramType(of: type)
        case .prescription: HKPrescriptionType(of: type)
        case .stateOfMind: HKStateOfMindType(of: type)
        case .medication:
            type == .medicationDoseEvent ? HKMedicationDoseEventType(of: type) : HKUserAnnotatedMedicationType(of: type)
        case .clinical: HKClinicalType(of: type)
        }
    }
}
