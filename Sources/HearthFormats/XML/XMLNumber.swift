/// Parses and prints XML's numbers, without creating strings for the common ones.
enum XMLNumber {
    /// The nearest number; nil unless the text is a finite decimal number. Blanks around it do not matter.
    static func number(_ text: Span<UInt8>) -> Double? {
        let bounds = trimmed(text)
        guard !bounds.isEmpty, bounds.count <= maxBytes else { return nil }
        var index = bounds.lowerBound
        let isNegative = text[index] == UInt8(ascii: "-")
        if isNegative || text[index] == UInt8(ascii: "+") {
            index += 1
        }
        var digits: UInt64 = 0
        var count = 0
        var fractionDigits = 0
        var hasPoint = false
        while index < bounds.upperBound {
            let byte = text[index]
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                guard count < exactDigits else { return slowNumber(text, bounds) }
                digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
                count += digits == 0 ? 0 : 1
                fractionDigits += hasPoint ? 1 : 0
            } else {
                return slowNumber(text, bounds)
            }
            index += 1
        }
        guard fractionDigits < powers.count else { return slowNumber(text, bounds) }
        guard digits > 0 || hasDigit(text, bounds) else { return nil }
        // Both are exact, so the quotient is the nearest number.
        let magnitude = Double(digits) / powers[fractionDigits]
        return isNegative ? -magnitude : magnitude
    }

    /// The shortest digits that read back as the same number, without an exponent.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        guard let exponentStart = text.firstIndex(of: "e"), let exponent = Int(text[exponentStart...].dropFirst())
        else {
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        let sign = number < 0 ? "-" : ""
        let parts = text[..<exponentStart].drop { $0 == "-" }.split(separator: ".")
        let whole = parts.first ?? "0"
        let fraction = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
        let digits = whole + fraction
        if exponent < 0 {
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
        }
        return sign + digits + String(repeating: "0", count: max(0, exponent - fraction.count))
    }

    /// Where the text is that blanks surround.
    static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
        var start = 0
        var end = text.count
        while start < end, text[start] <= 0x20 {
            start += 1
        }
        while end > start, text[end - 1] <= 0x20 {
            end -= 1
        }
        return start..<end
    }

    private static let maxBytes = 512
    /// An integer of 15 digits is a Double.
    private static let exactDigits = 15
    /// These powers of ten are Doubles.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    private static func hasDigit(_ text: Span<UInt8>, _ bounds: Range<Int>) -> Bool {
        bounds.contains { text[$0] >= UInt8(ascii: "0") && text[$0] <= UInt8(ascii: "9") }
    }

    /// Exponents and many digits. Hexadecimal numbers, `nan` and `infinity`, which `Double` would read, are not
    /// numbers in XML.
    private static func slowNumber(_ text: Span<UInt8>, _ bounds: Range<Int>) -> Double? {
        var string = ""
        for index in bounds {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                string.unicodeScalars.append(Unicode.Scalar(text[index]))
            default:
                return nil
            }
        }
        return Double(string).flatMap { $0.isFinite ? $0 : nil }
    }
}
