internal import Foundation
internal import HearthModel

/// The value that a key is compared with.
enum FormatValue {
    case null
    case single(Any)
    case list([FormatValue])

    /// An argument from the app: a Foundation class, a Swift type, or an optional of one.
    init(_ argument: Any) {
        switch argument {
        case let optional as any OptionalArgument:
            self = optional.content.map(FormatValue.init) ?? .null
        case is NSNull:
            self = .null
        case is String, is NSString:
            self = .single(argument)
        case let list as [Any]:
            self = .list(list.map(FormatValue.init))
        case let set as Set<AnyHashable>:
            self = .list(set.map { FormatValue($0.base) })
        default:
            self = .single(argument)
        }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value as an instance of a class.
    func cast<Value>(to _: Value.Type) -> Value? {
        if case .single(let value) = self { value as? Value } else { nil }
    }

    /// The value as an integer; a case of an enumeration counts as its raw value.
    var integer: Int64? {
        guard case .single(let value) = self else { return nil }
        return switch value {
        case let number as NSNumber: number.wholeNumber
        case let integer as any BinaryInteger: Int64(exactly: integer)
        case let enumeration as any RawRepresentable: FormatValue(enumeration.rawValue).integer
        default: nil
        }
    }

    /// The value as a number.
    var number: Double? {
        guard case .single(let value) = self else { return nil }
        return (value as? NSNumber)?.doubleValue ?? (value as? any BinaryInteger).map { Double($0) }
    }
}

extension NSNumber {
    /// The number when it is a whole one that fits.
    fileprivate var wholeNumber: Int64? {
        // Checks the encoding of the number's C type: a number that is not floating point is exact.
        switch UInt8(bitPattern: objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): Int64(exactly: doubleValue)
        case UInt8(ascii: "Q"): Int64(exactly: uint64Value)
        default: int64Value
        }
    }
}

private protocol OptionalArgument {
    var content: Any? { get }
}

extension Optional: OptionalArgument {
    fileprivate var content: Any? { self }
}
