internal import HearthModel

/// A predicate with everything looked up that is the same for all samples: units converted, members of workouts and
/// correlations read, and comparisons with many values combined into one look-up.
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
        case attribute(AttributeMatch)
        indirect case provenances(ProvenanceTest)
        case correlated(Bool, [MemberSet])
        /// A member of the correlation is visible through one view (nil: the reader's), and not through the other.
        case visibleMember(through: AccessView? = nil, butNotThrough: AccessView? = nil)
    }

    let terms: [Term]

    init(terms: [Term]) {
        self.terms = terms
    }

    /// Whether nothing is asked.
    var isEmpty: Bool { terms.isEmpty }

    /// This predicate, and other terms.
    func and(_ other: [Term]) -> PreparedPredicate {
        PreparedPredicate(terms: terms + other + (isEmpty ? [] : [.and]))
    }

    /// The same predicate for samples whose provenances are in another table, which begins with those of this one.
    func testing(_ table: ProvenanceTable) -> PreparedPredicate {
        PreparedPredicate(
            terms: terms.map { term in
                guard case .test(.provenances(var test)) = term else { return term }
                test.table = table
                return .test(.provenances(test))
            }
        )
    }

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

// MARK: - Preparing

extension PreparedPredicate {
    /// The tests of a term that is not an operator. The term holds if one of them does. Nil if the step has done its
    /// work before they were prepared.
    static func tests(
        _ term: Predicate.Term,
        of type: ObjectType,
        _ context: PredicateContext
    ) throws(HearthError) -> [Test]? {
        guard case .metadata(let match) = term else { return try Test(term, of: type, context).map { [$0] } }
        guard match.relation == .equal else {
            // One by one, as each may take long.
            return match.entries.map { .metadata(MetadataMatch(relation: match.relation, entries: [$0])) }
        }
        return [.metadataValues(MetadataValueSet(match.entries))]
    }
}

extension PreparedPredicate.Test {
    fileprivate init?(
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
        case .attribute(let match): self = .attribute(match)
        case .sources, .sourceRevisions, .devices, .deviceProperty:
            self = .provenances(ProvenanceTest(term, context.snapshot.provenances))
        case .inWorkout(let workout):
            guard let samples = try context.samples(ofWorkout: workout) else { return nil }
            self = .members(samples)
        case .inCorrelation(let correlation): self = .members(try context.members(ofCorrelation: correlation))
        case .correlated(let truth):
            guard let members = try context.allMembers() else { return nil }
            self = .correlated(truth, members)
        case .allOf, .anyOf, .noneOf, .anyActivity: preconditionFailure("an operator is not a test")
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
