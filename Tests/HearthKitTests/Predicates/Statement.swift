import Foundation

@testable import HearthKit

/// A predicate, and what it says in plain Swift over HealthKit's own properties, so that the two can be compared.
struct Statement {
    var predicate: NSPredicate
    /// How a failed test names it.
    var text: String
    var isTrue: (HKSample) -> Bool

    init(_ predicate: NSPredicate, _ text: String, _ isTrue: @escaping (HKSample) -> Bool) {
        self.predicate = predicate
        self.text = text
        self.isTrue = isTrue
    }

    /// One that the text of a format says.
    init(format: String, _ arguments: [Any], _ isTrue: @escaping (HKSample) -> Bool) {
        self.init(NSPredicate(format: format, argumentArray: arguments), "‹\(format)› \(arguments)", isTrue)
    }

    static func all(_ parts: [Statement]) -> Statement {
        Statement(
            NSCompoundPredicate(andPredicateWithSubpredicates: parts.map(\.predicate)),
            "(" + parts.map(\.text).joined(separator: " AND ") + ")"
        ) { sample in parts.allSatisfy { $0.isTrue(sample) } }
    }

    static func any(_ parts: [Statement]) -> Statement {
        Statement(
            NSCompoundPredicate(orPredicateWithSubpredicates: parts.map(\.predicate)),
            "(" + parts.map(\.text).joined(separator: " OR ") + ")"
        ) { sample in parts.contains { $0.isTrue(sample) } }
    }

    static func not(_ part: Statement) -> Statement {
        Statement(NSCompoundPredicate(notPredicateWithSubpredicate: part.predicate), "NOT " + part.text) {
            !part.isTrue($0)
        }
    }
}

/// An operator with its sign and what it means between values.
struct Operation: Sendable {
    var operation: ComparisonOperator.Operator
    var sign: String

    static let all: [Operation] = [
        Operation(operation: .lessThan, sign: "<"), Operation(operation: .lessThanOrEqualTo, sign: "<="),
        Operation(operation: .equalTo, sign: "=="), Operation(operation: .notEqualTo, sign: "!="),
        Operation(operation: .greaterThan, sign: ">"), Operation(operation: .greaterThanOrEqualTo, sign: ">="),
    ]

    static let ofTexts: [Operation] = [
        Operation(operation: .contains, sign: "CONTAINS"), Operation(operation: .beginsWith, sign: "BEGINSWITH"),
        Operation(operation: .endsWith, sign: "ENDSWITH"),
    ]

    /// What is not there differs from everything, and stands in no other relation.
    func holds<Value: Comparable>(_ left: Value?, _ right: Value) -> Bool {
        guard let left else { return sign == "!=" }
        return switch sign {
        case "<": left < right
        case "<=": left <= right
        case "==": left == right
        case "!=": left != right
        case ">": left > right
        case ">=": left >= right
        default: false
        }
    }

    /// How a value of metadata stands to another. Texts are their bytes, and unlike classes differ.
    func holds(_ left: Any?, of _: String, _ right: Any) -> Bool {
        switch (left, right) {
        case (let left as String, let right as String): return holds(left, right)
        case (let left as Date, let right as Date): return holds(left, right)
        case (let left as HKQuantity, let right as HKQuantity): return holds(left.compare(right).rawValue, 0)
        case (let left as NSNumber, let right as NSNumber): return holds(Operation.order(left, right), 0)
        default: return sign == "!="
        }
    }

    private func holds(_ left: String, _ right: String) -> Bool {
        // Each byte as a character of its own, so that no two of them are taken for one.
        let (left, right) = (left.utf8.map { Int($0) }, right.utf8.map { Int($0) })
        return switch sign {
        case "CONTAINS": right.isEmpty || left.indices.contains { left[$0...].starts(with: right) }
        case "BEGINSWITH": left.starts(with: right)
        case "ENDSWITH": left.reversed().starts(with: right.reversed())
        case "==": left == right
        case "!=": left != right
        case "<": left.lexicographicallyPrecedes(right)
        case ">=": !left.lexicographicallyPrecedes(right)
        case ">": right.lexicographicallyPrecedes(left)
        default: !right.lexicographicallyPrecedes(left)
        }
    }

    /// How two numbers stand to each other, exactly.
    private static func order(_ left: NSNumber, _ right: NSNumber) -> Int {
        let (left, right) = (left.decimal, right.decimal)
        return left < right ? -1 : left > right ? 1 : 0
    }
}

extension NSNumber {
    /// Decimal digits tell all numbers here apart, which those of a `Double` do not.
    fileprivate var decimal: Decimal {
        objCType.pointee == 0x64 ? Decimal(doubleValue) : Decimal(int64Value)
    }
}
