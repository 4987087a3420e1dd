/// Category values: numbers of the type's enum.
package struct CategoryColumns: Hashable, Sendable {
    package var values: [Int64]

    package init(values: [Int64]) {
        self.values = values
    }

    /// Checks the column as part of `samples`. Unknown values are accepted, because a newer peer may send them.
    func validate(in samples: SampleColumns) throws(HearthError) {
        try checkRows(of: values, samples.count, "values")
    }

    func validateForSaving(of type: ObjectType) throws(HearthError) {
        try checkEach(values, "values", "The value is not in the type's enum.") { type.allows(categoryValue: $0) }
    }
}
