internal import HearthModel

/// A predicate with everything looked up that is the same for all samples: units converted, members of workouts and
/// correlations read, and comparisons with many values put together into one look-up.
///
/// In postfix order, as it came, but operators take two operands. The operand that needs the most room comes first, so
/// that no predicate keeps more than a dozen values at once.
struct PreparedPredicate: Sendable {
    /// A term of the predicate.
    enum Term: Sendable {
        case test(Test)
        case and
        case or
        case not
        /// One activity satisfies these terms.
        case anyActivity([Term])
    }

    enum Test: Sendable {
        case constant(Bool)
        case interval(Interval)
        case integer(Field, Relation, Int64)
        case number(Field, Relation, Double)
        case statistics(Field, ObjectType?, Relation, Double)
        /// The field is one of these.
        case integers(Field, Set<Int64>)
        case numbers(Field, Set<Double>)
        case ids(MemberSet)
        /// The samples of a workout or the members of a correlation, as they are now.
        case members(MemberSet)
        case metadataKey(String)
        case metadata(MetadataMatch)
        case metadataValues(MetadataValueSet)
        case provenances(ProvenanceTest)
        case correlated(Bool, [Set<ObjectID>])
    }

    let terms: [Term]

    /// Prepares a predicate, however long it takes.
    init(_ predicate: Predicate?, of type: ObjectType, _ context: PredicateContext) throws(HearthError) {
        var preparation = PredicatePreparation(predicate, of: type)
        while !(try preparation.prepareTerm(context)) {}
        self.init(terms: preparation.prepared)
    }

    fileprivate init(terms: [Term]) {
        self.terms = terms
    }

    /// Whether nothing is asked.
    var isEmpty: Bool { terms.isEmpty }

    /// The value of the whole predicate from those of its tests.
    func evaluate<Value: Truth>(
        everything: Value,
        activities: ([Term]) throws(HearthError) -> Value,
        test: (Test) throws(HearthError) -> Value
    ) throws(HearthError) -> Value {
        var stack: [Value] = []
        for term in terms {
            if case .anyActivity(let operands) = term {
                stack.append(try activities(operands))
            } else {
                try PreparedPredicate.apply(term, to: &stack, test)
            }
        }
        return stack.first ?? everything
    }

    /// Pushes what a term says.
    static func apply<Value: Truth>(
        _ term: Term,
        to stack: inout [Value],
        _ test: (Test) throws(HearthError) -> Value
    ) throws(HearthError) {
        switch term {
        case .test(let content): stack.append(try test(content))
        case .and:
            let last = stack.removeLast()
            stack[stack.count - 1].formAnd(last)
        case .or:
            let last = stack.removeLast()
            stack[stack.count - 1].formOr(last)
        case .not: stack[stack.count - 1].negate()
        case .anyActivity: preconditionFailure("an activity has no activities")
        }
    }
}

/// A predicate that is prepared term by term: what one looks up in the store may be much.
struct PredicatePreparation {
    private let terms: [Predicate.Term]
    private let type: ObjectType
    private var next = 0
    private var stack: [Operand] = []

    init(_ predicate: Predicate?, of type: ObjectType) {
        terms = predicate?.terms ?? []
        self.type = type
    }

    /// Prepares terms up to the end; nil: the step has done its work, and there are more of them.
    mutating func proceed(_ context: PredicateContext) throws(HearthError) -> PreparedPredicate? {
        repeat {
            guard !context.reader.isExhausted else { return nil }
        } while !(try prepareTerm(context))
        return PreparedPredicate(terms: prepared)
    }

    /// Prepares the next term; true: that was all.
    fileprivate mutating func prepareTerm(_ context: PredicateContext) throws(HearthError) -> Bool {
        guard next < terms.count else {
            Operand.join(&stack, stack.count, .and)
            return true
        }
        let term = terms[next]
        context.reader.charge(term.valueCount)
        next += 1
        switch term {
        case .allOf(let count): Operand.join(&stack, Int(count), .and)
        case .anyOf(let count): Operand.join(&stack, Int(count), .or)
        case .noneOf(let count):
            Operand.join(&stack, Int(count), .or)
            stack[stack.count - 1].terms.append(.not)
        case .anyActivity(let count):
            Operand.join(&stack, Int(count), .and)
            stack[stack.count - 1] = Operand([.anyActivity(stack[stack.count - 1].terms)])
        default:
            stack.append(Operand(try PreparedPredicate.tests(term, of: type, context)))
        }
        return false
    }

