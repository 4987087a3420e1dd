import HearthModel

/// Converts the texts of values to those of the store.
struct HealthConversions {
    /// Conversions by type and unit; nil: the unit does not fit the type.
    private var conversions = XMLTextCache<UnitConversion?>()
    /// Category values by type and text.
    private var categories = XMLTextCache<Int64?>()
    private var key: [UInt8] = []

    /// The conversion from a unit to the storage unit of a quantity type.
    mutating func conversion(_ type: ObjectType, _ unit: XMLText?) -> UnitConversion? {
        guard let unit else { return nil }
        key.setKey(type.index, unit)
        return conversions.value(of: key) {
            guard let storageUnit = type.storageUnit, let unit = HealthUnit.unit(unit.string) else { return nil }
            return try? UnitConversion(from: unit, to: storageUnit)
        }
    }

    /// The number of a category value: a name of today or of an earlier version, or the number itself.
    mutating func category(_ type: ObjectType, _ text: XMLText?) -> Int64? {
        // A type whose samples have one value needs none.
        guard let text else { return type.categoryValues?.value(named: "") }
        key.setKey(type.index, text)
        return categories.value(of: key) {
            let name = text.string
            let number = Int64(name) ?? type.categoryValues?.value(named: name)
            return number.flatMap { type.allows(categoryValue: $0) ? $0 : nil }
        }
    }
}
