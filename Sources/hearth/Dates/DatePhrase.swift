/// A moment in words, relative to a day or to now: `tomorrow`, `yesterday 10:30`, `last monday`, `2 hours ago`, `1y`.
enum DatePhrase: Hashable, Sendable {
    /// A time of day, `days` after today; the time of day in seconds.
    case day(Int, time: Int)
    /// The last such day before today: 0 is Monday.
    case weekday(Int, time: Int)
    /// A number of months ago, at the same time of day.
    case months(Int)
    /// A number of seconds ago.
    case seconds(Int64)

    private static let days = ["yesterday": -1, "today": 0, "tomorrow": 1]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let shortUnits: [Character: DatePhrase] = [
        "s": .seconds(1), "m": .seconds(60), "h": .seconds(3_600), "d": .seconds(86_400), "w": .seconds(604_800),
        "y": .months(12),
    ]
    private static let longUnits: [String: DatePhrase] = [
        "second": .seconds(1), "sec": .seconds(1), "minute": .seconds(60), "min": .seconds(60), "hour": .seconds(3_600),
        "day": .seconds(86_400), "week": .seconds(604_800), "month": .months(1), "year": .months(12),
    ]

    /// Nil when the text is none of these. A day is 24 hours; months and years are those of the calendar.
    init?(_ text: String) {
        var words = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
        if words.count == 1, let unit = words[0].last.flatMap({ DatePhrase.shortUnits[$0] }),
            let phrase = DatePhrase(count: words[0].dropLast(), of: unit)
        {
            self = phrase
        } else if words.count == 3, words[2] == "ago" {
            let name = words[1].hasSuffix("s") ? words[1].dropLast() : words[1]
            guard let unit = DatePhrase.longUnits[String(name)] else { return nil }
            self.init(count: words[0] == "a" || words[0] == "an" ? "1" : words[0], of: unit)
        } else {
            if words.first == "last", words.count > 1 {
                words.removeFirst()
            }
            self.init(day: words)
        }
    }

    private init?(count text: Substring, of unit: DatePhrase) {
        guard let count = Int64(digits: text) else { return nil }
        switch unit {
        case .seconds(let seconds):
            let (product, overflows) = count.multipliedReportingOverflow(by: seconds)
            // Out of range.
            self = .seconds(overflows ? .max : product)
        case .months(let months):
            // No calendar goes back further.
            self = .months(Int(min(count, 1_000_000)) * months)
        case .day, .weekday:
            return nil
        }
    }

    /// A day, and maybe a time of day.
    private init?(day words: [Substring]) {
        guard let word = words.first, words.count <= 2 else { return nil }
        var time = 0
        if words.count == 2 {
            guard let (wall, fraction) = WallTime.timeOfDay(words[1]), wall.isValid, fraction == 0 else { return nil }
            time = wall.secondsSinceEpoch
        }
        if let days = DatePhrase.days[String(word)] {
            self = .day(days, time: time)
        } else if let day = DatePhrase.weekdays.firstIndex(of: String(word)) {
            self = .weekday(day, time: time)
        } else {
            return nil
        }
    }
}
