internal import Foundation
internal import HearthModel

extension Metadata {
    /// As apps see it.
    var dictionary: [String: Any] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.object) })
    }

    /// The metadata that an app attaches. A dictionary has no two keys that are equal as texts.
    init(_ dictionary: [String: Any]) throws(HearthError) {
        var entries: [Entry] = []
        entries.reserveCapacity(dictionary.count)
        for (key, object) in dictionary {
            entries.append(Entry(key: key, value: try MetadataValue(object, of: key)))
        }
        try self.init(entries)
    }
}

extension MetadataValue {
    /// The value for apps, as one of the classes that HealthKit allows.
    var object: Any {
        switch self {
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .boolean(let flag): NSNumber(value: flag)
        case .date(let time): time.date
        case .quantity(let quantity): HKQuantity(quantity.value, quantity.unit)
        }
    }

    /// Whether an object has a class that HealthKit allows, or is a Swift value that bridges to one.
    static func isAllowed(_ object: Any) -> Bool {
        object is String || object is NSNumber || object is CGFloat || object is Date || object is HKQuantity
    }

    /// The value that the store keeps for an app's value under a key.
    init(_ object: Any, of key: String) throws(HearthError) {
        // Numbers first: an `NSNumber` would also match each of Swift's number types. Those match `NSNumber`, and keep
        // their type.
        switch object {
        case let number as NSNumber:
            self = try MetadataValue(number, of: key)
        // Unlike the other numbers it does not pass for an `NSNumber` on Linux.
        case let number as CGFloat:
            self = .double(Double(number))
        case let text as String:
            self = .string(text)
        case let date as Date:
            guard let time = Timestamp(date) else {
                throw HearthError(.valueOutOfRange, "The date is beyond what the store can hold.", field: field(key))
            }
            self = .date(time)
        case let quantity as HKQuantity:
            self = .quantity(Quantity(value: quantity.value, unit: quantity.unit))
        default:
            throw HearthError(
                .invalidArgument,
                "Metadata holds texts, numbers, dates and quantities, and not a \(type(of: object)).",
                field: field(key)
            )
        }
    }

    private init(_ number: NSNumber, of key: String) throws(HearthError) {
        // The encoding of the number's C type. `c` is a boolean or, on Linux, a negative integer of one byte.
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c") where number.int8Value == 0 || number.int8Value == 1:
            self = .boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"):
            self = .double(number.doubleValue)
        case UInt8(ascii: "Q"):
            guard let integer = Int64(exactly: number.uint64Value) else {
                throw HearthError(.valueOutOfRange, "The number does not fit 64 bits with a sign.", field: field(key))
            }
            self = .integer(integer)
        default:
            self = .integer(number.int64Value)
        }
    }
}

/// The field of a value in an error: the key if HealthKit defines it, because an app's own key may contain anything.
private func field(_ key: String) -> String {
    MetadataKey(rawValue: key) == nil ? "" : "[\(key)]"
}
