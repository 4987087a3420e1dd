import Foundation
import HealthKit

/// The steps of a person.
struct StepGoal {
    let store: HKHealthStore
    let goal: Double

    /// Whether the steps of a day reach the goal.
    func isReached(on day: DateInterval) async throws -> Bool {
        let steps = HKSamplePredicate.quantitySample(
            type: HKQuantityType(.stepCount),
            predicate: HKQuery.predicateForSamples(withStart: day.start, end: day.end)
        )
        let query = HKStatisticsQueryDescriptor(predicate: steps, options: .cumulativeSum)
        let sum = try await query.result(for: store)?.sumQuantity()
        return (sum?.doubleValue(for: .count()) ?? 0) >= goal
    }
}
