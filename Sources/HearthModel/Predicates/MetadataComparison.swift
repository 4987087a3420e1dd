extension MetadataMatch {
    /// Whether what the metadata has under the key of one of the entries stands in the relation to the entry's value.
    package func matches(_ metadata: Metadata) -> Bool {
        entries.contains { entry in
            metadata[entry.key].map { $0.stands(in: relation, to: entry.value) } ?? relation.holdsForAbsence
        }
    }
}

extension MetadataValue {
    /// Whether a stored value stands in a relation to another. Values of different kinds differ, and stand in no other
    /// relation.
    package func stands(in relation: Relation, to other: MetadataValue) -> Bool {
        guard relation != .notEqual else { return !stands(in: .equal, to: other) }
        switch (self, other) {
        case (.string(let left), .string(let right)):
            return relation.holds(between: left, and: right)
        case (.date(let left), .date(let right)):
            return relation.holds(left, right)
        case (.quantity(let left), .quantity(let right)):
            guard let conversion = try? UnitConversion(from: left.unit, to: right.unit) else { return false }
            return relation.holds(conversion(left.value), right.value)
        default:
            guard let order = order(to: other) else { return false }
            return relation.holds(order, 0)
        }
    }

    /// How two numbers stand to each other, -1, 0 or 1: exactly, also where one is an integer that no floating-point
    /// number equals. Nil when one is no number.
    package func order(to other: MetadataValue) -> Int? {
        switch (number, other.number) {
        case (.integer(let left)?, .integer(let right)?): (left > right ? 1 : 0) - (left < right ? 1 : 0)
        case (.double(let left)?, .double(let right)?): (left > right ? 1 : 0) - (left < right ? 1 : 0)
        case (.integer(let left)?, .double(let right)?): -MetadataValue.order(of: right, to: left)
        case (.double(let left)?, .integer(let right)?): MetadataValue.order(of: left, to: right)
        default: nil
        }
    }

    private enum Number {
        case integer(Int64)
        case double(Double)
    }

    private var number: Number? {
        switch self {
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .boolean(let truth): .integer(truth ? 1 : 0)
        case .string, .date, .quantity: nil
        }
    }

    private static func order(of left: Double, to right: Int64) -> Int {
        // Beyond the integers the comparison is decided; within, the whole part is exact and the rest breaks a tie.
        guard left < 0x1p63 else { return 1 }
        guard left >= -0x1p63 else { return -1 }
        let whole = left.rounded(.down)
        let integer = Int64(whole)
        if integer != right {
            return integer < right ? -1 : 1
        }
        return left > whole ? 1 : 0
    }
}
