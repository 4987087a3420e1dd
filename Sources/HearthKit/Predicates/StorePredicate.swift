internal import Foundation

/// A predicate that the store can test, as HealthKit's factories and format texts make them.
final class StorePredicate: NSPredicate {
    let condition: Condition

    init(_ condition: Condition) {
        self.condition = condition
        // Foundation never asks the block, and takes no predicate of a block for equal to another, as it would one of a
        // value.
        super.init { _, _ in true }
    }

    convenience init(all parts: [Condition]) {
        self.init(.all(parts))
    }

    /// Whether an object satisfies the predicate. Of what belongs to which, objects know nothing: such a predicate
    /// stops the program here.
    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        precondition(
            !condition.asksForAssociations,
            "only the store knows what belongs to a workout or a correlation: give the predicate to a query"
        )
        return condition.holds(for: object)
    }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? StorePredicate)?.condition == condition
    }

    override var hash: Int { condition.hashValue }

    override func copy(with zone: NSZone? = nil) -> Any { self }
}
