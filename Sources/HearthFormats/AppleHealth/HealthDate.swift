import HearthModel

/// A moment as the export spells it: `2024-03-01 07:14:22 -0800`.
struct HealthDate: Hashable {
    /// Since 1970.
    let seconds: Int64
    /// Seconds east of Greenwich: that of the exporting phone, which need not be that of the place.
    let offset: Int64

    /// Nil unless the text is a moment from 1900 to 2149.
    init?(_ text: Span<UInt8>) {
        var cursor = DigitCursor()
        guard let year = cursor.number(4, text), cursor.skip("-", text), let month = cursor.number(2, text),
            cursor.skip("-", text), let day = cursor.number(2, text), cursor.skip(" ", text) || cursor.skip("T", text),
            let hour = cursor.number(2, text), cursor.skip(":", text), let minute = cursor.number(2, text),
            cursor.skip(":", text), let second = cursor.number(2, text), 1900..<2150 ~= year, 1...12 ~= month,
            1...XMLDate.days(inMonth: month, of: year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        _ = cursor.skip(" ", text)
        guard let east = cursor.offset(text), cursor.isAtEnd(text) else { return nil }
        let day2001 = XMLDate.daysSinceReference(year, month, day)
        offset = Int64(east)
        seconds = Int64((day2001 * 24 + hour) * 3_600 + minute * 60 + second - east) + 978_307_200
        guard timestamp.isValid else { return nil }
    }

    var timestamp: Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

    /// Seconds since midnight, on the clock of the export.
    var timeOfDay: Double {
        let local = (seconds + offset) % 86_400
        return Double(local < 0 ? local + 86_400 : local)
    }
}

/// The times of an object in the export.
struct HealthTimes {
    var start: HealthDate
    var end: HealthDate
    var creation: HealthDate?
}

/// Reads digits from left to right.
private struct DigitCursor {
    private var index = 0

    func isAtEnd(_ text: Span<UInt8>) -> Bool { index == text.count }

    mutating func skip(_ character: Unicode.Scalar, _ text: Span<UInt8>) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    @inline(__always)
    mutating func number(_ digits: Int, _ text: Span<UInt8>) -> Int? {
        guard index + digits <= text.count else { return nil }
        var number = 0
        for _ in 0..<digits {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            number = number * 10 + Int(digit)
            index += 1
        }
        return number
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
