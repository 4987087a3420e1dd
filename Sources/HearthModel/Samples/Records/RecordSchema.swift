/// The values that records of a type have, and the form of the series that comes with them, if there is one.
package struct RecordSchema: Sendable {
    /// In the order of the names' numbers.
    package let rules: [AttributeRule]
    package let series: Series?

    /// A series that is read separately.
    package enum Series: Sendable {
        /// Numbers: microvolts.
        case voltages
        /// The bytes of a document.
        case contents
    }

    init(_ rules: [AttributeRule], series: Series? = nil) {
        self.rules = rules.sorted { $0.name.rawValue < $1.name.rawValue }
        self.series = series
    }

    /// The rule for a name; nil: records of the type have no such value.
    package func rule(for name: AttributeName) -> AttributeRule? {
        rules.first { $0.name == name }
    }
}

/// What a record may have under a name.
package struct AttributeRule: Sendable {
    package let name: AttributeName
    package let form: Form
    package let occurrence: Occurrence

    /// The form of the values, and the values that an app may save. A newer server may send others.
    package enum Form: Sendable {
        case integers([ClosedRange<Int64>])
        /// Times, as integers.
        case times
        case numbers(ClosedRange<Double>)
        case texts
        case ids

        /// Whether a value is of this form.
        package func fits(_ value: AttributeValue) -> Bool {
            switch (self, value) {
            case (.integers, .integers), (.times, .integers), (.numbers, .numbers), (.texts, .texts), (.ids, .ids): true
            default: false
            }
        }
    }

    /// How many values there may be.
    package enum Occurrence: Sendable {
        case required
        case optional
        /// A list, which may be left out.
        case list
        /// Exactly this many, or none.
        case group(Int)
        /// Exactly this many.
        case exactly(Int)
        /// One for each row of a table; all columns of the record have as many, and at least one.
        case column
    }

    init(_ name: AttributeName, _ form: Form, _ occurrence: Occurrence) {
        self.name = name
        self.form = form
        self.occurrence = occurrence
    }

    /// How many values there are at most.
    fileprivate var most: Int {
        switch occurrence {
        case .required, .optional: 1
        case .group(let count), .exactly(let count): count
        case .list, .column: Limits.attributeValues
        }
    }

    /// Whether there may be several values.
    package var isList: Bool { most > 1 }

    fileprivate var isRequired: Bool {
        switch occurrence {
        case .required, .exactly, .column: true
        case .optional, .list, .group: false
        }
    }
}

// MARK: - Rules

extension Record {
    /// Checks the rules that hold for all records of a schema. Errors name the attribute.
    func validate(_ schema: RecordSchema) throws(HearthError) {
        var rows: Int?
        for (index, attribute) in attributes.enumerated() {
            guard let rule = schema.rule(for: attribute.name) else {
                throw HearthError(
                    .invalidArgument,
                    "Samples of the type do not have the attribute.",
                    field: "attributes[\(index)].name"
                )
            }
            let field = "attributes[\(index)].\(attribute.value.field)"
            guard rule.form.fits(attribute.value) else {
                throw HearthError(.invalidArgument, "The attribute \(rule.name.text) is not of its form.", field: field)
            }
            try rule.validate(attribute.value, field)
            guard case .column = rule.occurrence else { continue }
            guard attribute.value.count == rows ?? attribute.value.count else {
                throw HearthError(.malformedColumn, "The columns of the record differ in length.", field: field)
            }
            rows = attribute.value.count
        }
        let bytes = messageBytes
        guard bytes <= Limits.recordBytes else {
            throw HearthError(
                .limitExceeded,
                "The attributes have \(bytes) bytes, and the limit is \(Limits.recordBytes).",
                field: ""
            )
        }
    }

    /// Checks the additional rules for records that an app saves: nothing that is required is missing, and this version
    /// knows all values.
    func validateForSaving(_ schema: RecordSchema) throws(HearthError) {
        for rule in schema.rules {
            guard let index = attributes.firstIndex(where: { $0.name == rule.name }) else {
                guard !rule.isRequired else {
                    throw HearthError(
                        .invalidArgument,
                        "The attribute \(rule.name.text) is missing.",
                        field: "attributes"
                    )
                }
                continue
            }
            let value = attributes[index].value
            try rule.validateForSaving(value, "attributes[\(index)].\(value.field)")
        }
    }
}

extension AttributeRule {
    fileprivate func validate(_ value: AttributeValue, _ field: String) throws(HearthError) {
        guard value.count > 0 else {
            throw HearthError(.invalidArgument, "The attribute has no value.", field: field)
        }
        guard value.count <= most else {
            let code: ErrorCode = most == Limits.attributeValues ? .limitExceeded : .invalidArgument
            throw HearthError(
                code,
                "The attribute has \(value.count) values, where at most \(most) belong.",
                field: field
            )
        }
        switch (form, value) {
        case (.times, .integers(let times)): try checkTimes(times.map(Timestamp.init(nanoseconds:)), field)
        case (_, .numbers(let numbers)): try checkFinite(numbers, field)
        default: break
        }
    }

    fileprivate func validateForSaving(_ value: AttributeValue, _ field: String) throws(HearthError) {
        switch occurrence {
        case .group(let count), .exactly(let count):
            guard value.count == count else {
                throw HearthError(
                    .invalidArgument,
                    "The attribute has \(value.count) values, where \(count) belong.",
                    field: field
                )
            }
        case .required, .optional, .list, .column: break
        }
        switch (form, value) {
        case (.integers(let allowed), .integers(let integers)):
            try checkEach(integers, field, "The value is not one that the attribute has.") { integer in
                allowed.contains { $0.contains(integer) }
            }
        case (.numbers(let allowed), .numbers(let numbers)):
            try checkEach(numbers, field, "The number is beyond the attribute's range.") { allowed.contains($0) }
        default: break
        }
    }
}
