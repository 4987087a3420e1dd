/// A value that is printed as JSON on one line, its members in the order in which they were given.
indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
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
        case .number(let value): value.shortText
        case .string(let value): value.quoted
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members): JSON.text(members.map { ($0.key, $0.value) })
        case .members(let members): JSON.text(members)
        }
    }

    private static func text(_ members: [(String, JSON)]) -> String {
        let present = members.filter { if case .null = $0.1 { false } else { true } }
        return "{" + present.map { "\($0.0.quoted):\($0.1.text)" }.joined(separator: ",") + "}"
    }

    /// A text, or null.
    static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
}

extension Double {
    /// The shortest text that is read as the same number, without `.0`.
    var shortText: String {
        let exactInDouble = 0x1p53
        return magnitude < exactInDouble && self == rounded() ? "\(Int64(self))" : "\(self)"
    }
}

extension String {
    /// As JSON and OpenMetrics quote it.
    var quoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// As a field of a CSV file: in quotes when it holds what would end it.
    var csvField: String {
        guard contains(where: { ",\"\n\r\r\n".contains($0) }) else { return self }
        return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// Without what a terminal would obey: an app chooses its name.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
