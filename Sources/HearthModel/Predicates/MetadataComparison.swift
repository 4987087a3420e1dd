extension MetadataMatch {
    /// Whether the metadata's value for the key of one of the entries has the relation to the entry's value.
    package func matches(_ metadata: Metadata) -> Bool {
        entries.contains { entry in
            metadata[entry.key].map { relation.holds($0, entry.value) } ?? relation.holdsForAbsence
        }
    }
}

extension Relation {
    /// Whether the relation holds between a stored value and another. Values of different kinds differ, and have no other
    /// relation.
    package func holds(_ value: MetadataValue, _ other: MetadataValue) -> Bool {
        guard self != .notEqual else { return !Relation.equal.holds(value, other) }
        switch (value, other) {
        case (.string(let left), .string(let right)):
            return holds(between: left, and: right)
        case (.date(let left), .date(let right)):
            return holds(left, right)
        case (.quantity(let left), .quantity(let right)):
            guard let conversion = try? UnitConversion(from: left.unit, to: right.unit) else { return false }
            return holds(conversion(left.value), right.value)
        default:
            guard let order = value.order(to: other) else { return false }
            return holds(order, 0)
        }
    }
}
