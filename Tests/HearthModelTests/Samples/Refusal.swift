import HearthModel
import Testing

/// The error that `body` throws; nil when it does not throw.
func refusal(_ body: () throws(HearthError) -> Void) -> HearthError? {
    do throws(HearthError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/// A rule at its edge: what just keeps to it, what just does not, and the error of the latter.
struct Rule<Subject: Sendable>: Sendable, CustomTestStringConvertible {
    var testDescription: String
    private let code: ErrorCode
    private let field: String
    private let accepted: @Sendable (inout Subject) -> Void
    private let refused: @Sendable (inout Subject) -> Void

    init(
        _ description: String,
        _ code: ErrorCode,
        _ field: String,
        accept accepted: @escaping @Sendable (inout Subject) -> Void = { _ in },
        refuse refused: @escaping @Sendable (inout Subject) -> Void
    ) {
        testDescription = description
        self.code = code
        self.field = field
        self.accepted = accepted
        self.refused = refused
    }

    /// Checks the rule on changed copies of a valid subject.
    func expect(
        on subject: Subject,
        sourceLocation: SourceLocation = #_sourceLocation,
        validate: (Subject) throws(HearthError) -> Void
    ) {
        var keeping = subject
        accepted(&keeping)
        #expect(refusal { () throws(HearthError) in try validate(keeping) } == nil, sourceLocation: sourceLocation)
        var breaking = subject
        refused(&breaking)
        let error = refusal { () throws(HearthError) in try validate(breaking) }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.field == field, sourceLocation: sourceLocation)
    }
}

typealias SampleRule = Rule<SampleColumns>
