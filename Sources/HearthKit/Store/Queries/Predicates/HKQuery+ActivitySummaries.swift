public import Foundation

// Predicates on activity summaries.
extension HKQuery {
    /// The summary of a day, which has its era, year, month and day, and a calendar.
    public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
        let day = CalendarDay(dateComponents)
        return DayPredicate(day...day)
    }

    /// The summaries from a day to another, with both. Each has its era, year, month and day, and a calendar.
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents,
        end endDateComponents: DateComponents
    ) -> NSPredicate {
        let (first, last) = (CalendarDay(startDateComponents), CalendarDay(endDateComponents))
        return first <= last ? DayPredicate(first...last) : NSPredicate(value: false)
    }
}
