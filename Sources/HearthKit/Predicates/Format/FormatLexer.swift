/// Splits the text of a predicate into tokens.
struct FormatLexer {
    private let characters: [Character]
    private var next = 0

    /// The tokens of a text; the last is the end.
    static func tokens(of text: String) throws(FormatFault) -> [FormatToken] {
        var lexer = FormatLexer(characters: Array(text))
        var tokens: [FormatToken] = []
        repeat {
            tokens.append(try lexer.token())
        } while tokens.last?.content != .end
        return tokens
    }

    private init(characters: [Character]) {
        self.characters = characters
    }

    /// The longer before those that they begin with.
    private static let signs = [
        "==", "=<", "=>", "!=", "<=", "<>", ">=", "&&", "||",
        "=", "<", ">", "!", "(", ")", "{", "}", ",", ".", "[", "]", "-", "+", "*", "/",
    ]

    private mutating func token() throws(FormatFault) -> FormatToken {
        skip { $0.isWhitespace }
        let position = next + 1
        guard let character = peek() else { return FormatToken(content: .end, position: position) }
        let content: FormatToken.Content
        if character.isLetter || character == "_" {
            content = .word(take { $0.isLetter || $0.isNumber || $0 == "_" })
        } else if character.isASCII, character.isWholeNumber {
            content = try number(position)
        } else if character == "\"" || character == "'" {
            content = try text(until: character, position)
        } else if character == "%" {
            content = try argument(position)
        } else if let sign = Self.signs.first(where: begins) {
            next += sign.count
            content = .sign(sign)
        } else {
            throw FormatFault(message: "\(character) has no meaning here", position: position)
        }
        return FormatToken(content: content, position: position)
    }

    private func peek(_ offset: Int = 0) -> Character? {
        next + offset < characters.count ? characters[next + offset] : nil
    }

    private func begins(with sign: String) -> Bool {
        characters[next...].starts(with: sign)
    }

    private mutating func skip(while condition: (Character) -> Bool) {
        while let character = peek(), condition(character) { next += 1 }
    }

    private mutating func take(while condition: (Character) -> Bool) -> String {
        let first = next
        skip(while: condition)
        return String(characters[first..<next])
    }

    private mutating func number(_ position: Int) throws(FormatFault) -> FormatToken.Content {
        let isDigit = { (character: Character) in character.isASCII && character.isWholeNumber }
        var digits = take(while: isDigit)
        if peek() == ".", peek(1).map(isDigit) ?? false {
            next += 1
            digits += "." + take(while: isDigit)
        }
        if peek() == "e" || peek() == "E" {
            let sign = peek(1) == "-" || peek(1) == "+" ? 1 : 0
            if peek(1 + sign).map(isDigit) ?? false {
                digits += String(characters[next...next + sign])
                next += 1 + sign
                digits += take(while: isDigit)
            }
        }
        guard peek().map({ !$0.isLetter && $0 != "_" }) ?? true else {
            throw FormatFault(message: "a letter follows the number", position: position)
        }
        if let integer = Int64(digits) {
            return .integer(integer)
        }
        guard let number = Double(digits), number.isFinite else {
            throw FormatFault(message: "the number is too large", position: position)
        }
        return .number(number)
    }

    private mutating func text(until quote: Character, _ position: Int) throws(FormatFault) -> FormatToken.Content {
        next += 1
        var text = ""
        while let character = peek() {
            next += 1
            switch character {
            case quote:
                return .text(text)
            case "\\":
                guard let escaped = peek() else { continue }
                next += 1
                text.append(["n": "\n", "t": "\t", "r": "\r"][escaped] ?? escaped)
            default:
                text.append(character)
            }
        }
        throw FormatFault(message: "the text in quotes does not end", position: position)
    }

    /// The part after %: K, @, or a length and conversion as in `printf`.
    private mutating func argument(_ position: Int) throws(FormatFault) -> FormatToken.Content {
        next += 1
        let length = take { "hlqLzjt".contains($0) }
        guard let kind = peek() else {
            throw FormatFault(message: "the format ends with a %", position: position)
        }
        next += 1
        switch kind {
        case "K" where length.isEmpty: return .keyArgument
        case "@" where length.isEmpty: return .valueArgument
        case "d", "i", "u", "D", "U", "x", "X", "o", "f", "g", "e", "F", "G", "E", "a": return .valueArgument
        default: throw FormatFault(message: "%\(length)\(kind) does not name an argument", position: position)
        }
    }
}
