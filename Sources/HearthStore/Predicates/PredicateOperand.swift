internal import HearthModel

/// An operand of a predicate while it is prepared: the terms of one expression.
struct PredicateOperand {
    /// The only term. Thousands of tests need no arrays of their own.
    private var test: PreparedPredicate.Test?
    private var several: [PreparedPredicate.Term] = []
    /// Maximum number of values on the stack while it is evaluated.
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

    /// Several tests, one of which must hold.
    init(_ tests: [PreparedPredicate.Test]) {
        var stack = (tests.isEmpty ? [.constant(false)] : tests).map { PredicateOperand($0) }
        PredicateOperand.join(&stack, stack.count, .or)
        self = stack[0]
    }

    /// Joins the last operands of a stack by an operator.
    static func join(_ stack: inout [PredicateOperand], _ count: Int, _ operation: PreparedPredicate.Term) {
        guard count > 1 else { return }
        var operands = Array(stack.suffix(count))
        stack.removeLast(count)
        if case .or = operation {
            operands = joiningEqualities(operands)
        }
        operands.sort { $0.depth > $1.depth }
        guard var joined = operands.first else { return }
        var terms = joined.terms
        // A call may keep them for long.
        terms.reserveCapacity(operands.reduce(operands.count - 1) { $0 + ($1.test == nil ? $1.several.count : 1) })
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

    /// The same alternatives. Those that compare one field with a value become one that compares it with all values.
    private static func joiningEqualities(_ operands: [PredicateOperand]) -> [PredicateOperand] {
        var equalities = EqualitySets()
        var others: [PredicateOperand] = []
        for operand in operands {
            if let test = operand.test, equalities.take(test) { continue }
            others.append(operand)
        }
        return others + equalities.tests.map { PredicateOperand($0) }
    }
}
