public import Foundation
internal import HearthModel

/// Identifies a concept, such as a medication.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKHealthConceptIdentifier: NSObject, NSCopying, @unchecked Sendable {
    /// What kind of concept it is.
    open private(set) var domain: HKHealthConceptDomain
    let name: String

    init(domain: HKHealthConceptDomain, _ name: String) {
        self.domain = domain
        self.name = name
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKHealthConceptIdentifier else { return false }
        return other.domain == domain && other.name == name
    }

    override open var hash: Int { name.hashValue }

    override open var description: String { "\(domain.rawValue) \(name)" }

    /// The identifier itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A kind of concept.
public struct HKHealthConceptDomain: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// A kind with a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Medications.
    public static let medication = Self(rawValue: "HKHealthConceptDomainMedication")
}

/// The form of a medication.
public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
    /// The form's name.
    public let rawValue: String

    /// A form with a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKMedicationGeneralForm {
    /// Capsule.
    public static let capsule = Self(rawValue: "capsule")
    /// Cream.
    public static let cream = Self(rawValue: "cream")
    /// Device.
    public static let device = Self(rawValue: "device")
    /// Drops.
    public static let drops = Self(rawValue: "drops")
    /// Foam.
    public static let foam = Self(rawValue: "foam")
    /// Gel.
    public static let gel = Self(rawValue: "gel")
    /// Inhaler.
    public static let inhaler = Self(rawValue: "inhaler")
    /// Injection.
    public static let injection = Self(rawValue: "injection")
    /// Liquid.
    public static let liquid = Self(rawValue: "liquid")
    /// Lotion.
    public static let lotion = Self(rawValue: "lotion")
    /// Ointment.
    public static let ointment = Self(rawValue: "ointment")
    /// Patch.
    public static let patch = Self(rawValue: "patch")
    /// Powder.
    public static let powder = Self(rawValue: "powder")
    /// Spray.
    public static let spray = Self(rawValue: "spray")
    /// Suppository.
    public static let suppository = Self(rawValue: "suppository")
    /// Tablet.
    public static let tablet = Self(rawValue: "tablet")
    /// Topical.
    public static let topical = Self(rawValue: "topical")
    /// An unknown form.
    public static let unknown = Self(rawValue: "unknown")
}

/// A code of a concept in a system of codes, such as RxNorm.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKClinicalCoding: NSObject, NSCopying, @unchecked Sendable {
    /// The system of codes.
    open private(set) var system: String
    /// The version of the system; nil: not said.
    open private(set) var version: String?
    /// The code.
    open private(set) var code: String

    /// A code in a system.
    public init(system: String, version: String?, code: String) {
        self.system = system
        self.version = version
        self.code = code
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKClinicalCoding else { return false }
        return other.system == system && other.version == version && other.code == code
    }

    override open var hash: Int { code.hashValue }

    /// The code itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A medication.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKMedicationConcept: NSObject, NSCopying, @unchecked Sendable {
    /// Identifies the medication.
    open private(set) var identifier: HKHealthConceptIdentifier
    /// The medication's name.
    open private(set) var displayText: String
    /// The medication's form.
    open private(set) var generalForm: HKMedicationGeneralForm
    /// The medication's codes.
    open private(set) var relatedCodings: Set<HKClinicalCoding>

    init(
        _ identifier: HKHealthConceptIdentifier,
        _ displayText: String,
        _ generalForm: HKMedicationGeneralForm,
        _ relatedCodings: Set<HKClinicalCoding>
    ) {
        self.identifier = identifier
        self.displayText = displayText
        self.generalForm = generalForm
        self.relatedCodings = relatedCodings
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKMedicationConcept)?.identifier == identifier
    }

    override open var hash: Int { identifier.hash }

    /// The medication itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A medication that a person takes, as the person has noted it.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKUserAnnotatedMedication: NSObject, NSCopying, @unchecked Sendable {
    /// The person's name for the medication; nil: none.
    open private(set) var nickname: String?
    /// Whether the person has put the medication away.
    open private(set) var isArchived: Bool
    /// Whether the person takes the medication by a schedule.
    open private(set) var hasSchedule: Bool
    /// The medication.
    open private(set) var medication: HKMedicationConcept

    init(_ medication: HKMedicationConcept, _ nickname: String?, _ isArchived: Bool, _ hasSchedule: Bool) {
        self.medication = medication
        self.nickname = nickname
        self.isArchived = isArchived
        self.hasSchedule = hasSchedule
    }

    /// The medication itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
