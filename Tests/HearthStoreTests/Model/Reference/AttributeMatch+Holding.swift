import HearthModel

extension SampleRow {
    /// The values of a record; none of other samples.
    var record: Record {
        if case .record(let row) = content { row.record } else { Record() }
    }
}

extension AttributeMatch {
    /// Whether one of the values has the relation to one of the operands.
    func holds(_ record: Record) -> Bool {
        guard let value = record[name] else { return relation == .notEqual }
        let pairs = (0..<value.count).flatMap { left in (0..<operands.count).map { (left, $0) } }
        return pairs.contains { left, right in holds(value, left, right) }
    }

    private func holds(_ value: AttributeValue, _ left: Int, _ right: Int) -> Bool {
        switch (value, operands) {
        case (.integers(let values), .integers(let operands)): relation.holds(values[left], operands[right])
        case (.numbers(let values), .numbers(let operands)): relation.holds(values[left], operands[right])
        case (.texts(let values), .texts(let operands)):
            textHolds(Array(values[left].utf8), Array(operands[right].utf8))
        case (.ids(let values), .ids(let operands)): relation.holds(values[left], operands[right])
        default: false
        }
    }

    private func textHolds(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        switch relation {
        case .less: left.lexicographicallyPrecedes(right)
        case .lessOrEqual: !right.lexicographicallyPrecedes(left)
        case .equal: left == right
        case .notEqual: left != right
        case .greater: right.lexicographicallyPrecedes(left)
        case .greaterOrEqual: !left.lexicographicallyPrecedes(right)
        case .contains: right.isEmpty || left.firstRange(of: right) != nil
        case .beginsWith: left.starts(with: right)
        case .endsWith: left.reversed().starts(with: right.reversed())
        }
    }
}
