/// Numbers whose decimal point is moved on the way to their text and back, as between a percentage and its share. The
/// digits stay the same: 97.3 reads as 0.973 and 0.973 prints as 97.3, which arithmetic with the factor 100 does not
/// promise.
enum DecimalText {
    /// The shortest text that reads, with the point moved back, as the same number.
    static func text(of number: Double, shiftedBy places: Int) -> String {
        guard number.isFinite, number != 0 else { return number.shortText }
        let printed = number.magnitude.description.split(separator: "e")
        let parts = printed[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
        let exponent = printed.count > 1 ? Int(printed[1]) ?? 0 : 0
        let digits = (parts[0] + fraction).drop { $0 == "0" }
        let leadingZeros = parts[0].count + fraction.count - digits.count
        let point = parts[0].count - leadingZeros + exponent + places
        return (number < 0 ? "-" : "") + text(digits: digits, point: point)
    }

    /// Places the point after this number of digits.
    private static func text(digits: Substring, point: Int) -> String {
        let longest = 21
        guard -6...longest ~= point else {
            return "\(digits.prefix(1))\(digits.count > 1 ? "." : "")\(digits.dropFirst())e\(point - 1)"
        }
        if point <= 0 {
            return "0." + String(repeating: "0", count: -point) + digits
        }
        let whole = digits.prefix(point) + String(repeating: "0", count: max(0, point - digits.count))
        var fraction = digits.dropFirst(point)
        while fraction.hasSuffix("0") {
            fraction.removeLast()
        }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }

    /// The number that a text writes, with its point moved; nil when it is not a finite number.
    static func value(_ text: Span<UInt8>, shiftedBy places: Int) -> Double? {
        if let value = shortValue(text, shiftedBy: places) { return value }
        let name = text.text.lowercased()
        // Neither names of numbers nor hexadecimal digits.
        guard name.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }) else { return nil }
        let parts = name.split(separator: "e", omittingEmptySubsequences: false)
        // No number has a larger exponent, whatever its digits.
        guard parts.count <= 2, !parts[0].isEmpty, let exponent = parts.count == 1 ? 0 : Int(parts[1]),
            exponent.magnitude < 10_000, let value = Double("\(parts[0])e\(exponent + places)"), value.isFinite
        else { return nil }
        return value
    }

    /// Numbers of up to 15 digits without an exponent: numerator and power of ten are exact, so that their quotient is
    /// rounded once. Nil for others.
    private static func shortValue(_ text: Span<UInt8>, shiftedBy places: Int) -> Double? {
        let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        var digits = 0
        var number = 0
        var decimals: Int?
        for index in (isNegative ? 1 : 0)..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit < 10 {
                number = number * 10 + Int(digit)
                digits += 1
                decimals = decimals.map { $0 + 1 }
                guard digits <= 15 else { return nil }
            } else if text[index] == UInt8(ascii: "."), decimals == nil, digits > 0 {
                decimals = 0
            } else {
                return nil
            }
        }
        let power = (decimals ?? 0) - places
        guard digits > 0, 0..<powersOfTen.count ~= power else { return nil }
        let value = Double(number) / powersOfTen[power]
        return isNegative ? -value : value
    }

    /// A `Double` holds these exactly.
    private static let powersOfTen = (0...22).map { power in (0..<power).reduce(1.0) { value, _ in value * 10 } }
}

extension Span<UInt8> {
    /// What is left without spaces and tabs at both ends.
    var trimmedRange: Range<Int> {
        var range = 0..<count
        while let first = range.first, self[first].isBlank {
            range = first + 1..<range.upperBound
        }
        while let last = range.last, self[last].isBlank {
            range = range.lowerBound..<last
        }
        return range
    }

    /// The bytes as a text.
    var text: String {
        var bytes: [UInt8] = []
        for index in 0..<count {
            bytes.append(self[index])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
