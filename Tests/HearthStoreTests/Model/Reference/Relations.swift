import HearthModel

/// Text is its bytes: another spelling of the same characters is another text.
func sameBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
}

extension Relation {
    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .equal: left == right
        case .notEqual: left != right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .contains, .beginsWith, .endsWith: false
        }
    }

    fileprivate func holds(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        switch self {
        case .less: return left.lexicographicallyPrecedes(right)
        case .lessOrEqual: return !right.lexicographicallyPrecedes(left)
        case .equal: return left == right
        case .notEqual: return left != right
        case .greater: return right.lexicographicallyPrecedes(left)
        case .greaterOrEqual: return !left.lexicographicallyPrecedes(right)
        case .beginsWith: return left.starts(with: right)
        case .endsWith: return left.reversed().starts(with: right.reversed())
        case .contains: return (0...left.count).contains { left.dropFirst($0).starts(with: right) }
        }
    }
}

extension MetadataMatch {
    func holds(_ metadata: Metadata) -> Bool {
        entries.contains { entry in
            metadata[entry.key].map { $0.stands(in: relation, to: entry.value) } ?? (relation == .notEqual)
        }
    }
}

extension MetadataValue {
    /// Whether this value stands in the relation to another one; values of unlike kinds differ.
    fileprivate func stands(in relation: Relation, to other: MetadataValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)):
            return relation.holds(left, right)
        case (.date(let left), .date(let right)):
            return relation.holds(left, right)
        case (.quantity(let left), .quantity(let right)):
            guard let conversion = try? UnitConversion(from: left.unit, to: right.unit) else {
                return relation == .notEqual
            }
            return relation.holds(conversion(left.value), right.value)
        default:
            guard let left = ExactNumber(self), let right = ExactNumber(other) else { return relation == .notEqual }
            return relation.holds(left, right)
        }
    }
}

/// A whole number or a double, compared as numbers and not as doubles: 2^53 + 1 is greater than 2.0^53.
enum ExactNumber: Comparable, Sendable {
    case whole(Int64)
    case double(Double)

    init?(_ value: MetadataValue) {
        switch value {
        case .integer(let number): self = .whole(number)
        case .double(let number): self = .double(number)
        case .boolean(let flag): self = .whole(flag ? 1 : 0)
        case .string, .date, .quantity: return nil
        }
    }

    static func == (left: ExactNumber, right: ExactNumber) -> Bool {
        !(left < right) && !(right < left)
    }

    static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        switch (left, right) {
        case (.whole(let left), .whole(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.whole(let left), .double(let right)): isLess(left, right)
        case (.double(let left), .whole(let right)): isLess(left, right)
        }
    }

    private static let limit = 0x1p63

    private static func isLess(_ whole: Int64, _ double: Double) -> Bool {
        if double >= limit { return true }
        if double < -limit { return false }
        let floor = double.rounded(.down)
        return whole < Int64(floor) || (whole == Int64(floor) && double > floor)
    }

    private static func isLess(_ double: Double, _ whole: Int64) -> Bool {
        if double >= limit { return false }
        if double < -limit { return true }
        return Int64(double.rounded(.down)) < whole
    }
}
