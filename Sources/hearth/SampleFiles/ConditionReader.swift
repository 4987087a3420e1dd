import HearthModel

/// Reads the conditions of `--where`: `value>100`, `duration>=30min`, `HKWasUserEntered=yes`. No error repeats a value.
struct ConditionReader: Sendable {
    let type: ObjectType
    /// The unit of values without one.
    let unit: DisplayUnit?
    let dates: DateReader

    /// Longer ones first.
    private static let relations: [(text: String, relation: Relation)] = [
        (">=", .greaterOrEqual), ("<=", .lessOrEqual), ("!=", .notEqual), ("==", .equal), (">", .greater),
        ("<", .less), ("=", .equal),
    ]
    static let fields = ["value", "activity", "duration", "distance", "energy"]

    func term(_ text: String) throws -> Predicate.Term {
        guard let start = text.firstIndex(where: { "<>=!".contains($0) }) else {
            return .metadataKey(try key(text))
        }
        let name = text[..<start].trimmed
        guard let (sign, relation) = ConditionReader.relations.first(where: { text[start...].hasPrefix($0.text) }),
            !name.isEmpty
        else { throw ConditionReader.malformed }
        let value = text[start...].dropFirst(sign.count).trimmed
        guard !value.isEmpty else { throw ConditionReader.malformed }
        if ConditionReader.fields.contains(name) {
            return .comparison(try comparison(name, relation, value))
        }
        let key = try key(name)
        let metadata = try MetadataReader(dates: dates).metadata(["\(key)=\(value)"])
        return .metadata(MetadataMatch(relation: relation, entries: metadata.entries))
    }

    private static let malformed = InputError(
        "Write a condition of --where as 'value>100', 'duration>=30min', 'KEY=VALUE' or 'KEY', in quotes."
    )

    /// A key of metadata: one of HealthKit's, or one that an app made up.
    private func key(_ name: String) throws(InputError) -> String {
        let name = name.trimmed
        if let known = MetadataReader.key(named: name) { return known.rawValue }
        let names = ConditionReader.fields + MetadataKey.all.map(\.rawValue)
        let near = Suggestions(for: name, among: names)
        // The keys of apps have any name; those that look like a field or one of HealthKit's are mistyped.
        guard near.names.isEmpty || name.contains(".") else {
            throw InputError("'\(name.printable)' is neither a field nor a key of metadata.\(near.question)")
        }
        return name
    }

    private func comparison(_ name: String, _ relation: Relation, _ text: String) throws(InputError) -> Comparison {
        switch (name, type.kind) {
        case ("value", .quantity):
            let (number, suffix) = text.numberAndUnit
            let isPlain = suffix.isEmpty || suffix == "%"
            let unit = isPlain ? self.unit ?? type.displayUnit : try type.unit(suffix)
            let digits = isPlain ? text : number
            guard let unit, let value = unit.value(digits.utf8Span.span) else {
                throw InputError("The value of --where is not a number.")
            }
            return Comparison(field: .quantity, relation: relation, operand: .number(value, unit.unit))
        case ("value", .category):
            guard case .category(let number) = try SampleValueReader(type, unit: nil).value(text.utf8Span.span, in: nil)
            else { throw ConditionReader.malformed }
            return Comparison(field: .categoryValue, relation: relation, operand: .integer(number))
        case ("activity", .workout):
            let activity = try WorkoutReading.activity(text)
            return Comparison(
                field: .workoutActivityType,
                relation: relation,
                operand: .integer(Int64(activity.rawValue))
            )
        case ("duration", .workout):
            guard !text.isNumber else { throw InputError("Write the duration with a unit, such as 30min.") }
            let seconds = try WorkoutReading.total(text, "duration", in: .second)
            return Comparison(field: .workoutDuration, relation: relation, operand: .number(seconds, nil))
        case ("distance", .workout):
            let metres = try WorkoutReading.total(text, "distance", in: .meter)
            return Comparison(field: .workoutTotalDistance, relation: relation, operand: .number(metres, .meter))
        case ("energy", .workout):
            let energy = try WorkoutReading.total(text, "energy", in: .kilocalorie)
            return Comparison(
                field: .workoutTotalEnergyBurned,
                relation: relation,
                operand: .number(energy, .kilocalorie)
            )
        default:
            throw InputError("Samples of \(type.shortName) have no \(name).")
        }
    }
}
