/// The calendar in which people write days, also for the years before there was one.
package enum GregorianCalendar {
    /// The number of days of a month, from 1 to 12.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
