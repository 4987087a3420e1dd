/// Which messages, fields and enumerators occurred, and how often.
struct Coverage {
    private(set) var counts: [Item: Int] = [:]

    /// What can occur.
    enum Item: Hashable, CustomStringConvertible {
        case message(String)
        case field(message: String, number: UInt64)
        case enumerator(enumeration: String, number: UInt32)

        var description: String {
            switch self {
            case .message(let name): "message \(name)"
            case .field(let message, let number): "field \(number) of \(message)"
            case .enumerator(let enumeration, let number): "\(number) of enum \(enumeration)"
            }
        }
    }

    mutating func add(message: String) {
        counts[.message(message), default: 0] += 1
    }

    mutating func add(field number: UInt64, of message: String) {
        counts[.field(message: message, number: number), default: 0] += 1
    }

    mutating func add(enumerator number: UInt32, of enumeration: String) {
        counts[.enumerator(enumeration: enumeration, number: number), default: 0] += 1
    }

    mutating func add(_ other: Coverage) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// Those of `items` that never occurred.
    func missing(of items: Set<Item>) -> [Item] {
        items.filter { counts[$0] == nil }.sorted { $0.description < $1.description }
    }
}
