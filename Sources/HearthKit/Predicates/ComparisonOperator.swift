public import Foundation
internal import HearthModel

/// Names the type of HealthKit's operators.
public protocol ComparisonOperatorNaming {
    /// The type of the operators.
    associatedtype Operator
    /// Names it.
    static func name(_ type: Operator)
}

/// `ComparisonOperator.Operator` is Foundation's `NSComparisonPredicate.Operator`, by a name that gives no warning.
///
/// On Linux `NSComparisonPredicate` is deprecated, as it does nothing there; the operators in it are as good as
/// anywhere. Only the function here says the deprecated name, and the type follows from it. Apps write `.greaterThan`
/// and need neither name.
public enum ComparisonOperator: ComparisonOperatorNaming {
    /// Names the type.
    @available(*, deprecated, message: "only its type is of use")
    public static func name(_ type: NSComparisonPredicate.Operator) {}
}

extension Relation {
    /// What an operator stands for; nil when the store knows no such relation.
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

    /// What the operator of a factory stands for. One that the store does not know stops the program, as it does in
    /// HealthKit.
    init(given operation: ComparisonOperator.Operator, betweenTexts: Bool = false) {
        guard let relation = Relation(operation), betweenTexts || !relation.isBetweenTextsOnly else {
            preconditionFailure("the operator does not fit: use one of <, <=, ==, !=, >=, >")
        }
        self = relation
    }
}
