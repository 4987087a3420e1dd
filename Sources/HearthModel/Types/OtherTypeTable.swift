/// HealthKit's types that are neither quantities nor categories, one a line: identifier, short name, kind.
enum OtherTypeTable {
    typealias Row = (identifier: String, shortName: String, kind: ObjectType.Kind)

    static let rows: [Row] = [
        ("HKCharacteristicTypeIdentifierActivityMoveMode", "activityMoveMode", .characteristic),
        ("HKCharacteristicTypeIdentifierBiologicalSex", "biologicalSex", .characteristic),
        ("HKCharacteristicTypeIdentifierBloodType", "bloodType", .characteristic),
        ("HKCharacteristicTypeIdentifierDateOfBirth", "dateOfBirth", .characteristic),
        ("HKCharacteristicTypeIdentifierFitzpatrickSkinType", "fitzpatrickSkinType", .characteristic),
        ("HKCharacteristicTypeIdentifierWheelchairUse", "wheelchairUse", .characteristic),
        ("HKCorrelationTypeIdentifierBloodPressure", "bloodPressure", .correlation),
        ("HKCorrelationTypeIdentifierFood", "food", .correlation),
        ("HKDocumentTypeIdentifierCDA", "CDA", .document),
        ("HKScoredAssessmentTypeIdentifierGAD7", "GAD7", .scoredAssessment),
        ("HKScoredAssessmentTypeIdentifierPHQ9", "PHQ9", .scoredAssessment),
        ("HKWorkoutTypeIdentifier", "workout", .workout),
        ("HKWorkoutRouteTypeIdentifier", "workoutRoute", .workoutRoute),
        ("HKDataTypeIdentifierHeartbeatSeries", "heartbeatSeries", .heartbeatSeries),
        ("HKActivitySummaryTypeIdentifier", "activitySummary", .activitySummary),  // raw value unverified
        ("HKDataTypeIdentifierAudiogram", "audiogram", .audiogram),  // raw value unverified
        ("HKDataTypeIdentifierElectrocardiogram", "electrocardiogram", .electrocardiogram),  // raw value unverified
        ("HKVisionPrescriptionTypeIdentifier", "visionPrescription", .prescription),
        ("HKDataTypeIdentifierStateOfMind", "stateOfMind", .stateOfMind),  // raw value unverified
        ("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent", "medicationDoseEvent", .medication),
        ("HKDataTypeIdentifierUserAnnotatedMedicationConcept", "userAnnotatedMedication", .medication),
        ("HKClinicalTypeIdentifierAllergyRecord", "allergyRecord", .clinical),
        ("HKClinicalTypeIdentifierClinicalNoteRecord", "clinicalNoteRecord", .clinical),
        ("HKClinicalTypeIdentifierConditionRecord", "conditionRecord", .clinical),
        ("HKClinicalTypeIdentifierImmunizationRecord", "immunizationRecord", .clinical),
        ("HKClinicalTypeIdentifierLabResultRecord", "labResultRecord", .clinical),
        ("HKClinicalTypeIdentifierMedicationRecord", "medicationRecord", .clinical),
        ("HKClinicalTypeIdentifierProcedureRecord", "procedureRecord", .clinical),
        ("HKClinicalTypeIdentifierVitalSignRecord", "vitalSignRecord", .clinical),
        ("HKClinicalTypeIdentifierCoverageRecord", "coverageRecord", .clinical),
    ]
}
