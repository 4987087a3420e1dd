package import HearthModel

/// Records of any type that has a schema, made from the schema: a further kind is tested as soon as it has one.
package enum RandomRecords {
    /// The types whose samples are records.
    package static let types = ObjectType.all.filter { RecordSchema.of($0) != nil }

    /// What an app may save. Attributes that may be left out sometimes are.
    package static func record(of type: ObjectType, using random: inout some RandomNumberGenerator) -> Record {
        guard let schema = RecordSchema.of(type) else { preconditionFailure("\(type) has no schema") }
        let rows = Int.random(in: 1...4, using: &random)
        var record = Record()
        for rule in schema.rules {
            let count =
                switch rule.occurrence {
                case .required: 1
                case .optional: Int.random(in: 0...1, using: &random)
                case .list: Int.random(in: 0...3, using: &random)
                case .group(let count): Bool.random(using: &random) ? count : 0
                case .exactly(let count): count
                case .column: rows
                }
            guard count > 0 else { continue }
            record[rule.name] = value(of: rule.form, count, using: &random)
        }
        return record
    }

    /// Values of a form that an app may save.
    package static func value(
        of form: AttributeRule.Form,
        _ count: Int,
        using random: inout some RandomNumberGenerator
    ) -> AttributeValue {
        switch form {
        case .integers(let ranges):
            .integers(
                (0..<count).map { _ in
                    let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
                    return Int64.random(in: range, using: &random)
                }
            )
        case .times:
            .integers((0..<count).map { _ in Int64.random(in: 0...1_800_000_000_000_000_000, using: &random) })
        case .numbers(let range):
            .numbers(
                (0..<count).map { _ in
                    let least = max(range.lowerBound, -100)
                    let greatest = min(range.upperBound, 100)
                    return (Double.random(in: least...greatest, using: &random) * 8).rounded(.awayFromZero) / 8
                }
                .map { min(max($0, range.lowerBound), range.upperBound) }
            )
        case .texts:
            .texts(
                (0..<count).map { _ in ["", "a", "4.0.1", "na\u{EF}ve", "tablet"].randomElement(using: &random) ?? "" }
            )
        case .ids:
            .ids((0..<count).map { _ in ObjectID(high: random.next(), low: random.next()) })
        }
    }

    /// Columns of records with all elements of their series; without a row's series where `lengths` is 0.
    package static func columns(
        of type: ObjectType,
        _ rows: Int,
        using random: inout some RandomNumberGenerator
    ) -> RecordColumns {
        var columns = RecordColumns(records: (0..<rows).map { _ in record(of: type, using: &random) })
        guard let series = RecordSchema.of(type)?.series else { return columns }
        columns.lengths = (0..<rows).map { _ in UInt32.random(in: 0...5, using: &random) }
        let total = columns.lengths.reduce(0) { $0 + Int($1) }
        switch series {
        case .voltages:
            columns.voltages = (0..<total).map { _ in Double(Int.random(in: -900...900, using: &random)) / 4 }
        case .contents: columns.contents = (0..<total).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        return columns
    }

    /// A comparison with an attribute of records of a type.
    package static func match(for type: ObjectType, using random: inout some RandomNumberGenerator) -> AttributeMatch {
        guard let rule = RecordSchema.of(type)?.rules.randomElement(using: &random) else {
            preconditionFailure("\(type) has no schema")
        }
        let isOfTexts = if case .texts = rule.form { true } else { false }
        let relations = Relation.allCases.filter { isOfTexts || !$0.isBetweenTextsOnly }
        return AttributeMatch(
            name: rule.name,
            relation: relations.randomElement(using: &random) ?? .equal,
            operands: value(of: rule.form, Int.random(in: 1...3, using: &random), using: &random)
        )
    }
}
