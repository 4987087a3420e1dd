/// Names a type of documents.
public struct HKDocumentTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier with a name, which this version need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func known(_ name: String) -> Self {
        Self(rawValue: "HKDocumentTypeIdentifier" + name)
    }
}

extension HKDocumentTypeIdentifier {
    /// A document in the Clinical Document Architecture.
    public static let CDA = known("CDA")
}
