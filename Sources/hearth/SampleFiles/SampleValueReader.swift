import HearthModel

/// Reads the values of samples of one type. No error repeats a value.
struct SampleValueReader: Sendable {
    let type: ObjectType
    /// The unit of values that come without one; nil: the type's samples have none.
    let unit: ShownUnit?
    /// What values of the type can be; nil: not checked.
    let possible: PossibleValues?

    init(_ type: ObjectType, unit: String?, allowingImpossible: Bool = false) throws(CommandError) {
        guard type.kind == .quantity || type.kind == .category else {
            throw CommandError(
                "A \(type.kind.name) is more than a value: save it with HearthKit, or from another language."
                    + " The command line saves quantities and categories."
            )
        }
        guard type.kind == .quantity || unit == nil else {
            throw CommandError("\(type.shortName) is a category, which has no unit.")
        }
        self.type = type
        self.unit = try unit.map { text throws(CommandError) in try type.unit(text) } ?? type.shownUnit
        possible = allowingImpossible ? nil : PossibleValues(of: type)
    }

    /// The unit that a text names; of an empty one the unit of the others.
    func unit(_ text: String) throws(CommandError) -> ShownUnit? {
        let text = text.trimmed
        guard type.kind == .quantity, !text.isEmpty else { return unit }
        return try type.unit(text)
    }

    /// A number that the type can have, in its unit.
    func quantity(_ text: Span<UInt8>, in unit: ShownUnit) throws(CommandError) -> Double {
        guard let value = unit.value(text) else { throw CommandError("The value is not a number.") }
        try possible?.check(value, in: unit.unit)
        return value
    }

    /// The number or the name of a category's value.
    func category(_ text: String) throws(CommandError) -> Int64 {
        let names = type.categoryValues?.names ?? [:]
        let number = Int64(text) ?? names.first { $0.value.lowercased() == text.lowercased() }?.key
        guard let number, type.allows(categoryValue: number) else {
            let known = type.categoryNames.map { "\($0) \($1)" }.joined(separator: ", ")
            throw CommandError(
                "\(type.shortName) has no such value."
                    + (known.isEmpty ? " It has numbers from 0 to 63." : " It has: \(known).")
            )
        }
        return number
    }
}
