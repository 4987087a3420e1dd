internal import HearthModel

/// A predicate with everything looked up that is the same for all samples: units converted, provenances judged, members
/// of workouts and correlations read.
struct PreparedPredicate {
    /// A term of the predicate.
    enum Term {
        case allOf(Int)
        case anyOf(Int)
        case noneOf(Int)
        /// One activity satisfies the terms from the first index to here, of which the last so many are the operands.
        case anyActivity(first: Int, count: Int)
        case test(Test)
    }

    enum Test {
        case constant(Bool)
        case interval(Interval)
        case integer(Field, Relation, Int64)
        case number(Field, Relation, Double)
        case statistics(Field, ObjectType?, Relation, Double)
        case ids(MemberSet)
        /// The samples of a workout or the members of a correlation, as they are now.
        case members(MemberSet)
        case metadataKey(String)
        case metadata(MetadataMatch)
        /// For each provenance of the store by its number whether it is one of those meant.
        case provenances([Bool])
        case correlated(Bool, [Set<ObjectID>])
    }

    let terms: [Term]
    /// Terms inside `anyActivity`: they are about activities and not about samples.
    private let isInsideActivity: [Bool]

    init(_ predicate: Predicate?, of type: ObjectType, _ context: PredicateContext) throws(HearthError) {
        var terms: [Term] = []
        var inside: [Bool] = []
        // Where the expression of each value on the stack begins.
        var starts: [Int] = []
        for (index, term) in (predicate?.terms ?? []).enumerated() {
            let operands =
                switch term {
                case .allOf(let count), .anyOf(let count), .noneOf(let count), .anyActivity(let count): Int(count)
                default: 0
                }
            let first = operands == 0 ? index : starts[starts.count - operands]
            starts.removeLast(operands)
            starts.append(first)
            inside.append(false)
            switch term {
            case .allOf: terms.append(.allOf(operands))
            case .anyOf: terms.append(.anyOf(operands))
            case .noneOf: terms.append(.noneOf(operands))
            case .anyActivity:
                for term in first..<index {
                    inside[term] = true
                }
                terms.append(.anyActivity(first: first, count: operands))
            default: terms.append(.test(try Test(term, of: type, context)))
            }
        }
        self.terms = terms
        isInsideActivity = inside
    }

    /// Whether nothing is asked.
    var isEmpty: Bool { terms.isEmpty }

    /// The value of the whole predicate from those of its tests.
    func evaluate<Value: Truth>(
        everything: Value,
        activities: (_ terms: Range<Int>, _ count: Int) throws(HearthError) -> Value,
        test: (Test) throws(HearthError) -> Value
    ) throws(HearthError) -> Value {
        var stack: [Value] = []
        for (index, term) in terms.enumerated() where !isInsideActivity[index] {
            switch term {
            case .anyActivity(let first, let count): stack.append(try activities(first..<index, count))
            default: try PreparedPredicate.apply(term, to: &stack, test)
            }
        }
        return stack.reduce(into: everything) { $0.formAnd($1) }
    }

    /// Pushes what a term says.
    static func apply<Value: Truth>(
        _ term: Term,
        to stack: inout [Value],
        _ test: (Test) throws(HearthError) -> Value
    ) throws(HearthError) {
        switch term {
        case .test(let content): stack.append(try test(content))
        case .allOf(let count): reduce(&stack, count) { $0.formAnd($1) }
        case .anyOf(let count): reduce(&stack, count) { $0.formOr($1) }
        case .noneOf(let count):
            reduce(&stack, count) { $0.formOr($1) }
            stack[stack.count - 1].negate()
        case .anyActivity: preconditionFailure("an activity has no activities")
        }
    }

    private static func reduce<Value: Truth>(
        _ stack: inout [Value],
        _ count: Int,
        _ combine: (inout Value, Value) -> Void
    ) {
        for _ in 1..<max(count, 1) {
            let last = stack.removeLast()
            combine(&stack[stack.count - 1], last)
        }
    }
}

// MARK: - Preparing

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
        case .sources(let identifiers):
            self = .provenances(
                context.provenances { provenance in
                    identifiers.contains { provenance.source?.bundleIdentifier.isIdentical(to: $0) ?? false }
                }
            )
        case .sourceRevisions(let patterns):
            self = .provenances(context.provenances { provenance in patterns.contains { $0.matches(provenance) } })
        case .devices(let devices):
            self = .provenances(
                context.provenances { provenance in
                    devices.contains { provenance.device?.isIdentical(to: $0) ?? false }
                }
            )
        case .deviceProperty(let match):
            self = .provenances(context.provenances { match.matches($0.device) })
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