    fileprivate var prepared: [PreparedPredicate.Term] { stack.first?.terms ?? [] }
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

/// The terms of an expression.
private struct Operand {
    /// The only term; of thousands of tests none has an array of its own.
    private var test: PreparedPredicate.Test?
    private var several: [PreparedPredicate.Term] = []
    /// How many values there are at once while it is evaluated.
    private(set) var depth = 1

    init(_ terms: [PreparedPredicate.Term]) {
        several = terms
    }

    init(_ test: PreparedPredicate.Test) {
        self.test = test
    }

    var terms: [PreparedPredicate.Term] {
        get { test.map { [.test($0)] } ?? several }
        set { (test, several) = (nil, newValue) }
    }

    /// Several tests of which one has to hold.
    init(_ tests: [PreparedPredicate.Test]) {
        var stack = (tests.isEmpty ? [.constant(false)] : tests).map { Operand($0) }
        Operand.join(&stack, stack.count, .or)
        self = stack[0]
    }

    /// Puts the last operands of a stack together.
    static func join(_ stack: inout [Operand], _ count: Int, _ operation: PreparedPredicate.Term) {
        guard count > 1 else { return }
        var operands = Array(stack.suffix(count))
        stack.removeLast(count)
        if case .or = operation {
            operands = joiningEqualities(operands)
        }
        operands.sort { $0.depth > $1.depth }
        guard var joined = operands.first else { return }
        var terms = joined.terms
        for operand in operands.dropFirst() {
            if let test = operand.test {
                terms.append(.test(test))
            } else {
                terms += operand.several
            }
            terms.append(operation)
            joined.depth = max(joined.depth, operand.depth + 1)
        }
        if operands.count > 1 {
            joined.terms = terms
        }
        stack.append(joined)
    }

    /// The same alternatives, those that compare one thing with a value as one that compares it with all of them.
    private static func joiningEqualities(_ operands: [Operand]) -> [Operand] {
        var equalities = EqualitySets()
        var others: [Operand] = []
        for operand in operands {
            if let test = operand.test, equalities.take(test) { continue }
            others.append(operand)
        }
        return others + equalities.tests.map { Operand($0) }
    }
}

// MARK: - Preparing

extension PreparedPredicate {
    /// The tests of which one has to hold for a term that is no operator to hold.
    fileprivate static func tests(
        _ term: Predicate.Term,
        of type: ObjectType,
        _ context: PredicateContext
    ) throws(HearthError) -> [Test] {
        guard case .metadata(let match) = term else { return [try Test(term, of: type, context)] }
        guard match.relation == .equal else {
            // One by one, as each may take long.
            return match.entries.map { .metadata(MetadataMatch(relation: match.relation, entries: [$0])) }
        }
        return [.metadataValues(MetadataValueSet(match.entries))]
    }
}

extension PreparedPredicate.Test {
    fileprivate init(
        _ term: Predicate.Term,
        of type: ObjectType,
        _ context: PredicateContext
    ) throws(HearthError) {
        switch term {
        case .constant(let truth): self = .constant(truth)
        case .interval(let interval): self = .interval(interval)
        case .comparison(let comparison): self = try .init(comparison, of: type)
        case .ids(let ids): self = .ids(MemberSet(ids))
        case .metadataKey(let key): self = .metadataKey(key)
        case .metadata(let match): self = .metadata(match)
        case .sources, .sourceRevisions, .devices, .deviceProperty:
            self = .provenances(ProvenanceTest(term, context.snapshot.provenances))
        case .inWorkout(let workout): self = .members(try context.samples(ofWorkout: workout))
        case .inCorrelation(let correlation): self = .members(try context.members(ofCorrelation: correlation))
        case .correlated(let truth): self = .correlated(truth, try context.allMembers())
        case .allOf, .anyOf, .noneOf, .anyActivity: preconditionFailure("an operator is no test")
        }
    }

    private init(_ comparison: Comparison, of type: ObjectType) throws(HearthError) {
        switch comparison.operand {
        case .integer(let integer):
            self = .integer(comparison.field, comparison.relation, integer)
        case .number(let number, let unit):
            let stored: Unit? =
                switch comparison.field.operandKind {
                case .integer, .seconds: nil
                case .quantity: type.storageUnit
                case .total(let unit): unit
                case .statistics: comparison.statisticsType?.storageUnit
                }
            var converted = number
            if let unit, let stored {
                converted = try UnitConversion(from: unit, to: stored)(number)
            }
            if comparison.field.operandKind == .statistics {
                self = .statistics(comparison.field, comparison.statisticsType, comparison.relation, converted)
            } else {
                self = .number(comparison.field, comparison.relation, converted)
            }
        }
    }
}
