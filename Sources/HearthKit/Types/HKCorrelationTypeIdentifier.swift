/// Names a type of samples that bind others together.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier by its name, which need not be one that this version knows.
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
    /// What a meal contained: `dietary` quantities.
    public static let food = known("Food")
}
