internal import HearthModel

/// A predicate that is prepared term by term: what one looks up in the store may be much.
struct PredicatePreparation {
    private let terms: [Predicate.Term]
    private let type: ObjectType
    private var next = 0
    private var stack: [PredicateOperand] = []

    init(_ predicate: Predicate?, of type: ObjectType) {
        terms = predicate?.terms ?? []
        self.type = type
    }

    /// Prepares terms up to the end; nil: the step has done its work, and there are more of them.
    mutating func proceed(_ context: PredicateContext) throws(HearthError) -> PreparedPredicate? {
        while next < terms.count {
            guard !context.reader.isExhausted, try prepare(terms[next], context) else { return nil }
            context.reader.charge(terms[next].valueCount)
            next += 1
        }
        PredicateOperand.join(&stack, stack.count, .and)
        return PreparedPredicate(terms: stack.first?.terms ?? [])
    }

    /// False: the step has done its work before the term was prepared.
    private mutating func prepare(_ term: Predicate.Term, _ context: PredicateContext) throws(HearthError) -> Bool {
        switch term {
        case .allOf(let count): PredicateOperand.join(&stack, Int(count), .and)
        case .anyOf(let count): PredicateOperand.join(&stack, Int(count), .or)
        case .noneOf(let count):
            PredicateOperand.join(&stack, Int(count), .or)
            stack[stack.count - 1].terms.append(.not)
        case .anyActivity(let count):
            PredicateOperand.join(&stack, Int(count), .and)
            stack[stack.count - 1] = PredicateOperand([.anyActivity(stack[stack.count - 1].terms)])
        default:
            guard let tests = try PreparedPredicate.tests(term, of: type, context) else { return false }
            stack.append(PredicateOperand(tests))
        }
        return true
    }
}

extension Predicate.Term {
    /// The values that are prepared.
    fileprivate var valueCount: Int {
        switch self {
        case .ids(let ids): 1 + ids.count
        case .metadata(let match): 1 + match.entries.count
        case .sources(let identifiers): 1 + identifiers.count
        case .sourceRevisions(let patterns): 1 + patterns.count
        case .devices(let devices): 1 + devices.count
        case .deviceProperty(let match): 1 + match.values.count
        default: 1
        }
    }
}
