import Foundation
import HearthModel

/// Reads dates and times: `7d`, `yesterday`, `10:30`, `2026-11-21`, `2026-11-21T10:00:00+01:00`.
///
/// A value with its own "now" and its own time zone, so that it always reads the same text in the same way.
struct DateReader: Sendable {
    let now: Timestamp
    let zone: TimeZone

    /// Where and when the program runs.
    static var current: DateReader {
        DateReader(now: Timestamp(Date()) ?? Timestamp(nanoseconds: 0), zone: .current)
    }

    /// The part of a help text about dates.
    static let help = """
        Dates: 2026-11-21, '2026-11-21 10:00', 2026-11-21T10:00:00.5+01:00, '2026-11-21 10:00:00 +0100' (as Apple's
        Health app exports them), 10:30 or 10:30pm (today), noon, now, today, yesterday, tomorrow, 'last monday',
        'yesterday 10:30', or a time ago: 30s, 15m, 2h, 1h30m, 7d, 4w, 1y, '2 hours ago', 'a month ago', 'last week'.
        A day alone means its beginning. A date without an offset is local time. A whole number is the time since 1970:
        9 or 10 digits are seconds, 12 or 13 milliseconds, 15 or 16 microseconds, 18 or 19 nanoseconds.
        """

    /// The moment that a text names.
    func moment(_ text: String) throws(InputError) -> Timestamp {
        // The forms of files come first: they have millions of them, and no phrase looks like one.
        guard
            let moment = sinceEpoch(text) ?? written(text) ?? DatePhrase(text).map({ moment($0) })
                ?? (text.lowercased() == "now" ? now : today(at: text))
        else {
            if let day = WallTime(day: text.prefix(10)), !day.isValid {
                throw InputError("'\(text.printable)' is not a date: the calendar does not have this day.")
            }
            if text.hasSuffix("M"), Int64(digits: text.dropLast()) != nil {
                throw InputError(
                    "'\(text.printable)' is not a date. Write '\(text.dropLast())m' for minutes, or"
                        + " '\(text.dropLast()) months ago'."
                )
            }
            let question =
                agoQuestion(text) ?? Suggestions(for: text, among: ["now", "today", "yesterday", "tomorrow"]).question
            throw InputError(
                "'\(text.printable)' is not a date.\(question) Write 2026-11-21, 2026-11-21T10:00, 7d (seven days ago),"
                    + " today, yesterday, last monday or now."
            )
        }
        guard moment.isValid else {
            throw InputError("'\(text.printable)' is out of range: dates are from 1900 to 2149.")
        }
        return moment
    }

    /// The question after a time ago that is written in another way: `3 weeks`, `30days`, `-1d`.
    private func agoQuestion(_ text: String) -> String? {
        let positive = text.hasPrefix("-") ? String(text.dropFirst()) : text
        let digits = positive.prefix { $0.isASCII && $0.isNumber }
        let spaced = "\(digits) \(positive.dropFirst(digits.count)) ago"
        let phrase = [positive, positive + " ago", spaced].first { DatePhrase($0) != nil }
        return phrase.map { " Did you mean '\($0)'?" }
    }

    // MARK: - Forms

