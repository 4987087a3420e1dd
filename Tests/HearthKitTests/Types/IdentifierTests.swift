import HearthModel
import Testing

@testable import HearthKit

/// The identifiers that programs write are those of the store's registry, all of them and under HealthKit's names.
@Suite("Identifiers of types")
struct IdentifierTests {
    @Test(
        "every type of the registry has its constant",
        arguments: [
            ("HKQuantityTypeIdentifier", ObjectType.Kind.quantity),
            ("HKCategoryTypeIdentifier", .category),
            ("HKCorrelationTypeIdentifier", .correlation),
            ("HKCharacteristicTypeIdentifier", .characteristic),
            ("HKDocumentTypeIdentifier", .document),
            ("HKClinicalTypeIdentifier", .clinical),
            ("HKScoredAssessmentTypeIdentifier", .scoredAssessment),
        ]
    )
    func registry(_ structure: String, _ kind: ObjectType.Kind) throws {
        var constants = try Declarations.knownConstants(in: "Types/\(structure).swift")
        // The former name of a constant has the same text.
        if let former = constants.removeValue(forKey: "audioExposureEvent") {
            #expect(former == constants["environmentalAudioExposureEvent"])
        }
        let types = ObjectType.all.filter { $0.kind == kind }
        #expect(!types.isEmpty)
        #expect(
            constants.mapValues { structure + $0 }
                == Dictionary(uniqueKeysWithValues: types.map { ($0.shortName, $0.identifier) })
        )
    }

    @Test("a constant says the registered name")
    func rawValues() {
        #expect(HKQuantityTypeIdentifier.vo2Max.rawValue == "HKQuantityTypeIdentifierVO2Max")
        #expect(HKCategoryTypeIdentifier.sleepAnalysis.rawValue == "HKCategoryTypeIdentifierSleepAnalysis")
        #expect(HKDocumentTypeIdentifier.CDA.rawValue == "HKDocumentTypeIdentifierCDA")
        #expect(HKClinicalTypeIdentifier.labResultRecord.rawValue == "HKClinicalTypeIdentifierLabResultRecord")
        #expect(HKScoredAssessmentTypeIdentifier.PHQ9.rawValue == "HKScoredAssessmentTypeIdentifierPHQ9")
        #expect(HKCorrelationTypeIdentifier.food.rawValue == "HKCorrelationTypeIdentifierFood")
        #expect(HKCharacteristicTypeIdentifier.bloodType.rawValue == "HKCharacteristicTypeIdentifierBloodType")
    }

    @Test("the constants of the single types name registered types")
    func singles() throws {
        let texts = try Declarations.texts(in: "Types/TypeIdentifiers.swift")
        #expect(texts.count == 6)
        #expect(texts.allSatisfy { $0 == $1 && ObjectType(identifier: $1) != nil })
    }
}
