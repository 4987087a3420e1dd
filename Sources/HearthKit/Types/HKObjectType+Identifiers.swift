internal import HearthModel

// The types by their identifiers; nil for an identifier that this version does not know.
extension HKObjectType {
    /// The quantity type with an identifier.
    public static func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
        registered(identifier.rawValue)
    }

    /// The category type with an identifier.
    public static func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
        registered(identifier.rawValue)
    }

    /// The characteristic type with an identifier.
    public static func characteristicType(
        forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
        registered(identifier.rawValue)
    }

    /// The correlation type with an identifier.
    public static func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
        registered(identifier.rawValue)
    }

    /// The document type with an identifier.
    public static func documentType(forIdentifier identifier: HKDocumentTypeIdentifier) -> HKDocumentType? {
        registered(identifier.rawValue)
    }

    /// The type of clinical records with an identifier.
    public static func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
        registered(identifier.rawValue)
    }

    /// The type of questionnaires with an identifier.
    public static func scoredAssessmentType(
        forIdentifier identifier: HKScoredAssessmentTypeIdentifier
    ) -> HKScoredAssessmentType? {
        registered(identifier.rawValue)
    }

    /// The series type with an identifier, such as `HKWorkoutRouteTypeIdentifier`.
    public static func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
        registered(identifier)
    }

    private static func registered<Kind: HKObjectType>(_ identifier: String) -> Kind? {
        ObjectType(identifier: identifier).flatMap { of($0) as? Kind }
    }

    /// The registered type with an identifier; one that is not registered stops the program, as it does in HealthKit.
    static func known(_ identifier: String, as kind: ObjectType.Kind) -> ObjectType {
        guard let type = ObjectType(identifier: identifier), type.kind == kind else {
            fatalError("this version of Hearth knows no \(kind) type with the identifier \(identifier)")
        }
        return type
    }
}
