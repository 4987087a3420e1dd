internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Computes the activity of days from samples: the sums of energy and times, and the hours in which the person stood.
struct ActivitySummaryReading: Sendable {
    private let predicate: Transferred<NSPredicate?>
    private let connection: Connection
    private let zone = TimeZone.current

    init(_ predicate: NSPredicate?, on connection: Connection) {
        self.predicate = Transferred(predicate)
        self.connection = connection
    }

    /// The summaries of all days that match and have samples, in the order of time.
    nonisolated(nonsending) func summaries() async throws -> [HKActivitySummary] {
        var summaries: [CalendarDay: HKActivitySummary] = [:]
        let take = { (date: Date, change: (HKActivitySummary) -> Void) in
            let day = CalendarDay(date, in: zone)
            let summary = summaries[day] ?? HKActivitySummary(of: day)
            summaries[day] = summary
            change(summary)
        }
        for (identifier, key) in ActivitySummaryReading.sums {
            for statistics in try await days(of: HKQuantityType(identifier)) {
                guard let sum = statistics.sumQuantity() else { continue }
                take(statistics.startDate) { $0[keyPath: key] = sum }
            }
        }
        for hour in try await hoursStood() {
            take(hour) { summary in
                let hours = summary.appleStandHours.doubleValue(for: .count())
                summary.appleStandHours = HKQuantity(unit: .count(), doubleValue: hours + 1)
            }
        }
        let ordered = summaries.sorted { $0.key < $1.key }.map(\.value)
        guard let predicate = predicate.value else { return ordered }
        return ordered.filter { predicate.evaluate(with: $0) }
    }

    /// A notice at once, and then after each change of the samples.
    func notices() -> Notices {
        let types = ActivitySummaryReading.sums.map { HKQuantityType($0.0).type } + [Self.standHour.type]
        return connection.observe(Observe(clauses: types.map { Clause(type: $0) }))
    }

    private typealias Measure = any ReferenceWritableKeyPath<HKActivitySummary, HKQuantity> & Sendable

    private static let sums: [(HKQuantityTypeIdentifier, Measure)] = [
        (.activeEnergyBurned, \.activeEnergyBurned), (.appleExerciseTime, \.appleExerciseTime),
        (.appleMoveTime, \.appleMoveTime),
    ]

    private static let standHour = HKCategoryType(.appleStandHour)
    /// The value of an hour in which the person stood.
    private static let stood = 0

    /// The samples that can matter; nil: all.
    private var time: NSPredicate? {
        guard let days = DayPredicate.days(of: predicate.value),
            let first = days.lowerBound.interval(in: zone), let last = days.upperBound.interval(in: zone)
        else { return nil }
        return HKQuery.predicateForSamples(withStart: first.start, end: last.end)
    }

    private nonisolated(nonsending) func days(of type: HKQuantityType) async throws -> [HKStatistics] {
        var day = DateComponents(day: 1)
        day.calendar = CalendarDay.calendar(in: zone)
        let anchor = CalendarDay(year: 2_001, month: 1, day: 1).interval(in: zone)?.start ?? .distantPast
        let intervals = try StatisticsIntervals(anchor: anchor, components: day)
        return try await StatisticsReading(type, time, .cumulativeSum, on: connection).table(intervals).all
    }

    /// The beginnings of the hours in which any source says that the person stood.
    private nonisolated(nonsending) func hoursStood() async throws -> Set<Date> {
        let stood = HKQuery.predicateForCategorySamples(
            with: .equalTo,
            value: ActivitySummaryReading.stood
        )
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [stood] + (time.map { [$0] } ?? []))
        let selection = try QuerySelection(ActivitySummaryReading.standHour, both)
        let calendar = CalendarDay.calendar(in: zone)
        return Set(
            try await SampleReading([selection]).samples(on: connection).compactMap {
                calendar.dateInterval(of: .hour, for: $0.startDate)?.start
            }
        )
    }
}
