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
    private static let counts = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    /// `last week` is a week ago.
    private static let periods: [String: DatePhrase] = [
        "week": .seconds(604_800), "month": .months(1), "year": .months(12),
    ]
    private static let shortUnits: [Character: DatePhrase] = [
        "s": .seconds(1), "m": .seconds(60), "h": .seconds(3_600), "d": .seconds(86_400), "w": .seconds(604_800),
        "y": .months(12),
    ]
    private static let longUnits: [String: DatePhrase] = [
        "second": .seconds(1), "sec": .seconds(1), "minute": .seconds(60), "min": .seconds(60), "hour": .seconds(3_600),
        "day": .seconds(86_400), "week": .seconds(604_800), "month": .months(1), "year": .months(12),
    ]

    /// Whether a date of several words may end with this one.
    static func isLastWord(_ word: String) -> Bool {
        let word = word.lowercased()
        return word == "ago" || weekdays.contains(word) || periods[word] != nil
    }

    /// Nil when the text is none of these. A day is 24 hours; months and years are those of the calendar.
    init?(_ text: String) {
        var words = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
        if words.count == 1 || words.count == 2 && words[1] == "ago", let phrase = DatePhrase(compact: words[0]) {
            // A capital letter may be meant as a month.
            guard !text.contains("M") else { return nil }
            self = phrase
        } else if words.count == 3, words[2] == "ago" {
            let name = words[1].hasSuffix("s") ? words[1].dropLast() : words[1]
            guard let unit = DatePhrase.longUnits[String(name)] else { return nil }
            let count = DatePhrase.counts.firstIndex(of: String(words[0])).map { "\($0 + 1)" } ?? String(words[0])
            self.init(count: words[0] == "a" || words[0] == "an" ? "1" : count[...], of: unit)
        } else if words.count == 2, words[0] == "last", let unit = DatePhrase.periods[String(words[1])] {
            self = unit
        } else {
            if words.first == "last", words.count > 1 {
                words.removeFirst()
            }
            self.init(day: words)
        }
    }

    /// `2h`, or several that add up: `1h30m`.
    private init?(compact text: Substring) {
        var phrases: [DatePhrase] = []
        var digits = ""
        for character in text {
            guard let unit = DatePhrase.shortUnits[character] else {
                digits.append(character)
                continue
            }
            guard let phrase = DatePhrase(count: digits[...], of: unit) else { return nil }
            phrases.append(phrase)
            digits = ""
        }
        guard digits.isEmpty, let first = phrases.first else { return nil }
        guard phrases.count > 1 else {
            self = first
            return
        }
        var total: Int64 = 0
        for phrase in phrases {
            guard case .seconds(let seconds) = phrase else { return nil }
            let (sum, overflows) = total.addingReportingOverflow(seconds)
            total = overflows ? .max : sum
        }
        self = .seconds(total)
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
        if words.count == 1, let time = DatePhrase.namedTime(word) {
            self = .day(0, time: time)
            return
        }
        var time = 0
        if words.count == 2 {
            guard let clock = DatePhrase.namedTime(words[1]) ?? DatePhrase.clock(words[1]) else { return nil }
            time = clock
        }
        if let days = DatePhrase.days[String(word)] {
            self = .day(days, time: time)
        } else if let day = DatePhrase.weekdays.firstIndex(of: String(word)) {
            self = .weekday(day, time: time)
        } else {
            return nil
        }
    }

    /// `10:30`, in seconds.
    private static func clock(_ text: Substring) -> Int? {
        guard let (wall, fraction) = WallTime.timeOfDay(text), wall.isValid, fraction == 0 else { return nil }
        return wall.secondsSinceEpoch
    }

    /// `noon`, `midnight`, `10:30pm` or `10pm`, in seconds.
    private static func namedTime(_ text: Substring) -> Int? {
        if let hour = ["noon": 12, "midnight": 0][text] { return hour * 3_600 }
        guard text.hasSuffix("am") || text.hasSuffix("pm") else { return nil }
        let digits = text.dropLast(2)
        guard let time = clock(digits.contains(":") ? digits : digits + ":00"), 3_600..<46_800 ~= time else {
            return nil
        }
        return time % 43_200 + (text.hasSuffix("pm") ? 43_200 : 0)
    }
}
