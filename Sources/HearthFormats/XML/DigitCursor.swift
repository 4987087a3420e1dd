/// Reads the digits of a moment from left to right.
struct DigitCursor {
    private var index: Int
    private let end: Int

    init(_ range: Range<Int>) {
        index = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { index == end }

    mutating func skip(_ character: Unicode.Scalar, _ text: Span<UInt8>) -> Bool {
        guard index < end, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// A number of some digits.
    @inline(__always)
    mutating func number(_ digits: Int, _ text: Span<UInt8>) -> Int? {
        guard index + digits <= end else { return nil }
        var number = 0
        for _ in 0..<digits {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            number = number * 10 + Int(digit)
            index += 1
        }
        return number
    }

    /// The digits after the point: any number, but only the first nine count.
    mutating func fraction(_ text: Span<UInt8>) -> Double? {
        let start = index
        var digits = 0.0
        var scale = 1.0
        while let digit = number(1, text) {
            guard scale < 1e9 else { continue }
            digits = digits * 10 + Double(digit)
            scale *= 10
        }
        return index > start ? digits / scale : nil
    }

    /// Seconds east of Greenwich.
    mutating func offset(_ text: Span<UInt8>) -> Int? {
        if skip("Z", text) { return 0 }
        let isWest = skip("-", text)
        guard isWest || skip("+", text), let hours = number(2, text) else { return nil }
        _ = skip(":", text)
        guard let minutes = number(2, text), hours < 24, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}
