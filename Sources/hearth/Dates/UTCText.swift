import HearthModel

/// Prints and reads moments as programs exchange them: ISO 8601 in UTC, `2026-11-21T09:00:00.5Z`, to the nanosecond.
///
/// It keeps the day that it printed last: neighbouring rows of an export share it.
struct UTCText {
    private var day = Int.min
    private var dayText: [UInt8] = []

    mutating func append(_ moment: Timestamp, to bytes: inout [UInt8]) {
        let seconds = moment.seconds
        let day = seconds.floorDivided(by: WallTime.secondsPerDay)
        if day != self.day {
            self.day = day
            dayText = Array(WallTime(secondsSinceEpoch: seconds).dayText.utf8)
            dayText.append(UInt8(ascii: "T"))
        }
        let time = seconds - day * WallTime.secondsPerDay
        bytes.append(contentsOf: dayText)
        bytes.append(twoDigits: time / 3_600)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: time / 60 % 60)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: time % 60)
        UTCText.append(fraction: moment.nanosecond, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    private static func append(fraction nanosecond: Int, to bytes: inout [UInt8]) {
        var rest = nanosecond
        var unit = 100_000_000
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    /// The moment that a text of this form names; nil when it has another form or names none.
    static func moment(_ text: Span<UInt8>) -> Timestamp? {
        anyMoment(text).flatMap { $0.isValid ? $0 : nil }
    }

    /// The same for moments that no sample has, but metadata: 1677 to 2262.
    static func anyMoment(_ text: Span<UInt8>) -> Timestamp? {
        let count = text.count
        guard count >= 20, text[count - 1] == UInt8(ascii: "Z"), text[4] == UInt8(ascii: "-"),
            text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), let year = text.number(0..<4), let month = text.number(5..<7),
            let day = text.number(8..<10), let hour = text.number(11..<13), let minute = text.number(14..<16),
            let second = text.number(17..<19), let nanosecond = fraction(text)
        else { return nil }
        let wall = WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard wall.isValid else { return nil }
        let nanoseconds = Int128(wall.secondsSinceEpoch) * 1_000_000_000 + Int128(nanosecond)
        return Int64(exactly: nanoseconds).map { Timestamp(nanoseconds: $0) }
    }

    /// The nanoseconds between the seconds and the `Z`.
    private static func fraction(_ text: Span<UInt8>) -> Int? {
        let digits = text.count - 21
        guard digits >= 0 else { return 0 }
        guard (1...9).contains(digits), text[19] == UInt8(ascii: "."), var number = text.number(20..<20 + digits) else {
            return nil
        }
        for _ in digits..<9 {
            number *= 10
        }
        return number
    }
}

extension Span<UInt8> {
    /// The number that some ASCII digits write, at most 18; nil when they are not all digits.
    func number(_ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