    private func moment(_ phrase: DatePhrase) -> Timestamp {
        switch phrase {
        case .day(let days, let time):
            return moment(days: days, time: time)
        case .weekday(let day, let time):
            // 1970-01-01 was a Thursday.
            let today = wall(at: now).secondsSinceEpoch.floorDivided(by: WallTime.secondsPerDay) + 3
            let weekday = today - today.floorDivided(by: 7) * 7
            return moment(days: weekday > day ? day - weekday : day - weekday - 7, time: time)
        case .months(let months):
            return monthsAgo(months)
        case .seconds(let seconds):
            let (length, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            let (moment, underflows) = now.nanoseconds.subtractingReportingOverflow(length)
            // Out of range.
            return Timestamp(nanoseconds: overflows || underflows ? .min : moment)
        }
    }

    /// The same day of another month, or the last one of a shorter month.
    private func monthsAgo(_ months: Int) -> Timestamp {
        var wall = wall(at: now)
        let month = wall.year * 12 + wall.month - 1 - months
        (wall.year, wall.month) = (month.floorDivided(by: 12), month - month.floorDivided(by: 12) * 12 + 1)
        // Out of range.
        guard (1...9_999).contains(wall.year) else { return Timestamp(nanoseconds: .min) }
        wall.day = min(wall.day, GregorianCalendar.days(inMonth: wall.month, of: wall.year))
        return moment(of: wall, nanosecond: now.nanosecond)
    }

    /// `10:30`, today.
    private func today(at text: String) -> Timestamp? {
        guard let (time, fraction) = WallTime.timeOfDay(text[...]) else { return nil }
        var wall = wall(at: now)
        (wall.hour, wall.minute, wall.second) = (time.hour, time.minute, time.second)
        return wall.isValid ? moment(of: wall, nanosecond: fraction) : nil
    }

    /// `1709278200`, seconds since 1970 with a fraction or without; or milli-, micro- or nanoseconds.
    ///
    /// The number of digits decides: any other unit would put the moment before 1973 or after 2286.
    private func sinceEpoch(_ text: String) -> Timestamp? {
        guard text.utf8.count >= 9, text.utf8.prefix(9).allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let count = Int64(digits: parts[0]), !parts[0].hasPrefix("0"), parts.count <= 2 else { return nil }
        let perUnit: Int64
        switch parts[0].utf8.count {
        case 9...10: perUnit = 1_000_000_000
        case 12...13: perUnit = 1_000_000
        case 15...16: perUnit = 1_000
        case 18...19: perUnit = 1
        default: return nil
        }
        guard perUnit == 1_000_000_000 || parts.count == 1 else { return nil }
        guard let fraction = parts.count == 1 ? 0 : WallTime.nanoseconds(ofFraction: parts[1]) else { return nil }
        let (whole, overflows) = count.multipliedReportingOverflow(by: perUnit)
        // Out of range.
        return Timestamp(nanoseconds: overflows ? .min : whole &+ Int64(fraction))
    }

    /// `2026-11-21`, with a time of day and an offset from UTC or without.
    private func written(_ text: String) -> Timestamp? {
        guard var wall = WallTime(day: text.prefix(10)) else { return nil }
        var rest = text.dropFirst(10)
        guard let separator = rest.popFirst() else {
            return wall.isValid ? moment(of: wall, nanosecond: 0) : nil
        }
        guard "Tt ".contains(separator), let (clock, offset) = DateReader.splitOffset(rest),
            let (time, fraction) = WallTime.timeOfDay(clock)
        else { return nil }
        (wall.hour, wall.minute, wall.second) = (time.hour, time.minute, time.second)
        guard wall.isValid else { return nil }
        guard let offset else { return moment(of: wall, nanosecond: fraction) }
        return Timestamp(seconds: wall.secondsSinceEpoch - offset, nanosecond: fraction)
    }

    /// The time of day before an offset, and the offset in seconds; nil without one. Nil when it is malformed.
    private static func splitOffset(_ text: Substring) -> (Substring, Int?)? {
        if text.hasSuffix("Z") || text.hasSuffix("z") { return (text.dropLast(), 0) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, nil) }
        let digits = text[sign...].dropFirst().filter { $0 != ":" }
        guard digits.count == 2 || digits.count == 4, let number = Int64(digits: digits[...]) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (Int(number), 0) : (Int(number) / 100, Int(number) % 100)
        guard hours <= 18, minutes <= 59 else { return nil }
        let clock = text[..<sign]
        let offset = (text[sign] == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
        return (clock.last == " " ? clock.dropLast() : clock, offset)
    }

    // MARK: - The zone

    /// A time of day in seconds, this number of days after today.
    private func moment(days: Int, time: Int) -> Timestamp {
        let today = wall(at: now).secondsSinceEpoch.floorDivided(by: WallTime.secondsPerDay)
        let wall = WallTime(secondsSinceEpoch: (today + days) * WallTime.secondsPerDay + time)
        return moment(of: wall, nanosecond: 0)
    }

    private func wall(at moment: Timestamp) -> WallTime {
        let seconds = moment.seconds
        return WallTime(secondsSinceEpoch: seconds + zone.offset(at: seconds))
    }

    /// When the clocks of the zone show a time: the first time, when they show it twice. A time that they skip is as long
    /// after the skip as it says.
    private func moment(of wall: WallTime, nanosecond: Int) -> Timestamp {
        let shown = wall.secondsSinceEpoch
        // The offsets that hold around there: no zone is further from UTC than a day.
        let before = shown - zone.offset(at: shown - WallTime.secondsPerDay)
        let after = shown - zone.offset(at: shown + WallTime.secondsPerDay)
        let candidates = [before, after].filter { $0 + zone.offset(at: $0) == shown }
        return Timestamp(seconds: candidates.min() ?? before, nanosecond: nanosecond)
    }
}

extension TimeZone {
    /// Seconds east of UTC.
    func offset(at secondsSinceEpoch: Int) -> Int {
        secondsFromGMT(for: Date(timeIntervalSince1970: Double(secondsSinceEpoch)))
    }
}

extension Timestamp {
    init(seconds: Int, nanosecond: Int) {
        let (whole, overflows) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        self.init(nanoseconds: overflows ? (seconds < 0 ? .min : .max) : whole &+ Int64(nanosecond))
    }

