internal import Foundation

/// A day of the Gregorian calendar, wherever it is.
struct CalendarDay: Hashable, Comparable, CustomStringConvertible, Sendable {
    let year: Int
    let month: Int
    let day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day at a moment in a time zone.
    init(_ moment: Date, in zone: TimeZone) {
        let components = CalendarDay.calendar(in: zone).dateComponents([.year, .month, .day], from: moment)
        self.init(year: components.year ?? 1, month: components.month ?? 1, day: components.day ?? 1)
    }

    /// The day that components name in their calendar. Components without a calendar stop the program, as they do in
    /// HealthKit.
    init(_ components: DateComponents) {
        guard let calendar = components.calendar, let date = calendar.date(from: components) else {
            fatalError("a day of activity needs a calendar, and a day that is in it")
        }
        self.init(date, in: calendar.timeZone)
    }

    static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// The middle of the day.
    func noon(in zone: TimeZone) -> Date? {
        CalendarDay.calendar(in: zone).date(from: DateComponents(year: year, month: month, day: day, hour: 12))
    }

    /// When the day begins and ends.
    func interval(in zone: TimeZone) -> DateInterval? {
        noon(in: zone).flatMap { CalendarDay.calendar(in: zone).dateInterval(of: .day, for: $0) }
    }

    var description: String { "\(year)-\(month)-\(day)" }

    static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
