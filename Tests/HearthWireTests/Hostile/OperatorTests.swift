import HearthModel
import HearthWire
import Testing

/// Predicates whose operators take more than there is, and the most terms that there may be.
@Suite struct OperatorTests {
    enum Operator: UInt64, CaseIterable, Sendable {
        case allOf = 1
        case anyOf = 2
        case noneOf = 3
        case anyActivity = 17
    }

    private static let workouts = "HKWorkoutTypeIdentifier"
    private static let constant = MessageTree(
        "PredicateTerm",
        [MessageTree.Field(number: 4, value: .varint(1))]
    )

    private static func term(_ operation: Operator, _ operands: UInt64) -> MessageTree {
        MessageTree("PredicateTerm", [MessageTree.Field(number: operation.rawValue, value: .varint(operands))])
    }

    /// A query of workouts with these terms.
    private static func query(_ terms: [MessageTree]) -> MessageTree {
        func message(_ name: String, _ fields: [(UInt64, MessageTree.Value)]) -> MessageTree.Value {
            .message(MessageTree(name, fields.map { MessageTree.Field(number: $0.0, value: $0.1) }))
        }
        let predicate = message("Predicate", terms.map { (1, .message($0)) })
        let clause = message("Clause", [(1, .text(workouts)), (2, predicate)])
        return MessageTree(
            "ClientFrame",
            [
                MessageTree.Field(number: 1, value: .varint(1)),
                MessageTree.Field(number: 6, value: message("QuerySamples", [(1, clause)])),
            ]
        )
    }

    private func expect(
        _ terms: [MessageTree],
        _ code: ErrorCode?,
        at field: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let refusal = Codec().refusal(Self.query(terms), .client)
        let path = field.map { "query_samples.clauses[0].predicate.\($0)" }
        #expect(refusal?.code == code, sourceLocation: sourceLocation)
        #expect(refusal?.field == path, sourceLocation: sourceLocation)
    }

    /// No operand, more than there are, more than any predicate has, and numbers that wrap when added or converted.
    @Test(arguments: Operator.allCases)
    func anOperatorTakesOnlyWhatIsThere(_ operation: Operator) {
        let term = { (operands: UInt64) in Self.term(operation, operands) }
        let tooMany: [UInt64] = [3, 1024, 1025, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]
        for operands in [0] + tooMany {
            expect([term(operands)], .malformedPredicate, at: "terms[0]")
            expect([Self.constant, term(operands)], .malformedPredicate, at: "terms[1]")
            expect([Self.constant, Self.constant, term(operands)], .malformedPredicate, at: "terms[2]")
        }
        expect([Self.constant, Self.constant, term(2)], nil)
        // What an operator has taken is gone.
        expect([Self.constant, term(1), term(2)], .malformedPredicate, at: "terms[2]")
    }

    /// A number of more than 32 bits is cut, as protobuf says; what remains is judged.
    @Test func aNumberOfMoreThan32BitsIsCut() {
        expect([Self.constant, Self.term(.allOf, 1 << 32)], .malformedPredicate, at: "terms[1]")
        expect([Self.constant, Self.term(.allOf, 1 << 32 | 1)], nil)
    }

    @Test(arguments: Operator.allCases)
    func theMostTermsAreAccepted(_ operation: Operator) {
        let most = Int(Limits.standard.predicateTerms)
        let constants = Array(repeating: Self.constant, count: most - 1)
        expect(constants + [Self.term(operation, UInt64(most - 1))], nil)
        expect(constants + [Self.term(operation, UInt64(most))], .malformedPredicate, at: "terms[\(most - 1)]")
        // A tower: each operator takes the one before. Above a test of activities there is the sample again.
        guard operation != .anyActivity else { return }
        expect([Self.constant] + Array(repeating: Self.term(operation, 1), count: most - 1), nil)
        expect(
            [Self.constant] + Array(repeating: Self.term(operation, 1), count: most),
            .limitExceeded,
            at: "terms"
        )
    }

    /// Too many terms are refused for their number, and none of them is looked at.
    @Test func tooManyTermsAreNotLookedAt() {
        let terms = [MessageTree("PredicateTerm")] + Array(repeating: Self.constant, count: 1500)
        expect(terms, .limitExceeded, at: "terms")
    }
}
