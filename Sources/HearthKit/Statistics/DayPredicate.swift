internal import Foundation

/// A predicate on activity summaries: their days are in a range.
final class DayPredicate: NSPredicate {
    let days: ClosedRange<CalendarDay>

    init(_ days: ClosedRange<CalendarDay>) {
        self.days = days
        // Foundation never calls the block.
        super.init { _, _ in true }
    }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        (object as? HKActivitySummary)?.day.map(days.contains) ?? false
    }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? DayPredicate)?.days == days
    }

    override var hash: Int { days.hashValue }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    /// The days to which a predicate limits summaries; nil: any.
    static func days(of predicate: NSPredicate?) -> ClosedRange<CalendarDay>? {
        if let predicate = predicate as? DayPredicate { return predicate.days }
        guard let compound = predicate as? NSCompoundPredicate else { return nil }
        let parts = compound.subpredicates.map(days)
        switch compound.compoundPredicateType {
        case .and:
            // The filter does the rest.
            return parts.compactMap { $0 }.first
        case .or:
            guard var all = parts.first ?? nil else { return nil }
            for part in parts.dropFirst() {
                guard let part else { return nil }
                all = min(all.lowerBound, part.lowerBound)...max(all.upperBound, part.upperBound)
            }
            return all
        default: return nil
        }
    }
}
