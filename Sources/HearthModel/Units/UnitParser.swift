/// Reads a unit's text.
///
///     group   = product [ "/" product ]              everything after the "/" is the denominator
///     product = factor *( ("*" / "." / "·") factor )
///     factor  = primary [ "^" [ "-" ] digits ]
///     primary = "()" / "1" / "(" group ")" / name [ "<" molar mass ">" ]
///
/// The text comes from peers and files. Its length and the depth of its parentheses are bounded, the products have at
/// most 16 factors, and no byte is read more than a fixed number of times.
struct UnitParser {
    static let deepestNesting = 8
    /// `appleEffortScore` is the longest name.
    private static let longestName = 16

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    static func factors(of text: String) throws(UnitFault) -> UnitFactors {
        // Counted before anything is copied.
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Unit.longestText else { throw .tooLong }
        var parser = UnitParser(bytes: Array(text.utf8))
        let factors = try parser.group()
        guard parser.position == parser.bytes.count else { throw .unexpected(at: parser.position) }
        return factors
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func group() throws(UnitFault) -> UnitFactors {
        var factors = try product()
        if take("/") {
            try factors.multiply(by: try product(), sign: -1)
            guard peek() != UInt8(ascii: "/") else { throw .secondSlash(at: position) }
        }
        return try factors.checked()
    }

    private mutating func product() throws(UnitFault) -> UnitFactors {
        var factors = try factor()
        while takeSeparator() {
            try factors.multiply(by: try factor())
        }
        return factors
    }

    private mutating func factor() throws(UnitFault) -> UnitFactors {
        let factors = try primary()
        return take("^") ? try factors.raised(to: try power()) : factors
    }

    private mutating func primary() throws(UnitFault) -> UnitFactors {
        if take("1") { return UnitFactors() }
        guard take("(") else { return UnitFactors(try atom()) }
        if take(")") { return UnitFactors() }
        depth += 1
        guard depth <= UnitParser.deepestNesting else { throw .tooDeep }
        let factors = try group()
        guard take(")") else { throw .unclosedParenthesis(at: position) }
        depth -= 1
        return factors
    }

    private mutating func atom() throws(UnitFault) -> AtomicUnit {
        let start = position
        let name = takeRun(where: isNameByte)
        guard !name.isEmpty else { throw .unexpected(at: start) }
        guard name.utf8.count <= UnitParser.longestName, let (prefix, base) = AtomicUnit.split(name) else {
            throw .unknownName(at: start)
        }
        guard base == .mole, take("<") else { return AtomicUnit(base, prefix: prefix) }
        return AtomicUnit(moleOf: try molarMass(), prefix: prefix)
    }

    private mutating func molarMass() throws(UnitFault) -> MolarMass {
        let start = position
        let text = takeRun { isDigit($0) || $0 == UInt8(ascii: ".") }
        guard let mass = MolarMass(text[...]), take(">") else { throw .badMolarMass(at: start) }
        return mass
    }

    private mutating func power() throws(UnitFault) -> Int {
        let start = position
        let sign = take("-") ? -1 : 1
        var magnitude: Int?
        while let digit = peek(), isDigit(digit) {
            let value = (magnitude ?? 0) * 10 + Int(digit - UInt8(ascii: "0"))
            // Checked at every digit, so that no number of digits overflows.
            guard value <= UnitFactors.highestPower else { throw .powerTooHigh }
            magnitude = value
            position += 1
        }
        guard let magnitude else { throw .badPower(at: start) }
        return sign * magnitude
    }
}

// Steps over the bytes.
extension UnitParser {
    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func take(_ symbol: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: symbol) else { return false }
        position += 1
        return true
    }

    private mutating func takeSeparator() -> Bool {
        if take("*") || take(".") { return true }
        let middleDot = "·".utf8
        guard bytes[position...].starts(with: middleDot) else { return false }
        position += middleDot.count
        return true
    }

    /// The ASCII bytes from here on that fulfil the condition.
    private mutating func takeRun(where condition: (UInt8) -> Bool) -> String {
        let run = bytes[position...].prefix(while: condition)
        position = run.endIndex
        return String(decoding: run, as: UTF8.self)
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
        UInt8(ascii: "%"):
        true
    default:
        false
    }
}
