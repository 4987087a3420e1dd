import Foundation
import HealthKit
import HearthTesting
import Testing

@testable import HeartLog

@Suite struct StepGoalTests {
    private let day = DateInterval(start: Date(timeIntervalSince1970: 0), duration: 86_400)

    private func walk(_ steps: Double, hour: Double, in store: HKHealthStore) async throws {
        let start = day.start.addingTimeInterval(3_600 * hour)
        let sample = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: steps),
            start: start,
            end: start.addingTimeInterval(600)
        )
        try await store.save(sample)
    }

    @Test func twoWalksReachTheGoalTogether() async throws {
        let store = try HKHealthStore.ephemeral()
        let goal = StepGoal(store: store, goal: 10_000)
        #expect(try await goal.isReached(on: day) == false)
        try await walk(6_000, hour: 8, in: store)
        #expect(try await goal.isReached(on: day) == false)
        try await walk(4_000, hour: 18, in: store)
        #expect(try await goal.isReached(on: day))
    }
}
