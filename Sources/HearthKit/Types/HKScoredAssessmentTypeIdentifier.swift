/// Names a questionnaire.
public struct HKScoredAssessmentTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier with a name, which this version need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func known(_ name: String) -> Self {
        Self(rawValue: "HKScoredAssessmentTypeIdentifier" + name)
    }
}

extension HKScoredAssessmentTypeIdentifier {
    /// The questionnaire for anxiety with seven questions.
    public static let GAD7 = known("GAD7")
    /// The questionnaire for depression with nine questions.
    public static let PHQ9 = known("PHQ9")
}
