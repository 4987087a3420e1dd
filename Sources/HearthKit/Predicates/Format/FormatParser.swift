internal import HearthModel

/// Parses the text of a predicate, as `NSPredicate(format:)` accepts it:
///
///     or         = and { ("OR" | "||") and }
///     and        = not { ("AND" | "&&") not }
///     not        = ("NOT" | "!") not | "(" or ")" | "TRUEPREDICATE" | "FALSEPREDICATE" | comparison
///     comparison = key operator value | value operator key
///     operator   = "==" | "=" | "!=" | "<>" | "<" | "<=" | "=<" | ">" | ">=" | "=>" | "BETWEEN" | "IN"
///                | "CONTAINS" | "BEGINSWITH" | "ENDSWITH"
///     key        = (name | "%K") { "." (name | "%K") }
///     value      = number | text in quotes | "TRUE" | "FALSE" | "YES" | "NO" | "NIL" | "NULL" | "%@", "%d", …
///                | "{" [ value { "," value } ] "}"
///
/// Arguments are values, and are never parsed as text of the predicate.
struct FormatParser {
    private var tokens: ArraySlice<FormatToken>
    private var arguments: ArraySlice<Any>
    private var depth = 0

    /// How deep parentheses and negations may nest, so that no text can exhaust the stack.
    static let greatestDepth = 100

    /// Parses a text with its arguments. Unused arguments are ignored, as in Foundation.
    static func condition(_ format: String, _ arguments: [Any]) throws(FormatFault) -> Condition {
        var parser = FormatParser(tokens: try FormatLexer.tokens(of: format)[...], arguments: arguments[...])
        let condition = try parser.parseOr()
        guard parser.token.content == .end else {
            throw parser.fault("expected AND, OR or the end")
        }
        return condition
    }

    private init(tokens: ArraySlice<FormatToken>, arguments: ArraySlice<Any>) {
        self.tokens = tokens
        self.arguments = arguments
    }

    // MARK: - Conditions