    /// Whole seconds since 1970, rounded down.
    var seconds: Int { Int(nanoseconds).floorDivided(by: 1_000_000_000) }

    /// What comes on top of the whole seconds.
    var nanosecond: Int {
        let rest = Int(nanoseconds % 1_000_000_000)
        return rest < 0 ? rest + 1_000_000_000 : rest
    }
}

// MARK: - Digits

extension WallTime {
    /// `2026-11-21`; nil when it is not written like that.
    init?(day text: Substring) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let year = Int64(digits: parts[0]),
            let month = Int64(digits: parts[1]), let day = Int64(digits: parts[2])
        else { return nil }
        self.init(year: Int(year), month: Int(month), day: Int(day))
    }

    /// `10:00`, `10:00:30` or `10:00:30.25`, with the nanoseconds; nil when it is not written like that.
    static func timeOfDay(_ text: Substring) -> (WallTime, nanosecond: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count), parts[1].count == 2,
            let hour = Int64(digits: parts[0]), let minute = Int64(digits: parts[1])
        else { return nil }
        var time = WallTime(year: 1970, month: 1, day: 1, hour: Int(hour), minute: Int(minute))
        guard parts.count == 3 else { return (time, 0) }
        let seconds = parts[2].split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard (1...2).contains(seconds.count), seconds[0].count == 2, let second = Int64(digits: seconds[0]) else {
            return nil
        }
        time.second = Int(second)
        guard seconds.count == 2 else { return (time, 0) }
        guard let fraction = nanoseconds(ofFraction: seconds[1]) else { return nil }
        return (time, fraction)
    }

    /// The nanoseconds that the digits after the point of a number of seconds mean.
    static func nanoseconds(ofFraction digits: Substring) -> Int? {
        // Digits beyond the ninth are finer than anything that is stored.
        let nine = digits.prefix(9)
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let fraction = Int64(digits: nine) else { return nil }
        return Int(fraction) * (0..<9 - nine.count).reduce(1) { power, _ in power * 10 }
    }
}

extension Int64 {
    /// A number of ASCII digits and nothing else.
    init?(digits text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(text)
        else { return nil }
        self = number
    }
}
