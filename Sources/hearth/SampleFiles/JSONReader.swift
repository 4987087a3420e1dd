/// Reads one line of JSON (RFC 8259).
///
/// Numbers keep their text: only the unit decides where the decimal point of a percentage belongs.
struct JSONReader {
    /// A line within a few levels is a sample; deeper ones could exhaust the stack.
    private static let deepestNesting = 16
    /// A route has at most 1.5 million values. A value takes much more memory than its text.
    private static let mostValues = 1 << 22

    private let bytes: [UInt8]
    private let mostValues: Int
    private var position = 0
    private var depth = 0
    private var count = 0

    /// The value that a line writes; nil when it is not JSON, or has too many levels or values.
    static func value(_ line: [UInt8]) -> JSON? {
        try? read(line)
    }

    /// The value that a line writes.
    static func read(_ line: [UInt8], mostValues: Int = mostValues) throws(InputError) -> JSON {
        var reader = JSONReader(bytes: line, mostValues: mostValues)
        reader.skipSpaces()
        if let value = reader.value() {
            reader.skipSpaces()
            if reader.position == line.count { return value }
        }
        if reader.depth > deepestNesting {
            throw InputError("The line has more than \(deepestNesting) levels of objects and arrays.")
        }
        if reader.count > mostValues {
            throw InputError("The line has more than \(mostValues) values.")
        }
        throw InputError("This is not a JSON object.")
    }

    private init(bytes: [UInt8], mostValues: Int) {
        self.bytes = bytes
        self.mostValues = mostValues
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    }

    private mutating func value() -> JSON? {
        count += 1
        guard count <= mostValues else { return nil }
        switch next {
        case UInt8(ascii: "{"): return nested { $0.members().map { .members($0) } }
        case UInt8(ascii: "["): return nested { $0.elements().map { .array($0) } }
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func nested(_ read: (inout JSONReader) -> JSON?) -> JSON? {
        depth += 1
        guard depth <= JSONReader.deepestNesting else { return nil }
        position += 1
        guard let value = read(&self) else { return nil }
        depth -= 1
        return value
    }

    private mutating func members() -> [(String, JSON)]? {
        var members: [(String, JSON)] = []
        skipSpaces()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipSpaces()
            guard let name = string() else { return nil }
            skipSpaces()
            guard take(UInt8(ascii: ":")) else { return nil }
            skipSpaces()
            guard let value = value() else { return nil }
            members.append((name, value))
            skipSpaces()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func elements() -> [JSON]? {
        var elements: [JSON] = []
        skipSpaces()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            skipSpaces()
            guard let value = value() else { return nil }
            elements.append(value)
            skipSpaces()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func word(_ text: String) -> Bool {
        let end = position + text.utf8.count
        guard end <= bytes.count, bytes[position..<end].elementsEqual(text.utf8) else { return false }
        position = end
        return true
    }

    private mutating func number() -> JSON? {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let isZero = next == UInt8(ascii: "0")
        guard let digits = digits(), !isZero || digits == 1 else { return nil }
        if take(UInt8(ascii: ".")), self.digits() == nil { return nil }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard self.digits() != nil else { return nil }
        }
        return .decimal(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Takes digits and returns their number; nil when the next byte is none.
    private mutating func digits() -> Int? {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position > start ? position - start : nil
    }

    // MARK: - Strings

    private mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text.append(contentsOf: scalar.utf8)
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func escape() -> Unicode.Scalar? {
        guard let letter = next else { return nil }
        position += 1
        guard letter == UInt8(ascii: "u") else { return JSONReader.escapes[letter] }
        guard let first = codeUnit() else { return nil }
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
        // A surrogate pair is one character.
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let second = codeUnit(),
            (0xDC00...0xDFFF).contains(second)
        else { return nil }
        return Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func codeUnit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        position += 4
        return digits.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } ? UInt32(digits, radix: 16) : nil
    }
}
