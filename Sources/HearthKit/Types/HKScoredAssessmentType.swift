/// Questionnaires with a score.
///
/// `@unchecked Sendable`: as its superclass.
open class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
    /// The type of questionnaires with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKScoredAssessmentTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .scoredAssessment))
    }
}
