import Foundation
import HealthKit

func useTypes(_ type: HKObjectType, coder: NSCoder) {
    // HKObjectType
    let _: any NSSecureCoding & NSCopying & Sendable = type as HKObjectType
    // HKObjectType.identifier
    let _: String = type.identifier
    // HKObjectType.requiresPerObjectAuthorization()
    let _: Bool = type.requiresPerObjectAuthorization()
    // HKObjectType.quantityType(forIdentifier:)
    let _: HKQuantityType? = HKObjectType.quantityType(forIdentifier: .heartRate)
    // HKObjectType.categoryType(forIdentifier:)
    let _: HKCategoryType? = HKObjectType.categoryType(forIdentifier: .sleepAnalysis)
    // HKObjectType.characteristicType(forIdentifier:)
    let _: HKCharacteristicType? = HKObjectType.characteristicType(forIdentifier: .bloodType)
    // HKObjectType.correlationType(forIdentifier:)
    let _: HKCorrelationType? = HKObjectType.correlationType(forIdentifier: .food)
    // HKObjectType.seriesType(forIdentifier:)
    let _: HKSeriesType? = HKObjectType.seriesType(forIdentifier: HKWorkoutRouteTypeIdentifier)
    // HKObjectType.workoutType()
    let workout = HKObjectType.workoutType()
    // HKWorkoutType
    let _: HKSampleType = workout as HKWorkoutType
}

func useTypesWithoutData() {
    // HKObjectType.documentType(forIdentifier:)
    let _: HKDocumentType? = HKObjectType.documentType(forIdentifier: .CDA)
    // HKObjectType.clinicalType(forIdentifier:)
    let _: HKClinicalType? = HKObjectType.clinicalType(forIdentifier: .allergyRecord)
    // HKObjectType.scoredAssessmentType(forIdentifier:)
    let _: HKScoredAssessmentType? = HKObjectType.scoredAssessmentType(forIdentifier: .GAD7)
    // HKObjectType.activitySummaryType()
    let _: HKActivitySummaryType = HKObjectType.activitySummaryType()
    // HKObjectType.audiogramSampleType()
    let _: HKAudiogramSampleType = HKObjectType.audiogramSampleType()
    // HKObjectType.electrocardiogramType()
    let _: HKElectrocardiogramType = HKObjectType.electrocardiogramType()
    // HKObjectType.visionPrescriptionType()
    let _: HKPrescriptionType = HKObjectType.visionPrescriptionType()
    // HKObjectType.stateOfMindType()
    let _: HKStateOfMindType = HKObjectType.stateOfMindType()
    // HKObjectType.medicationDoseEventType()
    let _: HKMedicationDoseEventType = HKObjectType.medicationDoseEventType()
    // HKObjectType.userAnnotatedMedicationType()
    let _: HKUserAnnotatedMedicationType = HKObjectType.userAnnotatedMedicationType()
    // HKDocumentType.init(_:)
    let _: HKSampleType = HKDocumentType(.CDA)
    // HKClinicalType.init(_:)
    let _: HKSampleType = HKClinicalType(.allergyRecord)
    // HKScoredAssessmentType.init(_:)
    let _: HKSampleType = HKScoredAssessmentType(.PHQ9)
}

func useClassesWithoutData() {
    // HKActivitySummaryType
    let _: HKObjectType = HKObjectType.activitySummaryType() as HKActivitySummaryType
    // HKAudiogramSampleType
    let _: HKObjectType = HKObjectType.audiogramSampleType() as HKAudiogramSampleType
    // HKElectrocardiogramType
    let _: HKObjectType = HKObjectType.electrocardiogramType() as HKElectrocardiogramType
    // HKPrescriptionType
    let _: HKObjectType = HKObjectType.visionPrescriptionType() as HKPrescriptionType
    // HKStateOfMindType
    let _: HKObjectType = HKObjectType.stateOfMindType() as HKStateOfMindType
    // HKMedicationDoseEventType
    let _: HKObjectType = HKObjectType.medicationDoseEventType() as HKMedicationDoseEventType
    // HKUserAnnotatedMedicationType
    let _: HKObjectType = HKObjectType.userAnnotatedMedicationType() as HKUserAnnotatedMedicationType
}

func useSampleTypes(_ type: HKSampleType) {
    // HKSampleType.isMaximumDurationRestricted
    let _: Bool = type.isMaximumDurationRestricted
    // HKSampleType.maximumAllowedDuration
    let _: TimeInterval = type.maximumAllowedDuration
    // HKSampleType.isMinimumDurationRestricted
    let _: Bool = type.isMinimumDurationRestricted
    // HKSampleType.minimumAllowedDuration
    let _: TimeInterval = type.minimumAllowedDuration
    // HKSampleType.allowsRecalibrationForEstimates
    let _: Bool = type.allowsRecalibrationForEstimates
    // HKQuantityType.init(_:)
    let quantity: HKQuantityType = HKQuantityType(.stepCount)
    // HKQuantityType.aggregationStyle
    let _: HKQuantityAggregationStyle = quantity.aggregationStyle
    // HKQuantityType.is(compatibleWith:)
    let _: Bool = quantity.is(compatibleWith: .count())
    // HKCategoryType.init(_:)
    let _: HKSampleType = HKCategoryType(.sleepAnalysis)
    // HKCharacteristicType.init(_:)
    let _: HKObjectType = HKCharacteristicType(.dateOfBirth)
    // HKCorrelationType.init(_:)
    let _: HKSampleType = HKCorrelationType(.bloodPressure)
    // HKSeriesType.workoutRoute()
    let _: HKSeriesType = HKSeriesType.workoutRoute()
    // HKSeriesType.heartbeat()
    let _: HKSeriesType = HKSeriesType.heartbeat()
}

func useIdentifiers() {
    // HKQuantityTypeIdentifier.…
    let _: [HKQuantityTypeIdentifier] = [.heartRate, .stepCount, .bodyMass, .heartRateVariabilityRMSSD]
    // HKCategoryTypeIdentifier.…
    let _: [HKCategoryTypeIdentifier] = [.sleepAnalysis, .menopausalState, .bleedingAfterMenopause]
    // HKCharacteristicTypeIdentifier.…
    let _: [HKCharacteristicTypeIdentifier] = [.dateOfBirth, .bloodType, .wheelchairUse]
    // HKCorrelationTypeIdentifier.…
    let _: [HKCorrelationTypeIdentifier] = [.bloodPressure, .food]
    // HKDocumentTypeIdentifier.…
    let _: HKDocumentTypeIdentifier = .CDA
    // HKClinicalTypeIdentifier.…
    let _: [HKClinicalTypeIdentifier] = [.allergyRecord, .coverageRecord]
    // HKScoredAssessmentTypeIdentifier.…
    let _: [HKScoredAssessmentTypeIdentifier] = [.GAD7, .PHQ9]
    // HKWorkoutTypeIdentifier
    let _: String = HKWorkoutTypeIdentifier
    // HKWorkoutRouteTypeIdentifier
    let _: String = HKWorkoutRouteTypeIdentifier
    // HKDataTypeIdentifierHeartbeatSeries
    let _: String = HKDataTypeIdentifierHeartbeatSeries
    // HKVisionPrescriptionTypeIdentifier
    let _: String = HKVisionPrescriptionTypeIdentifier
    // HKDataTypeIdentifierStateOfMind
    let _: String = HKDataTypeIdentifierStateOfMind
    // HKDataTypeIdentifierUserAnnotatedMedicationConcept
    let _: String = HKDataTypeIdentifierUserAnnotatedMedicationConcept
}
