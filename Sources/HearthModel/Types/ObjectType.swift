/// A HealthKit type, such as heart rate, sleep analysis or workout.
///
/// It has two bytes and compares like an integer. The index is a position in this version's registry; stores and
/// messages contain the identifier instead.
package struct ObjectType: Hashable, Sendable {
    package let index: UInt16

    fileprivate init(index: Int) {
        self.index = UInt16(index)
    }

    /// The type with exactly this identifier, current or retired; nil: this version has none.
    package init?(identifier: String) {
        guard let index = TypeRegistry.find(identifier) else { return nil }
        self.init(index: index)
    }

    /// The type whose identifier has these bytes, current or retired; nil: this version has none.
    ///
    /// Unsafe pointers: the bytes are in protobuf-c's memory, and each save would otherwise create a string of them.
    package init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard let index = TypeRegistry.find(UnsafeRawBufferPointer(utf8)) else { return nil }
        self.init(index: index)
    }

    /// Every type of the registry.
    package static let all: [ObjectType] = TypeRegistry.records.indices.map { ObjectType(index: $0) }

    /// The type with this identifier.
    package static func lookup(_ identifier: String) throws(HearthError) -> ObjectType {
        guard let type = ObjectType(identifier: identifier) else { throw unknownType(identifier) }
        return type
    }

    private var record: TypeRecord { TypeRegistry.records[Int(index)] }
}

extension ObjectType {
    /// HealthKit's raw value, for example `HKQuantityTypeIdentifierHeartRate`.
    package var identifier: String { record.identifier }

    /// The name that Swift programs use, for example `heartRate`; unique in the registry.
    package var shortName: String { record.shortName }

    package var kind: Kind { record.kind }

    /// Whether Hearth's store holds samples of the type.
    package var isStored: Bool { kind.isStored }

    /// Whether the store holds samples of the type, or a value, so that an app can ask for it.
    package var isAskedFor: Bool { isStored || kind == .characteristic }

    /// The types that the owner decides about. Correlations are decided by their members.
    package static let decided = all.filter { $0.isAskedFor && $0.kind != .correlation }

    /// Whether an app may save objects of the type.
    ///
    /// False for types that only the system records, such as walking steadiness, and for kinds that Hearth does not
    /// store.
    package var isWritableByApps: Bool { record.isWritableByApps }

    /// The unit in which values are stored: the canonical one, but for rates the one in which people record them. Nil
    /// unless this is a quantity type.
    package var storageUnit: Unit? { record.quantity?.storageUnit }

    /// HealthKit's canonical unit; nil unless this is a quantity type.
    package var canonicalUnit: Unit? { record.quantity?.canonicalUnit }

    /// How values are aggregated over time; nil unless this is a quantity type.
    package var aggregation: Aggregation? { record.quantity?.aggregation }

    /// The values that samples may have; nil unless this is a category type.
    package var categoryValues: CategoryValueSet? { record.categoryValues }

    /// The types of symptoms, which electrocardiograms name.
    package static let symptoms = all.filter { type in
        type.categoryValues.map { CategoryValueSet.ofSymptoms.contains($0.enumeration) } ?? false
    }

    /// Whether a sample of this type may have the value; false unless this is a category type.
    package func allows(categoryValue: Int64) -> Bool {
        record.categoryValues?.allows(categoryValue) ?? false
    }

    /// Whether a correlation of this type may contain samples of `member`; false unless this is a correlation type.
    package func allowsMember(_ member: ObjectType) -> Bool {
        switch self {
        case .food: member.record.isNutrient
        case .bloodPressure: member == .bloodPressureSystolic || member == .bloodPressureDiastolic
        default: false
        }
    }
}

extension ObjectType: CustomStringConvertible {
    package var description: String { identifier }
}

extension ObjectType {
    // Types in HealthKit's rules.
    package static let bloodPressure = known("HKCorrelationTypeIdentifierBloodPressure")
    package static let food = known("HKCorrelationTypeIdentifierFood")
    package static let bloodPressureSystolic = known("HKQuantityTypeIdentifierBloodPressureSystolic")
    package static let bloodPressureDiastolic = known("HKQuantityTypeIdentifierBloodPressureDiastolic")
    package static let activeEnergyBurned = known("HKQuantityTypeIdentifierActiveEnergyBurned")
    package static let dateOfBirth = known("HKCharacteristicTypeIdentifierDateOfBirth")
    package static let biologicalSex = known("HKCharacteristicTypeIdentifierBiologicalSex")
    package static let bloodType = known("HKCharacteristicTypeIdentifierBloodType")
    package static let fitzpatrickSkinType = known("HKCharacteristicTypeIdentifierFitzpatrickSkinType")
    package static let wheelchairUse = known("HKCharacteristicTypeIdentifierWheelchairUse")
    package static let activityMoveMode = known("HKCharacteristicTypeIdentifierActivityMoveMode")
    package static let flightsClimbed = known("HKQuantityTypeIdentifierFlightsClimbed")
    package static let swimmingStrokeCount = known("HKQuantityTypeIdentifierSwimmingStrokeCount")
    package static let insulinDelivery = known("HKQuantityTypeIdentifierInsulinDelivery")
    package static let menstrualFlow = known("HKCategoryTypeIdentifierMenstrualFlow")
    package static let menopausalState = known("HKCategoryTypeIdentifierMenopausalState")
    package static let environmentalAudioExposureEvent = known("HKCategoryTypeIdentifierAudioExposureEvent")
    package static let workout = known("HKWorkoutTypeIdentifier")
    package static let workoutRoute = known("HKWorkoutRouteTypeIdentifier")
    package static let heartbeatSeries = known("HKDataTypeIdentifierHeartbeatSeries")
    package static let electrocardiogram = known("HKDataTypeIdentifierElectrocardiogram")
    package static let audiogram = known("HKDataTypeIdentifierAudiogram")
    package static let stateOfMind = known("HKDataTypeIdentifierStateOfMind")
    package static let visionPrescription = known("HKVisionPrescriptionTypeIdentifier")
    package static let gad7 = known("HKScoredAssessmentTypeIdentifierGAD7")
    package static let phq9 = known("HKScoredAssessmentTypeIdentifierPHQ9")
    package static let medicationDoseEvent = known("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent")
    package static let userAnnotatedMedication = known("HKDataTypeIdentifierUserAnnotatedMedicationConcept")
    package static let cdaDocument = known("HKDocumentTypeIdentifierCDA")

    private static func known(_ identifier: String) -> ObjectType {
        guard let type = ObjectType(identifier: identifier) else {
            preconditionFailure("the registry has no \(identifier)")
        }
        return type
    }
}

/// The longest unknown identifier that an error repeats, in bytes.
private let echoedBytesMax = 128

/// The error repeats the identifier only if it looks like one of HealthKit's: an error may be logged, and a client may
/// have sent anything.
private func unknownType(_ identifier: String) -> HearthError {
    let bytes = identifier.utf8
    let question = ObjectType.nearest(to: identifier).map { " Did you mean \($0.identifier)?" } ?? ""
    let isLetterOrDigit = { (byte: UInt8) in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
    guard bytes.count <= echoedBytesMax, bytes.starts(with: "HK".utf8), bytes.allSatisfy(isLetterOrDigit) else {
        return HearthError(
            .unknownType,
            "The \(bytes.count) bytes given as a type are not a name such as HKQuantityTypeIdentifierHeartRate.\(question)"
        )
    }
    return HearthError(.unknownType, "This version of Hearth knows no type \(identifier).\(question)")
}
