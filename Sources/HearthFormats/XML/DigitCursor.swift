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

    /// Seconds since 2001-01-01 of a date and a time of day, on the clock that the text has: `2024-03-01 07:14:22`, with a
    /// blank or a T. `hours`: those that a day has.
    @inline(__always)
    mutating func dateAndTime(_ text: Span<UInt8>, hours: ClosedRange<Int>) -> Int? {
        guard let year = number(4, text), skip("-", text), let month = number(2, text), skip("-", text),
            let day = number(2, text), skip("T", text) || skip(" ", text), let hour = number(2, text),
            skip(":", text), let minute = number(2, text), skip(":", text), let second = number(2, text),
            1900..<2150 ~= year, 1...12 ~= month, 1...XMLDate.days(inMonth: month, of: year) ~= day, hours ~= hour,
            minute <= 59, second <= 60
        else { return nil }
        return (XMLDate.daysSinceReference(year, month, day) * 24 + hour) * 3600 + minute * 60 + second
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
