import HearthModel

/// Reads the values of samples of one type. No error repeats a value.
struct SampleValueReader: Sendable {
    let type: ObjectType
    /// The unit of values that come without one; nil: the type's samples have none.
    let unit: DisplayUnit?
    /// Nil: values are not checked.
    let plausibleRange: PlausibleRange?

    init(_ type: ObjectType, unit: String?, allowingImplausible: Bool = false) throws(InputError) {
        guard type.kind == .quantity || type.kind == .category else {
            throw InputError(
                "A \(type.kind.name) is more than a value. The command line saves quantities and categories: save others"
                    + " with HearthKit, or from C or Python."
            )
        }
        guard type.kind == .quantity || unit == nil else {
            throw InputError("\(type.shortName) is a category, which has no unit.")
        }
        self.type = type
        self.unit = try unit.map { text throws(InputError) in try type.unit(text) } ?? type.displayUnit
        plausibleRange = allowingImplausible ? nil : PlausibleRange(of: type)
    }

    /// The unit that a text names; of an empty one the unit of the others.
    func unit(_ text: String) throws(InputError) -> DisplayUnit? {
        let text = text.trimmed
        guard type.kind == .quantity, !text.isEmpty else { return unit }
        return try type.unit(text)
    }

    /// A number that the type can have, in its unit.
    func quantity(_ text: Span<UInt8>, in unit: DisplayUnit) throws(InputError) -> Double {
        guard let value = unit.value(text) else {
            let hasComma = text.indices.contains { text[$0] == UInt8(ascii: ",") }
            throw InputError("The value is not a number\(hasComma ? ": write decimals with a point, as in 72.5" : "").")
        }
        try plausibleRange?.check(value, in: unit)
        return value
    }

    /// The number or the name of a category's value.
    func category(_ text: String) throws(InputError) -> Int64 {
        let names = type.categoryValues?.names ?? [:]
        let number = Int64(text) ?? names.first { $0.value.lowercased() == text.lowercased() }?.key
        guard let number, type.allows(categoryValue: number) else {
            let known = type.categoryNames.map { "\($0) \($1)" }.joined(separator: ", ")
            throw InputError(
                "This is not a value of \(type.shortName)."
                    + (known.isEmpty ? " Its values are numbers from 0 to 63." : " Its values are: \(known).")
            )
        }
        return number
    }
}