    private mutating func parseOr() throws(FormatFault) -> Condition {
        var parts = [try parseAnd()]
        while take(sign: "||") || take(keyword: "OR") {
            parts.append(try parseAnd())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func parseAnd() throws(FormatFault) -> Condition {
        var parts = [try parseNot()]
        while take(sign: "&&") || take(keyword: "AND") {
            parts.append(try parseNot())
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func parseNot() throws(FormatFault) -> Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= FormatParser.greatestDepth else {
            throw fault("more than \(FormatParser.greatestDepth) parentheses and negations are in one another")
        }
        if take(sign: "!") || take(keyword: "NOT") {
            return .none([try parseNot()])
        }
        if take(sign: "(") {
            let inner = try parseOr()
            try expect(")")
            return inner
        }
        if take(keyword: "TRUEPREDICATE") {
            return .test(.constant(true))
        }
        if take(keyword: "FALSEPREDICATE") {
            return .test(.constant(false))
        }
        return try parseComparison()
    }

    // MARK: - Comparisons

    private enum Operand {
        case key(FormatKey)
        case value(FormatValue)
    }

    private mutating func parseComparison() throws(FormatFault) -> Condition {
        let leftPosition = token.position
        let left = try parseOperand()
        let operation = try parseOperator()
        let rightPosition = token.position
        let right = try parseOperand()
        switch (left, right) {
        case (.key(let key), .value(let value)):
            return try FormatComparison(key: key, operation: operation, value: value, position: rightPosition)
                .condition()
        case (.value(let value), .key(let key)):
            guard case .relation(let relation) = operation, let mirrored = relation.mirrored else {
                throw FormatFault(message: "the key must be on the left of this operator", position: rightPosition)
            }
            return try FormatComparison(
                key: key,
                operation: .relation(mirrored),
                value: value,
                position: leftPosition
            )
            .condition()
        case (.key, .key):
            throw FormatFault(message: "a key is compared with a value, and not with a key", position: rightPosition)
        case (.value, .value):
            throw FormatFault(message: "expected a key path such as startDate, or %K for one", position: leftPosition)
        }
    }

    private mutating func parseOperator() throws(FormatFault) -> FormatComparison.Operation {
        let operation: FormatComparison.Operation? =
            switch token.content {
            case .sign(let sign): FormatParser.signs[sign].map { .relation($0) }
            case .word(let word):
                switch word.uppercased() {
                case "IN": .oneOf
                case "BETWEEN": .between
                case let word: FormatParser.textRelations[word].map { .relation($0) }
                }
            default: nil
            }
        guard let operation else {
            throw fault("expected an operator such as ==, <, IN or BETWEEN")
        }
        advance()
        guard !token.isSign("[") else {
            throw fault("texts are compared byte by byte: [c] and [d] cannot be had")
        }
        return operation
    }

    private static let signs: [String: Relation] = [
        "==": .equal, "=": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
    ]

    private static let textRelations: [String: Relation] = [
        "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
    ]

    // MARK: - Keys and values

    private mutating func parseOperand() throws(FormatFault) -> Operand {
        switch token.content {
        case .keyArgument:
            return .key(try parseKey())
        case .word(let word) where FormatParser.constant(word) == nil:
            return .key(try parseKey())
        default:
            return .value(try parseValue())
        }
    }

    /// The value that a word represents; nil: it is part of a key.
    private static func constant(_ word: String) -> FormatValue? {
        switch word.uppercased() {
        case "NIL", "NULL": .null
        case "TRUE", "YES": .single(true)
        case "FALSE", "NO": .single(false)
        default: nil
        }
    }

    private mutating func parseKey() throws(FormatFault) -> FormatKey {
        let position = token.position
        var path = try parseKeyPart()
        while take(sign: ".") {
            path += "." + (try parseKeyPart())
        }
        guard let key = FormatKey(path: path) else {
            throw FormatFault(
                message: "the store does not know the key path: use one of the constants HKPredicateKeyPath…",
                position: position
            )
        }
        return key
    }

    private mutating func parseKeyPart() throws(FormatFault) -> String {
        switch token.content {
        case .word(let word):
            advance()
            return word
        case .keyArgument:
            let position = token.position
            guard let part = FormatValue(try takeArgument()).cast(to: String.self) else {
                throw FormatFault(message: "the argument for %K is not a text", position: position)
            }
            return part
        default:
            throw fault("expected a part of a key path")
        }
    }

    private mutating func parseValue() throws(FormatFault) -> FormatValue {
        switch token.content {
        case .valueArgument:
            return FormatValue(try takeArgument())
        case .text(let text):
            advance()
            return .single(text)
        case .integer(let integer):
            advance()
            return .single(integer)
        case .number(let number):
            advance()
            return .single(number)
        case .word(let word):
            guard let constant = FormatParser.constant(word) else {
                throw fault("expected a value")
            }
            advance()
            return constant
        case .sign("-"):
            return try parseNegative()
        case .sign("{"):
            return try parseList()
        case .sign, .keyArgument, .end:
            throw fault("expected a key path or a value")
        }
    }

    private mutating func parseNegative() throws(FormatFault) -> FormatValue {
        advance()
        switch token.content {
        case .integer(let integer):
            advance()
            return .single(-integer)
        case .number(let number):
            advance()
            return .single(-number)
        default:
            throw fault("expected a number")
        }
    }

    /// Lists do not nest.
    private mutating func parseList() throws(FormatFault) -> FormatValue {
        advance()
        var values: [FormatValue] = []
        while !take(sign: "}") {
            if !values.isEmpty {
                try expect(",")
            }
            guard !token.isSign("{") else { throw fault("expected a value") }
            values.append(try parseValue())
        }
        return .list(values)
    }

    private mutating func takeArgument() throws(FormatFault) -> Any {
        guard let argument = arguments.popFirst() else {
            throw fault("an argument is missing for this")
        }
        advance()
        return argument
    }

    // MARK: - Tokens

    /// The next. The last, which is the end, is never taken.
    private var token: FormatToken { tokens[tokens.startIndex] }

    private mutating func advance() {
        if tokens.count > 1 {
            tokens.removeFirst()
        }
    }

    private mutating func take(sign: String) -> Bool {
        take(if: token.isSign(sign))
    }

    private mutating func take(keyword: String) -> Bool {
        take(if: token.isKeyword(keyword))
    }

    private mutating func take(if isMeant: Bool) -> Bool {
        if isMeant {
            advance()
        }
        return isMeant
    }

    private mutating func expect(_ sign: String) throws(FormatFault) {
        guard take(sign: sign) else { throw fault("expected \(sign)") }
    }

    private func fault(_ message: String) -> FormatFault {
        FormatFault(message: message, position: token.position)
    }
}
