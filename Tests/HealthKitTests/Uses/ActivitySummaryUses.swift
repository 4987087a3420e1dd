import Foundation
import HealthKit

func useActivitySummary(calendar: Calendar) {
    // HKActivitySummary.init()
    let summary = HKActivitySummary()
    // HKActivitySummary.dateComponents(for:)
    let _: DateComponents = summary.dateComponents(for: calendar)
    // HKActivitySummary.activityMoveMode
    summary.activityMoveMode = .appleMoveTime
    // HKActivitySummary.isPaused
    summary.isPaused = true
    // HKActivitySummary.activeEnergyBurned
    summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 300)
    // HKActivitySummary.activeEnergyBurnedGoal
    summary.activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 500)
    // HKActivitySummary.appleMoveTime
    summary.appleMoveTime = HKQuantity(unit: .minute(), doubleValue: 30)
    // HKActivitySummary.appleMoveTimeGoal
    summary.appleMoveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 60)
    // HKActivitySummary.appleExerciseTime
    summary.appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: 20)
    // HKActivitySummary.exerciseTimeGoal
    summary.exerciseTimeGoal = HKQuantity(unit: .minute(), doubleValue: 30)
    // HKActivitySummary.appleStandHours
    summary.appleStandHours = HKQuantity(unit: .count(), doubleValue: 9)
    // HKActivitySummary.standHoursGoal
    summary.standHoursGoal = HKQuantity(unit: .count(), doubleValue: 12)
}

@available(*, deprecated)
func useFormerGoals(_ summary: HKActivitySummary) {
    // HKActivitySummary.appleExerciseTimeGoal
    summary.appleExerciseTimeGoal = HKQuantity(unit: .minute(), doubleValue: 30)
    // HKActivitySummary.appleStandHoursGoal
    summary.appleStandHoursGoal = HKQuantity(unit: .count(), doubleValue: 12)
}

func useActivitySummaryQueries(_ store: HKHealthStore, day: DateComponents) async throws {
    // HKQuery.predicateForActivitySummary(with:)
    let one: NSPredicate = HKQuery.predicateForActivitySummary(with: day)
    // HKQuery.predicate(forActivitySummariesBetweenStart:end:)
    let several: NSPredicate = HKQuery.predicate(forActivitySummariesBetweenStart: day, end: day)
    // HKActivitySummaryQuery.init(predicate:resultsHandler:)
    let query = HKActivitySummaryQuery(
        predicate: one,
        resultsHandler: { (_: HKActivitySummaryQuery, _: [HKActivitySummary]?, _: (any Error)?) in }
    )
    // HKActivitySummaryQuery.updateHandler
    query.updateHandler = { (_, _: [HKActivitySummary]?, _: (any Error)?) in }
    // HKActivitySummaryQueryDescriptor.init(predicate:)
    var descriptor = HKActivitySummaryQueryDescriptor(predicate: several)
    // HKActivitySummaryQueryDescriptor.predicate
    descriptor.predicate = nil
    // HKActivitySummaryQueryDescriptor.result(for:)
    let _: [HKActivitySummary] = try await descriptor.result(for: store)
    // HKActivitySummaryQueryDescriptor.results(for:)
    for try await summaries in descriptor.results(for: store) where summaries.isEmpty { break }
}
