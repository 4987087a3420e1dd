import HearthModel

/// Reads the values of samples of one type. No error repeats a value.
struct SampleValueReader: Sendable {
    let type: ObjectType
    /// The unit of values that come without one; nil: the type's samples have none.
    let unit: DisplayUnit?
    /// Nil if values are not checked.
    private let plausibleRange: PlausibleRange?
    let allowsImplausible: Bool

    init(_ type: ObjectType, unit: String?, allowingImplausible: Bool = false) throws(InputError) {
        guard type.isSavedByValue else {
            throw InputError(
                "A \(type.kind.name) is more than a value. The command line saves quantities, categories and blood"
                    + " pressures: save others with HearthKit, or from C or Python."
            )
        }
        guard type.kind != .category || unit == nil else {
            throw InputError("\(type.shortName) is a category, which has no unit.")
        }
        self.type = type
        self.unit = try unit.map { text throws(InputError) in try type.unit(text) } ?? type.displayUnit
        plausibleRange = allowingImplausible ? nil : PlausibleRange(of: type.valueType)
        allowsImplausible = allowingImplausible
    }

    /// The unit that a text names; of an empty one the unit of the others.
    func unit(_ text: String) throws(InputError) -> DisplayUnit? {
        let text = text.trimmed
        guard type.kind != .category, !text.isEmpty else { return unit }
        return try type.unit(text)
    }

    /// The value of a text without blanks around it, in a unit unless the type has none.
    func value(_ text: Span<UInt8>, in unit: DisplayUnit?) throws(InputError) -> SampleValue {
        guard let unit else { return .category(try category(text.text)) }
        guard type != .bloodPressure else { return try bloodPressure(text, in: unit) }
        return .quantity(try number(text, in: unit))
    }

    /// A number that the type can have, in its unit.
    func number(_ text: Span<UInt8>, in unit: DisplayUnit) throws(InputError) -> Double {
        guard text.count > 0 else { throw InputError("The value is missing.") }
        guard let value = unit.value(text) else {
            let hasComma = text.indices.contains { text[$0] == UInt8(ascii: ",") }
            throw InputError("The value is not a number\(hasComma ? ": write decimals with a point, as in 72.5" : "").")
        }
        try plausibleRange?.check(value, in: unit)
        return value
    }

    /// Throws for a time that is still to come, unless that is allowed: what is saved with it would be the newest until then.
    func check(_ moment: Timestamp, _ dates: DateReader) throws(InputError) {
        guard moment > dates.now, !allowsImplausible else { return }
        throw InputError("\(DateText(zone: dates.zone).local(moment)) is in the future. Use --force to save it.")
    }

    /// The number or the name of a category's value. A type with a single value needs none.
    private func category(_ text: String) throws(InputError) -> Int64 {
        let number = Int64(text) ?? type.categoryValues?.value(named: text)
        guard number != nil || !text.isEmpty else { throw InputError("The value is missing.") }
        guard let number, type.allows(categoryValue: number) else {
            let question = Suggestions(for: text, among: type.categoryNames.map(\.name)).question
            let known = type.categoryNames.map { "\($0) \($1)" }.joined(separator: ", ")
            throw InputError(
                "This is not a value of \(type.shortName).\(question)"
                    + (known.isEmpty ? " Its values are numbers from 0 to 63." : " Its values are: \(known).")
            )
        }
        return number
    }
}

extension ObjectType {
    /// Whether a value and times are all of a sample, as far as the command line saves it.
    var isSavedByValue: Bool { kind == .quantity || kind == .category || self == .bloodPressure }
}
