/// A value of JSON, its members in the order in which they were given. It is printed on one line.
indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    /// A number whose text is known.
    case decimal(String)
    case string(String)
    case array([JSON])
    case object(KeyValuePairs<String, JSON>)
    /// Members whose names are not known before.
    case members([(String, JSON)])

    /// Nothing else than the text, without spaces. Members that are null are left out.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        // JSON has no infinity and no NaN.
        case .number(let value): value.isFinite ? value.shortText : "null"
        case .decimal(let text): text
        case .string(let value): value.quoted
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members): "{" + JSON.text(members.map { ($0.key, $0.value) }) + "}"
        case .members(let members): "{" + JSON.text(members) + "}"
        }
    }

    /// The members of an object without the braces.
    static func text(_ members: [(String, JSON)]) -> String {
        let present = members.filter { if case .null = $0.1 { false } else { true } }
        return present.map { "\($0.0.quoted):\($0.1.text)" }.joined(separator: ",")
    }

    /// A text, or null.
    static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    /// A number, or null if it is not known.
    static func known(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }

    /// An array, or null if it is empty.
    static func list(_ values: [JSON]) -> JSON { values.isEmpty ? .null : .array(values) }

    // MARK: - What was read

    var isNull: Bool { if case .null = self { true } else { false } }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The text of a number.
    var numberText: String? { if case .decimal(let text) = self { text } else { nil } }
}
