/// Identifies a correlation type.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier with a name, which this version need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func known(_ name: String) -> Self {
        Self(rawValue: "HKCorrelationTypeIdentifier" + name)
    }
}

extension HKCorrelationTypeIdentifier {
    /// A systolic and a diastolic pressure.
    public static let bloodPressure = known("BloodPressure")
    /// The contents of a meal: `dietary` quantities.
    public static let food = known("Food")
}
