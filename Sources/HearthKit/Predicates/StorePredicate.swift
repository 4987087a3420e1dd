internal import Foundation

/// A predicate that the store can test, created by HealthKit's factories and format texts.
final class StorePredicate: NSPredicate {
    let condition: Condition

    init(_ condition: Condition) {
        self.condition = condition
        // Foundation never calls the block. Unlike predicates with a value, it never considers block predicates equal.
        super.init { _, _ in true }
    }

    convenience init(all parts: [Condition]) {
        self.init(.all(parts))
    }

    /// Whether an object satisfies the predicate. A predicate on associations, which objects do not contain, stops the
    /// program here.
    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        require(
            !condition.asksForAssociations,
            "only the store knows what belongs to a workout or a correlation: give the predicate to a query"
        )
        return condition.holds(for: object)
    }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? StorePredicate)?.condition == condition
    }

    override var hash: Int { condition.hashValue }

    override var description: String { PredicateFormat.text(of: condition) }

    override var predicateFormat: String { description }

    override func copy(with zone: NSZone? = nil) -> Any { self }
}
