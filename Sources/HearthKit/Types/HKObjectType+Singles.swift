internal import HearthModel

// The types without identifiers, one of each class.
extension HKObjectType {
    /// The type of workouts.
    public static func workoutType() -> HKWorkoutType { single(.workout) }

    /// The type of summaries of a day's activity, which the store does not hold.
    public static func activitySummaryType() -> HKActivitySummaryType { single(.activitySummary) }

    /// The type of audiograms.
    public static func audiogramSampleType() -> HKAudiogramSampleType { single(.audiogram) }

    /// The type of electrocardiograms.
    public static func electrocardiogramType() -> HKElectrocardiogramType { single(.electrocardiogram) }

    /// The type of prescriptions for glasses and contact lenses.
    public static func visionPrescriptionType() -> HKPrescriptionType { single(.visionPrescription) }

    /// The type of states of mind.
    public static func stateOfMindType() -> HKStateOfMindType { single(.stateOfMind) }

    /// The type of doses of medications.
    public static func medicationDoseEventType() -> HKMedicationDoseEventType { single(.medicationDoseEvent) }

    /// The type of medications that the person takes.
    public static func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType {
        single(.userAnnotatedMedication)
    }

    static func single<Kind: HKObjectType>(_ type: ObjectType) -> Kind {
        guard let instance = of(type) as? Kind else {
            fatalError("\(type) is not a \(Kind.self)")
        }
        return instance
    }
}

extension ObjectType {
    fileprivate static let activitySummary = named("HKActivitySummaryTypeIdentifier")

    private static func named(_ identifier: String) -> ObjectType {
        guard let type = ObjectType(identifier: identifier) else {
            fatalError("the registry has no \(identifier)")
        }
        return type
    }
}
