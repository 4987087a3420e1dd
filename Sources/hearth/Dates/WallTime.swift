import HearthModel

/// A day and a time of day, as a calendar and a clock on the wall show them: nowhere in particular.
struct WallTime: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0

    /// Whether there is such a day and such a time. 24:00 is not one, nor is a leap second.
    var isValid: Bool {
        (1...9_999).contains(year) && (1...12).contains(month)
            && (1...GregorianCalendar.days(inMonth: month, of: year)).contains(day)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
    }
}

// Seconds since 1970 as if the clock showed UTC. The arithmetic counts years from March, so that the day that comes and
// goes is the last one of a year, and groups them by the 400 years after which the calendar repeats (Howard Hinnant,
// "chrono-compatible low-level date algorithms").
extension WallTime {
    static let secondsPerDay = 86_400
    private static let daysPerEra = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysBeforeEpoch = 719_468

    init(secondsSinceEpoch seconds: Int) {
        let days = seconds.floorDivided(by: WallTime.secondsPerDay)
        let time = seconds - days * WallTime.secondsPerDay
        let shifted = days + WallTime.daysBeforeEpoch
        let era = shifted.floorDivided(by: WallTime.daysPerEra)
        let dayOfEra = shifted - era * WallTime.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        hour = time / 3_600
        minute = time / 60 % 60
        second = time % 60
    }

    var secondsSinceEpoch: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = yearFromMarch.floorDivided(by: 400)
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * WallTime.daysPerEra + dayOfEra - WallTime.daysBeforeEpoch
        return days * WallTime.secondsPerDay + hour * 3_600 + minute * 60 + second
    }
}

extension Int {
    /// The quotient rounded down, also for numbers below zero.
    func floorDivided(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
