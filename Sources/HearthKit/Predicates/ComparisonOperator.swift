public import Foundation
internal import HearthModel

/// The namespace for the type of HealthKit's operators.
public protocol ComparisonOperatorNaming {
    /// The type of the operators.
    associatedtype Operator
    /// Names it.
    static func name(_ type: Operator)
}

/// `ComparisonOperator.Operator` is Foundation's `NSComparisonPredicate.Operator`, under a name that is not deprecated.
///
/// On Linux `NSComparisonPredicate` is deprecated because it does nothing there, but its operators work. Only the
/// function here uses the deprecated name, and the type is inferred from it. Apps write `.greaterThan` and need neither
/// name.
public enum ComparisonOperator: ComparisonOperatorNaming {
    /// Names the type.
    @available(*, deprecated, message: "only its type is of use")
    public static func name(_ type: NSComparisonPredicate.Operator) {}
}

extension Relation {
    /// The relation for an operator; nil: the store does not support it.
    init?(_ operation: ComparisonOperator.Operator) {
        switch operation {
        case .lessThan: self = .less
        case .lessThanOrEqualTo: self = .lessOrEqual
        case .equalTo: self = .equal
        case .notEqualTo: self = .notEqual
        case .greaterThan: self = .greater
        case .greaterThanOrEqualTo: self = .greaterOrEqual
        case .contains: self = .contains
        case .beginsWith: self = .beginsWith
        case .endsWith: self = .endsWith
        default: return nil
        }
    }

    /// The relation for the operator of a factory. An unsupported operator stops the program, as it does in HealthKit.
    init(given operation: ComparisonOperator.Operator, betweenTexts: Bool = false) {
        guard let relation = Relation(operation), betweenTexts || !relation.isBetweenTextsOnly else {
            fatalError("the operator does not fit: use one of <, <=, ==, !=, >=, >")
        }
        self = relation
    }
}
