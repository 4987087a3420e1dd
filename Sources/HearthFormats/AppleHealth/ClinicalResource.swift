import Foundation
import HearthModel

/// What an export says of a clinical record: the attributes of its element, and the resource of FHIR in its file.
struct ClinicalResource {
    /// The type of the resource, or the identifier of a clinical type.
    var type: String
    var displayName: String?
    var identifier: String?
    var sourceURL: String?
    var fhirVersion: String?
    var contents: [UInt8] = []

    /// Larger resources are kept as they are, without a look at what they say.
    private static let maxParsedBytes = 1 << 20

    private static let types: [String: String] = [
        "AllergyIntolerance": "AllergyRecord",
        "Condition": "ConditionRecord",
        "Coverage": "CoverageRecord",
        "DiagnosticReport": "LabResultRecord",
        "DocumentReference": "ClinicalNoteRecord",
        "Immunization": "ImmunizationRecord",
        "MedicationDispense": "MedicationRecord",
        "MedicationOrder": "MedicationRecord",
        "MedicationRequest": "MedicationRecord",
        "MedicationStatement": "MedicationRecord",
        "Observation": "LabResultRecord",
        "Procedure": "ProcedureRecord",
    ]
    private static let prefix = "HKClinicalTypeIdentifier"
    private static let vitalSigns = "vital-signs"
    /// Where the kinds of resources have their names.
    private static let names = [
        "code", "vaccineCode", "medicationCodeableConcept", "medicationReference", "substance", "type",
    ]

    /// The type and the record; nil: HealthKit has no type for the resource.
    func sample() -> (type: ObjectType, record: Record)? {
        let resource = parsed()
        let isIdentifier = type.hasPrefix(Self.prefix)
        let resourceType = isIdentifier ? resource["resourceType"] as? String : type
        var name = isIdentifier ? type : Self.types[type].map { Self.prefix + $0 }
        if type == "Observation", Self.isVitalSign(resource) {
            name = Self.prefix + "VitalSignRecord"
        }
        guard let type = name.flatMap({ ObjectType(identifier: $0) }), type.kind == .clinical else { return nil }
        var record = Record()
        record.set(.displayName, displayName ?? Self.name(of: resource) ?? resourceType ?? type.shortName)
        record.set(.fhirResourceType, resourceType)
        record.set(.fhirIdentifier, identifier)
        record.set(.fhirVersion, fhirVersion)
        record.set(.sourceURL, sourceURL)
        return (type, record)
    }

    /// The members of the resource; empty if it is not JSON.
    private func parsed() -> [String: Any] {
        guard !contents.isEmpty, contents.count <= Self.maxParsedBytes else { return [:] }
        return (try? JSONSerialization.jsonObject(with: Data(contents))) as? [String: Any] ?? [:]
    }

    private static func name(of resource: [String: Any]) -> String? {
        for member in names {
            if let concept = resource[member] as? [String: Any], let name = name(of: concept, depth: 0) { return name }
        }
        return nil
    }

    /// The text of a concept, or that of its first code.
    private static func name(of concept: [String: Any], depth: Int) -> String? {
        for member in ["text", "display"] {
            if let name = concept[member] as? String, !name.isEmpty,
                name.utf8.count <= Int(Limits.standard.stringBytes)
            {
                return name
            }
        }
        guard depth == 0, let codes = concept["coding"] as? [[String: Any]] else { return nil }
        return codes.lazy.compactMap { name(of: $0, depth: 1) }.first
    }

    /// A category is a concept, or since FHIR R4 several.
    private static func isVitalSign(_ resource: [String: Any]) -> Bool {
        let category = resource["category"]
        let concepts = category as? [[String: Any]] ?? (category as? [String: Any]).map { [$0] } ?? []
        return concepts.contains { concept in
            (concept["coding"] as? [[String: Any]] ?? []).contains { $0["code"] as? String == vitalSigns }
        }
    }
}
