public import Foundation
internal import HearthModel

/// A questionnaire with a score.
///
/// `@unchecked Sendable`: as its superclass.
open class HKScoredAssessment: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    var series: RecordSeries { .none }

    init(_ head: SampleHead, _ record: Record) {
        self.record = record
        super.init(head)
    }

    /// The questionnaire of a type with the numbers of its answers.
    init(_ type: ObjectType, _ answers: [Int], _ date: Date, _ metadata: [String: Any]?) {
        var record = Record()
        record.set(.answers, answers.map(Int64.init))
        self.record = record
        super.init(SampleHead(new: HKObjectType.sampleType(type), from: date, to: date, metadata: metadata))
    }

    /// The questionnaire in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        super.init(SampleHead(sample))
    }

    /// The numbers of the answers, in the order of the questions.
    var answerNumbers: [Int] { record.integers(.answers).map { Int($0) } }

    /// The sum of the answers, where each counts from 0 to 3.
    open var score: Int { answerNumbers.filter { (0...3).contains($0) }.reduce(0, +) }
}

/// The questionnaire GAD-7 about anxiety.
///
/// `@unchecked Sendable`: as its superclass.
open class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The answers to the seven questions. Another number of answers stops the program, as it does in HealthKit.
    public convenience init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
        require(answers.count == 7, "GAD-7 has seven questions")
        self.init(.gad7, answers.map(\.rawValue), date, metadata)
    }

    /// The answers, in the order of the questions.
    open var answers: [Answer] { answerNumbers.map { Answer(rawValue: $0) ?? .notAtAll } }

    /// What the score says about the person.
    open var risk: Risk {
        switch score {
        case ..<5: .noneToMinimal
        case ..<10: .mild
        case ..<15: .moderate
        default: .severe
        }
    }

    /// How often something bothered the person.
    public enum Answer: Int, Sendable {
        /// Not at all.
        case notAtAll = 0
        /// On several days.
        case severalDays = 1
        /// On more than half the days.
        case moreThanHalfTheDays = 2
        /// Nearly every day.
        case nearlyEveryDay = 3
    }

    /// How severe the anxiety is.
    public enum Risk: Int, Sendable {
        /// None, or minimal: a score up to 4.
        case noneToMinimal = 1
        /// Mild: a score of 5 to 9.
        case mild = 2
        /// Moderate: a score of 10 to 14.
        case moderate = 3
        /// Severe: a score from 15.
        case severe = 4
    }
}

/// The questionnaire PHQ-9 about depression.
///
/// `@unchecked Sendable`: as its superclass.
open class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The answers to the nine questions. Another number of answers, or one that the question does not have, stops the
    /// program, as it does in HealthKit.
    public convenience init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
        require(answers.count == 9, "PHQ-9 has nine questions")
        require(!answers.dropLast().contains(.preferNotToAnswer), "only the last question may be left out")
        self.init(.phq9, answers.map(\.rawValue), date, metadata)
    }

    /// The answers, in the order of the questions.
    open var answers: [Answer] { answerNumbers.map { Answer(rawValue: $0) ?? .notAtAll } }

    /// What the score says about the person.
    open var risk: Risk {
        switch score {
        case ..<5: .noneToMinimal
        case ..<10: .mild
        case ..<15: .moderate
        case ..<20: .moderatelySevere
        default: .severe
        }
    }

    /// How often something bothered the person.
    public enum Answer: Int, Sendable {
        /// Not at all.
        case notAtAll = 0
        /// On several days.
        case severalDays = 1
        /// On more than half the days.
        case moreThanHalfTheDays = 2
        /// Nearly every day.
        case nearlyEveryDay = 3
        /// The person preferred not to answer.
        case preferNotToAnswer = 4
    }

    /// How severe the depression is.
    public enum Risk: Int, Sendable {
        /// None, or minimal: a score up to 4.
        case noneToMinimal = 1
        /// Mild: a score of 5 to 9.
        case mild = 2
        /// Moderate: a score of 10 to 14.
        case moderate = 3
        /// Moderately severe: a score of 15 to 19.
        case moderatelySevere = 4
        /// Severe: a score from 20.
        case severe = 5
    }
}
