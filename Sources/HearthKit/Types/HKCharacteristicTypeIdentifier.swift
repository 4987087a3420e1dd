/// Identifies a characteristic type.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier with a name, which this version need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func known(_ name: String) -> Self {
        Self(rawValue: "HKCharacteristicTypeIdentifier" + name)
    }
}

extension HKCharacteristicTypeIdentifier {
    /// Whether activity is counted as energy or as time.
    public static let activityMoveMode = known("ActivityMoveMode")
    /// The biological sex.
    public static let biologicalSex = known("BiologicalSex")
    /// The blood type.
    public static let bloodType = known("BloodType")
    /// The date of birth.
    public static let dateOfBirth = known("DateOfBirth")
    /// The skin type on the Fitzpatrick scale.
    public static let fitzpatrickSkinType = known("FitzpatrickSkinType")
    /// Whether a wheelchair is used.
    public static let wheelchairUse = known("WheelchairUse")
}
