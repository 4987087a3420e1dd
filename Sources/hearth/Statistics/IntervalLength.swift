import Foundation
import HearthModel

/// The length of the intervals for which `hearth stats` computes: a unit of the calendar in a time zone.
enum IntervalLength: String, CaseIterable, Sendable {
    case hour, day, week, month, year

    /// One such interval, by the calendar in which people write days.
    func components(in zone: TimeZone) -> DateComponents {
        var components = DateComponents(calendar: IntervalLength.calendar(in: zone))
        switch self {
        case .hour: components.hour = 1
        case .day: components.day = 1
        case .week: components.weekOfYear = 1
        case .month: components.month = 1
        case .year: components.year = 1
        }
        return components
    }

    /// How long an interval is, about.
    var seconds: Double {
        switch self {
        case .hour: 3_600
        case .day: 86_400
        case .week: 7 * 86_400
        case .month: 2_629_746
        case .year: 31_556_952
        }
    }

    /// When an interval of each length begins: 2001-01-01 was a Monday.
    static func anchor(in zone: TimeZone) -> Date {
        calendar(in: zone).date(from: DateComponents(year: 2_001, month: 1, day: 1)) ?? .distantPast
    }

    private static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        calendar.firstWeekday = 2
        return calendar
    }

    /// The interval that contains a moment.
    func interval(containing moment: Timestamp, in zone: TimeZone) -> DateInterval? {
        let component: Calendar.Component =
            switch self {
            case .hour: .hour
            case .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        return IntervalLength.calendar(in: zone).dateInterval(of: component, for: moment.date)
    }

    /// The name of the interval that begins at a moment: `2026-11-21`, `2026-11`.
    func name(of start: Timestamp, _ dates: DateText) -> String {
        let digits =
            switch self {
            case .hour: 16
            case .day, .week: 10
            case .month: 7
            case .year: 4
            }
        return String(dates.local(start).prefix(digits))
    }
}
