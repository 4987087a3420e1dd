import Foundation

/// Moments as XML spells them: `2026-11-24T06:01:06.378Z`. A moment without an offset is UTC, as GPX demands.
enum XMLDate {
    /// Nil unless the text is a moment between 1900 and 2150.
    static func date(_ text: Span<UInt8>) -> Date? {
        let bounds = XMLNumber.trimmed(text)
        var cursor = DigitCursor(bounds)
        guard let local = cursor.dateAndTime(text, hours: 0...24) else { return nil }
        let fraction = cursor.skip(".", text) ? cursor.fraction(text) : 0
        guard let fraction, let offset = cursor.isAtEnd ? 0 : cursor.offset(text), cursor.isAtEnd else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double(local - offset) + fraction)
    }

    /// The moment in UTC, with the digits of a second that are needed to read it back: none, or up to nine.
    static func text(_ date: Date) -> String {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.magnitude < 1e11 else { return "" }
        let whole = interval.rounded(.down)
        let (days, seconds) = floored(Int(whole), by: 86_400)
        let (year, month, day) = dayAndMonth(of: days)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
        let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        return "\(date)T\(time)\(fraction(of: interval, whole))Z"
    }

    /// The digits after the point, and the point.
    private static func fraction(of interval: Double, _ whole: Double) -> String {
        guard interval > whole else { return "" }
        for (count, scale) in [(3, 1e3), (6, 1e6), (9, 1e9)] {
            let number = min(((interval - whole) * scale).rounded(), scale - 1)
            if count == 9 || whole + number / scale == interval {
                let text = digits(Int(number), count)
                return "." + text.prefix(count - text.reversed().prefix { $0 == "0" }.count)
            }
        }
        return ""
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func floored(_ number: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
        let rest = number % divisor
        return rest < 0 ? (number / divisor - 1, rest + divisor) : (number / divisor, rest)
    }

    /// The date of a day after 2001-01-01; the way back of `daysSinceReference`, by 400 years of 146,097 days.
    private static func dayAndMonth(of day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floored(day + 730_791, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 2001-01-01. A year begins in March, so that the day that leap years have is its last.
    static func daysSinceReference(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let marchMonth = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 730_792
    }
}
