import HearthTestSupport

/// What hearth.proto says about messages, fields and enums, so that tests can go through all of them. Read line by line:
/// the file has one declaration a line and no messages in messages.
struct Schema: Sendable {
    private(set) var messages: [String: [Field]] = [:]
    /// The numbers of each enum.
    private(set) var enums: [String: Set<UInt64>] = [:]

    /// A field of a message.
    struct Field: Hashable, Sendable {
        var message: String
        var number: UInt64
        var name: String
        var type: String
        var isRepeated: Bool
        /// The oneof that it is a member of.
        var oneof: String?
        var comment: String
    }

    static let hearth: Schema = {
        guard let text = try? Repository.text(of: Repository.protoFile) else {
            preconditionFailure("\(Repository.protoFile) cannot be read")
        }
        return Schema(text)
    }()

    init(_ text: String) {
        var block = Block.none
        var oneof: String?
        var comment: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let slashes = line.firstRange(of: "//")
            let words = line.prefix(upTo: slashes?.lowerBound ?? line.endIndex).split { " ;={}".contains($0) }
            if let slashes { comment.append(line.suffix(from: slashes.upperBound)) }
            guard let first = words.first else {
                if slashes == nil { comment = [] }
                if line.contains("}") { oneof = nil }
                continue
            }
            switch first {
            case "message":
                block = .message(String(words[1]))
                messages[String(words[1])] = []
            case "enum": block = .enumeration(String(words[1]))
            case "oneof": oneof = String(words[1])
            default: add(words, in: block, oneof, comment.joined())
            }
            if first != "oneof", first != "message", line.contains("}") { oneof = nil }
            comment = []
        }
    }

    private enum Block {
        case none
        case message(String)
        case enumeration(String)
    }

    private mutating func add(_ words: [Substring], in block: Block, _ oneof: String?, _ comment: String) {
        guard words.count >= 2, let number = words.last.flatMap({ UInt64($0) }) else { return }
        switch block {
        case .none:
            break
        case .enumeration(let name):
            enums[name, default: []].insert(number)
        case .message(let name):
            let field = Field(
                message: name,
                number: number,
                name: String(words[words.count - 2]),
                type: String(words[words.count - 3]),
                isRepeated: words.first == "repeated",
                oneof: oneof,
                comment: comment
            )
            messages[name, default: []].append(field)
        }
    }

    /// The field of a message; nil when the schema does not know the number.
    func field(_ number: UInt64, of message: String) -> Field? {
        messages[message]?.first { $0.number == number }
    }

    var fields: [Field] {
        messages.values.joined().sorted { ($0.message, $0.number) < ($1.message, $1.number) }
    }
}

extension Schema.Field {
    var isMessage: Bool { Schema.hearth.messages[type] != nil }
    var isEnum: Bool { Schema.hearth.enums[type] != nil }

    /// The width of an element, when the field is a column or a UUID.
    var width: Int? {
        guard type == "bytes" else { return nil }
        if name.hasSuffix("_indexes") { return 4 }
        if let range = comment.firstRange(of: "Column of ") {
            switch comment.suffix(from: range.upperBound).prefix(while: \.isLetterOrDigit) {
            case "UUIDs": return 16
            case "int64", "float64": return 8
            case "uint32": return 4
            case "flags": return 1
            default: return nil
            }
        }
        return isIdentifier ? 16 : nil
    }

    /// Whether the field is one UUID and not a column.
    var isIdentifier: Bool { type == "bytes" && comment.contains("UUID") && !isColumn }

    var isColumn: Bool { type == "bytes" && (comment.contains("Column of ") || name.hasSuffix("_indexes")) }

    var isColumnOfNumbers: Bool { isColumn && comment.contains("Column of float64") }

    /// A column of times that samples have; those of deletions are the server's own.
    var isColumnOfTimes: Bool {
        ["starts", "ends", "timestamps", "most_recent_starts", "most_recent_ends"].contains(name) && isColumn
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}

extension Schema.Field: CustomStringConvertible {
    var description: String { "\(message).\(name)" }
}
