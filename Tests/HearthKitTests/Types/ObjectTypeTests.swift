import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Types")
struct ObjectTypeTests {
    @Test("each type is found under its identifier, once")
    func identity() {
        let heartRate = HKObjectType.quantityType(forIdentifier: .heartRate)
        #expect(heartRate === HKQuantityType.quantityType(forIdentifier: .heartRate))
        #expect(heartRate == HKQuantityType(.heartRate))
        #expect(heartRate?.hash == HKQuantityType(.heartRate).hash)
        #expect(heartRate != HKQuantityType(.stepCount))
        #expect(HKObjectType.categoryType(forIdentifier: .sleepAnalysis) == HKCategoryType(.sleepAnalysis))
        #expect(HKObjectType.correlationType(forIdentifier: .bloodPressure) == HKCorrelationType(.bloodPressure))
        #expect(HKObjectType.characteristicType(forIdentifier: .dateOfBirth) == HKCharacteristicType(.dateOfBirth))
        #expect(HKObjectType.documentType(forIdentifier: .CDA) == HKDocumentType(.CDA))
        #expect(HKObjectType.clinicalType(forIdentifier: .conditionRecord) == HKClinicalType(.conditionRecord))
        #expect(HKObjectType.scoredAssessmentType(forIdentifier: .GAD7) == HKScoredAssessmentType(.GAD7))
    }

    @Test("an identifier of another kind, or none, finds nothing")
    func unknown() {
        #expect(HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: "HKNothing")) == nil)
        let category = HKCategoryTypeIdentifier.acne.rawValue
        #expect(HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: category)) == nil)
        #expect(HKObjectType.seriesType(forIdentifier: HKWorkoutTypeIdentifier) == nil)
    }

    @Test("the types of which there is one")
    func singles() {
        #expect(HKWorkoutType.workoutType() === HKObjectType.workoutType())
        #expect(HKObjectType.workoutType().identifier == HKWorkoutTypeIdentifier)
        #expect(HKSeriesType.workoutRoute() == HKObjectType.seriesType(forIdentifier: HKWorkoutRouteTypeIdentifier))
        #expect(HKSeriesType.heartbeat().identifier == HKDataTypeIdentifierHeartbeatSeries)
        #expect(HKObjectType.visionPrescriptionType().requiresPerObjectAuthorization())
        #expect(HKObjectType.userAnnotatedMedicationType().requiresPerObjectAuthorization())
        #expect(!HKObjectType.medicationDoseEventType().requiresPerObjectAuthorization())
        let others: [HKObjectType] = [
            HKObjectType.activitySummaryType(), HKObjectType.audiogramSampleType(),
            HKObjectType.electrocardiogramType(), HKObjectType.stateOfMindType(),
        ]
        #expect(others.allSatisfy { !$0.requiresPerObjectAuthorization() })
        #expect(others.map(\.type.isStored) == [false, true, true, true])
    }

    @Test("every type of the registry has an object, and survives an archive")
    func archives() throws {
        for type in ObjectType.all {
            let object = HKObjectType.of(type)
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            let restored = try NSKeyedUnarchiver.unarchivedObject(ofClass: Swift.type(of: object), from: data)
            #expect(restored == object)
        }
    }

    @Test("quantity types know their style and their units")
    func quantities() {
        for type in ObjectType.all where type.kind == .quantity {
            let quantityType: HKQuantityType = HKObjectType.single(type)
            #expect(quantityType.aggregationStyle.rawValue == type.aggregation.map { Int($0.rawValue) })
        }
        #expect(HKQuantityType(.heartRate).is(compatibleWith: HKUnit(from: "count/hr")))
        #expect(!HKQuantityType(.heartRate).is(compatibleWith: .gram()))
        #expect(HKQuantityType(.bloodGlucose).is(compatibleWith: HKUnit(from: "mmol<180.156>/L")))
    }

    @Test("one type has a limit to its duration")
    func durations() {
        let menopause = HKCategoryType(.menopausalState)
        #expect(menopause.isMaximumDurationRestricted && menopause.maximumAllowedDuration == 0)
        #expect(!HKQuantityType(.stepCount).isMaximumDurationRestricted)
        #expect(!menopause.isMinimumDurationRestricted && !menopause.allowsRecalibrationForEstimates)
    }
}
