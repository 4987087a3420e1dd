/// Selects the samples of a type that match a predicate.
package struct Clause: Hashable, Sendable {
    package var type: ObjectType
    /// Nil for every sample of the type.
    package var predicate: Predicate?
    /// Quantity types: the unit of the values in the replies. Nil for the type's storage unit.
    package var unit: Unit?

    package init(type: ObjectType, predicate: Predicate? = nil, unit: Unit? = nil) {
        self.type = type
        self.predicate = predicate
        self.unit = unit
    }

    /// Checks that the store has samples of the type and that the rest fits it.
    package func validate() throws(HearthError) {
        guard type.kind.isStored else {
            throw HearthError(.unknownType, "The store holds no samples of \(type).", field: "type")
        }
        if let unit {
            try type.checkCompatible(unit, "unit")
        }
        if let predicate {
            try locating("predicate", predicate.validate(for: type))
        }
    }
}

/// One key of an order.
package struct SortKey: Hashable, Sendable {
    package var field: Field
    package var descending: Bool

    package init(field: Field, descending: Bool = false) {
        self.field = field
        self.descending = descending
    }

    /// Checks that the field can order samples.
    package func validate() throws(HearthError) {
        guard field.isSortable else {
            throw HearthError(.invalidArgument, "Samples cannot be sorted by this field.", field: "field")
        }
    }
}
