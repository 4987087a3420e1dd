internal import Foundation
internal import HearthModel

/// What a key is compared with.
enum FormatValue {
    case null
    case single(Any)
    case list([FormatValue])

    /// An argument as the app gave it: Foundation's classes, Swift's types, optionals of them.
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

    /// The value as one of a class.
    func cast<Value>(to _: Value.Type) -> Value? {
        if case .single(let value) = self { value as? Value } else { nil }
    }

    /// The value as a whole number, also when it is a case of an enumeration.
    var integer: Int64? {
        guard case .single(let value) = self else { return nil }
        return switch value {
        case let number as NSNumber: Int64(exactly: number.doubleValue).map { _ in number.int64Value }
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

private protocol OptionalArgument {
    var content: Any? { get }
}

extension Optional: OptionalArgument {
    fileprivate var content: Any? { self }
}
