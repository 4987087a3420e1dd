import HearthModel

/// Reads the values of samples of one type. No error repeats a value.
struct SampleValueReader: Sendable {
    let type: ObjectType
    /// The unit of values that come without one; nil: the type's storage unit, or none.
    let unit: Unit?

    init(_ type: ObjectType, unit: String?) throws(CommandError) {
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
        self.unit = try unit.map { text throws(CommandError) in try type.unit(text) }
    }

    /// The unit that a text names; of an empty one the unit of the others.
    func unit(_ text: String) throws(CommandError) -> Unit? {
        let text = text.trimmed
        guard type.kind == .quantity, !text.isEmpty else { return unit }
        return try type.unit(text)
    }

    /// A finite number, or the number or the name of a category's value.
    func value(_ text: String) throws(CommandError) -> Double {
        if type.kind == .category {
            return Double(try categoryValue(text))
        }
        guard let number = Double(text), number.isFinite else {
            throw CommandError("The value is not a number.")
        }
        return number
    }

    private func categoryValue(_ text: String) throws(CommandError) -> Int64 {
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

extension ObjectType {
    /// The unit that a text names, in which values of this type can be.
    func unit(_ text: String) throws(CommandError) -> Unit {
        guard let storageUnit else {
            throw CommandError("\(shortName) is no quantity: its samples have no unit.")
        }
        let unit: Unit
        do throws(HearthError) {
            unit = try Unit(text)
        } catch {
            throw CommandError("'\(text.printable)' is not a unit. \(shortName) is stored in '\(storageUnit.text)'.")
        }
        guard unit.isCompatible(with: storageUnit) else {
            throw CommandError(
                "The unit '\(unit.text)' does not fit \(shortName): it is stored in '\(storageUnit.text)'."
            )
        }
        return unit
    }
}
