import CExpat
import HearthModel

/// Converts the texts of values to those of the store.
///
/// Unsafe pointers: the texts are attributes, which Expat owns while it calls.
struct HealthConversions {
    /// Conversions by type and unit; nil: the unit does not fit the type.
    private var conversions: [Key: UnitConversion?] = [:]
    private var last: (type: ObjectType, unit: [UInt8], conversion: UnitConversion?)?
    /// Category values by type and text.
    private var categories: [Key: Int64?] = [:]

    private struct Key: Hashable {
        let type: ObjectType
        let text: [UInt8]
    }

    /// Texts that are remembered: a file can make up any number.
    private static let mostTexts = 4_096

    /// The conversion from a unit to the storage unit of a quantity type.
    mutating func conversion(_ type: ObjectType, _ unit: UnsafePointer<XML_Char>?) -> UnitConversion? {
        guard let unit else { return nil }
        return withText(unit) { unit in
            if let last, last.type == type, Self.isEqual(unit, last.unit) { return last.conversion }
            let key = Key(type: type, text: Self.bytes(unit))
            let conversion: UnitConversion?
            if let known = conversions[key] {
                conversion = known
            } else {
                conversion = Self.conversion(type, String(decoding: key.text, as: UTF8.self))
                if conversions.count == Self.mostTexts {
                    conversions.removeAll()
                }
                conversions[key] = .some(conversion)
            }
            last = (type, key.text, conversion)
            return conversion
        }
    }

    private static func conversion(_ type: ObjectType, _ unit: String) -> UnitConversion? {
        guard let storageUnit = type.storageUnit, let unit = HealthUnit.unit(unit) else { return nil }
        return try? UnitConversion(from: unit, to: storageUnit)
    }

    /// The number of a category value: a name of today or of an earlier version, or the number itself.
    mutating func category(_ type: ObjectType, _ text: UnsafePointer<XML_Char>?) -> Int64? {
        // A type whose samples have one value needs none.
        guard let text else { return type.categoryValues?.value(named: "") }
        let key = Key(type: type, text: withText(text) { Self.bytes($0) })
        if let known = categories[key] { return known }
        let name = String(decoding: key.text, as: UTF8.self)
        let number = Int64(name) ?? type.categoryValues?.value(named: name)
        let value = number.flatMap { type.allows(categoryValue: $0) ? $0 : nil }
        if categories.count == Self.mostTexts {
            categories.removeAll()
        }
        categories[key] = .some(value)
        return value
    }

    private static func isEqual(_ text: Span<UInt8>, _ bytes: [UInt8]) -> Bool {
        text.count == bytes.count && text.indices.allSatisfy { text[$0] == bytes[$0] }
    }

    private static func bytes(_ text: Span<UInt8>) -> [UInt8] {
        text.indices.map { text[$0] }
    }
}
