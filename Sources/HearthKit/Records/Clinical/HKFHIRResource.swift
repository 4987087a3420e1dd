public import Foundation
internal import HearthModel

/// A clinical record's data in FHIR.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKFHIRResource: NSObject, NSCopying, @unchecked Sendable {
    /// The type of the resource.
    open private(set) var resourceType: HKFHIRResourceType
    /// Identifies the resource where it comes from.
    open private(set) var identifier: String
    /// The resource as JSON.
    open private(set) var data: Data
    /// Where the resource comes from; nil: not known.
    open private(set) var sourceURL: URL?
    /// The version of FHIR.
    open private(set) var fhirVersion: HKFHIRVersion

    init(
        _ resourceType: HKFHIRResourceType,
        _ identifier: String,
        _ data: Data,
        _ sourceURL: URL?,
        _ fhirVersion: HKFHIRVersion
    ) {
        self.resourceType = resourceType
        self.identifier = identifier
        self.data = data
        self.sourceURL = sourceURL
        self.fhirVersion = fhirVersion
    }

    /// The resource of a record; nil: the record has none.
    convenience init?(_ record: Record, _ series: RecordSeries) {
        guard let type = record.text(.fhirResourceType), let data = series.data else { return nil }
        self.init(
            HKFHIRResourceType(rawValue: type),
            record.text(.fhirIdentifier) ?? "",
            data,
            record.text(.sourceURL).flatMap { URL(string: $0) },
            record.text(.fhirVersion).flatMap { try? HKFHIRVersion(fromVersionString: $0) } ?? .primaryR4()
        )
    }

    /// The resource itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The type of a resource of FHIR.
public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
    /// FHIR's name.
    public let rawValue: String

    /// A type with FHIR's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKFHIRResourceType {
    /// What a person is allergic to.
    public static let allergyIntolerance = Self(rawValue: "AllergyIntolerance")
    /// A condition.
    public static let condition = Self(rawValue: "Condition")
    /// An insurance.
    public static let coverage = Self(rawValue: "Coverage")
    /// A report of a diagnosis.
    public static let diagnosticReport = Self(rawValue: "DiagnosticReport")
    /// A reference to a document.
    public static let documentReference = Self(rawValue: "DocumentReference")
    /// A vaccination.
    public static let immunization = Self(rawValue: "Immunization")
    /// A medication that was handed out.
    public static let medicationDispense = Self(rawValue: "MedicationDispense")
    /// A medication that was ordered, in DSTU2.
    public static let medicationOrder = Self(rawValue: "MedicationOrder")
    /// A medication that was ordered, in R4.
    public static let medicationRequest = Self(rawValue: "MedicationRequest")
    /// A medication that a person says to take.
    public static let medicationStatement = Self(rawValue: "MedicationStatement")
    /// A measurement.
    public static let observation = Self(rawValue: "Observation")
    /// A procedure.
    public static let procedure = Self(rawValue: "Procedure")
}
