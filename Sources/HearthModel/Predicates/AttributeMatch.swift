/// At least one of a record's values under a name has the relation to at least one of the operands. A record without a
/// value there matches only `notEqual`.
package struct AttributeMatch: Hashable, Sendable {
    package var name: AttributeName
    package var relation: Relation
    /// In the form of the attribute.
    package var operands: AttributeValue

    package init(name: AttributeName, relation: Relation, operands: AttributeValue) {
        self.name = name
        self.relation = relation
        self.operands = operands
    }

    /// Whether a record matches.
    package func matches(_ record: Record) -> Bool {
        switch (record[name], operands) {
        case (nil, _): relation.holdsForAbsence
        case (.integers(let values)?, .integers(let operands)): anyHolds(values, operands)
        case (.numbers(let values)?, .numbers(let operands)): anyHolds(values, operands)
        case (.texts(let values)?, .texts(let operands)):
            values.contains { value in operands.contains { relation.holds(between: value, and: $0) } }
        case (.ids(let values)?, .ids(let operands)): anyHolds(values, operands)
        default: false
        }
    }

    private func anyHolds<Value: Comparable>(_ values: [Value], _ operands: [Value]) -> Bool {
        values.contains { value in operands.contains { relation.holds(value, $0) } }
    }

    /// Checks that samples of a type have the attribute, in the form of the operands.
    func validate(for type: ObjectType) throws(HearthError) {
        guard let rule = RecordSchema.of(type)?.rule(for: name) else {
            throw HearthError(.malformedPredicate, "Samples of the type do not have the attribute.", field: "name")
        }
        guard operands.count > 0 else {
            throw HearthError(.invalidArgument, "The term has nothing to compare with.", field: operands.field)
        }
        guard operands.count <= Limits.attributeOperands else {
            let limit = Limits.attributeOperands
            throw HearthError(
                .limitExceeded,
                "The term has \(operands.count) operands, and the limit is \(limit).",
                field: operands.field
            )
        }
        guard rule.form.fits(operands) else {
            throw HearthError(
                .malformedPredicate,
                "The operands are not of the attribute's form.",
                field: operands.field
            )
        }
        if case .numbers(let numbers) = operands {
            try checkFinite(numbers, "numbers")
        }
        if relation.isBetweenTextsOnly {
            guard case .texts = operands else {
                throw HearthError(.malformedPredicate, "The relation is between texts only.", field: "relation")
            }
        }
    }
}
