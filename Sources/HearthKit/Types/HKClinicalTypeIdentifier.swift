/// Names a type of clinical records.
public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier with a name, which this version need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func known(_ name: String) -> Self {
        Self(rawValue: "HKClinicalTypeIdentifier" + name)
    }
}

extension HKClinicalTypeIdentifier {
    /// Allergy records.
    public static let allergyRecord = known("AllergyRecord")
    /// Clinical note records.
    public static let clinicalNoteRecord = known("ClinicalNoteRecord")
    /// Condition records.
    public static let conditionRecord = known("ConditionRecord")
    /// Immunization records.
    public static let immunizationRecord = known("ImmunizationRecord")
    /// Lab result records.
    public static let labResultRecord = known("LabResultRecord")
    /// Medication records.
    public static let medicationRecord = known("MedicationRecord")
    /// Procedure records.
    public static let procedureRecord = known("ProcedureRecord")
    /// Vital sign records.
    public static let vitalSignRecord = known("VitalSignRecord")
    /// Coverage records.
    public static let coverageRecord = known("CoverageRecord")
}
