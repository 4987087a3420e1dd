import HearthTestSupport
import Testing

/// What people read when something fails is made of sentences: with a capital letter and a full stop.
@Suite struct ErrorSentenceTests {
    /// The calls that make errors of texts.
    private static let calls: Set = [
        "HearthError", "checkEach", "checkPairs", "corrupt", "SocketError", "InputError", "CommandError", "SystemError",
        "UsageError", "usageError",
    ]

    @Test(arguments: [
        "HearthModel", "HearthWire", "HearthStore", "HearthSocket", "HearthServer", "HearthClient", "HearthKit",
        "hearth",
    ])
    func anErrorTextIsASentence(target: String) throws {
        var count = 0
        for path in Repository.paths(below: "Sources/\(target)") where path.hasSuffix(".swift") {
            let texts = Self.texts(in: try Repository.text(path))
            count += texts.count
            #expect(texts.filter { !Self.isSentence($0) } == [], "\(path)")
        }
        #expect(count > 0)
    }

    @Test func aFragmentIsFound() {
        let source = #"""
            throw HearthError(.unknownType, "the type \(type("a b")) is unknown", field: "columns[\(row)].type")
            throw HearthError(
                isLarge ? .limitExceeded : .invalidArgument,
                isLarge ? "Too many: \(rows) rows" : "It has no rows."
            )
            try checkEach(values, "values", "the value is negative") { $0 >= 0 }
            throw InputError("'\(name)' is not a file." + " Name one")
            throw HearthError(.unknown, "The disk is full: make room,"
                + " then save again.\(advice)")
            """#
        #expect(
            Self.texts(in: source).filter { !Self.isSentence($0) } == [
                "the type \u{FFFC} is unknown", "Too many: \u{FFFC} rows", "the value is negative",
                "'\u{FFFC}' is not a file. Name one",
            ]
        )
    }

    private static func isSentence(_ text: String) -> Bool {
        text.first?.isLowercase == false && text.last.map { ".?\u{FFFC}".contains($0) } == true
    }

    /// The literals in the calls that make errors, without names and paths of fields.
    private static func texts(in source: String) -> [String] {
        source.split(separator: "(", omittingEmptySubsequences: false).dropLast().flatMap { before -> [String] in
            let name = before.reversed().prefix(while: \.isLetter).reversed()
            guard calls.contains(String(name)) else { return [] }
            var reader = LiteralReader(rest: source[before.endIndex...].dropFirst())
            return reader.literals().filter { $0.contains(" ") && $0.contains(where: \.isLetter) }
        }
    }
}

/// Reads string literals up to the end of a call.
private struct LiteralReader {
    var rest: Substring

    /// The literals up to the parenthesis that closes the call, joined where a `+` joins them.
    mutating func literals() -> [String] {
        var literals: [String] = []
        var depth = 1
        var isJoined = false
        while depth > 0, let character = rest.popFirst() {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"":
                let literal = literal()
                if isJoined, let last = literals.popLast() {
                    literals.append(last + literal)
                } else {
                    literals.append(literal)
                }
            default: break
            }
            isJoined = character == "+" || isJoined && character.isWhitespace
        }
        return literals
    }

    /// The literal whose quotation mark was read. A value in it is one character that stands for an object.
    private mutating func literal() -> String {
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\" else {
                text.append(character)
                continue
            }
            if rest.popFirst() == "(" {
                _ = literals()
                text.append("\u{FFFC}")
            }
        }
        return text
    }
}
