import Foundation
import HearthModel
import Testing

@Suite struct GregorianCalendarTests {
    /// After 400 years the calendar repeats.
    @Test func monthsAreAsLongAsFoundationSays() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for year in 1800..<2200 {
            for month in 1...12 {
                let first = try #require(calendar.date(from: DateComponents(year: year, month: month)))
                let days = try #require(calendar.range(of: .day, in: .month, for: first))
                #expect(GregorianCalendar.days(inMonth: month, of: year) == days.count, "\(year)-\(month)")
            }
        }
    }
}
