import Foundation
import HealthKit

/// The steps of each day of a time; days without steps are missing.
func dailySteps(_ store: HKHealthStore, in time: DateInterval, calendar: Calendar) async throws -> [Date: Double] {
    let query = HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: HKQuantityType(.stepCount)),
        options: .cumulativeSum,
        anchorDate: calendar.startOfDay(for: time.start),
        intervalComponents: DateComponents(day: 1)
    )
    var found: [Date: Double] = [:]
    try await query.result(for: store).enumerateStatistics(from: time.start, to: time.end) { statistics, _ in
        if let sum = statistics.sumQuantity() {
            found[statistics.startDate] = sum.doubleValue(for: .count())
        }
    }
    return found
}
