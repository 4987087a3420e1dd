import Foundation
import HearthModel
import Testing

@testable import HearthKit

/// What a workout's builder keeps besides what it saves itself: its route, and samples that are stored already.
@Suite struct WorkoutPartsTests {
    private let shared: SharedStore
    private let builder: HKWorkoutBuilder

    init() throws {
        shared = try SharedStore()
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        builder = HKWorkoutBuilder(healthStore: shared.store, configuration: configuration, device: nil)
    }

    private func finish() async throws -> HKWorkout {
        try await builder.endCollection(at: SharedStore.time(600))
        return try #require(try await builder.finishWorkout())
    }

    private func parts(_ type: HKSampleType, of workout: HKWorkout) async throws -> [HKSample] {
        let query = HKSampleQueryDescriptor(
            predicates: [.sample(type: type, predicate: HKQuery.predicateForObjects(from: workout))],
            sortDescriptors: []
        )
        return try await query.result(for: shared.store)
    }

    @Test func aRouteIsKeptWhenOnlyItsWorkoutIsFinished() async throws {
        try await builder.beginCollection(at: SharedStore.time(0))
        let route = try #require(builder.seriesBuilder(for: .workoutRoute()) as? HKWorkoutRouteBuilder)
        try await route.insertRouteData([CLLocation(latitude: 48, longitude: 16)])
        let workout = try await finish()
        let kept = try await parts(HKSeriesType.workoutRoute(), of: workout)
        #expect(kept.map { ($0 as? HKWorkoutRoute)?.count } == [1])
        // The app may finish it afterwards as well: it is the same route.
        #expect(try await route.finishRoute(with: workout, metadata: nil) == kept.first)
        #expect(try await parts(HKSeriesType.workoutRoute(), of: workout).count == 1)
    }

    @Test func aRouteWithoutLocationsIsNotSaved() async throws {
        try await builder.beginCollection(at: SharedStore.time(0))
        _ = builder.seriesBuilder(for: .workoutRoute())
        let workout = try await finish()
        #expect(try await parts(HKSeriesType.workoutRoute(), of: workout).isEmpty)
    }

    @Test func aFinishedSeriesJoinsTheWorkoutWithItsStatistics() async throws {
        try await builder.beginCollection(at: SharedStore.time(0))
        let type = HKQuantityType(.heartRate)
        let unit = HKUnit.count().unitDivided(by: .minute())
        let series = HKQuantitySeriesSampleBuilder(
            healthStore: shared.store,
            quantityType: type,
            startDate: SharedStore.time(0),
            device: nil
        )
        for (index, rate) in [100.0, 160, 130].enumerated() {
            try series.insert(HKQuantity(unit: unit, doubleValue: rate), at: SharedStore.time(Double(index) * 60))
        }
        let samples = try await series.finishSeries(metadata: nil)
        try await builder.addSamples(samples)
        let workout = try await finish()
        let statistics = try #require(workout.statistics(for: type))
        let rate = { (quantity: HKQuantity?) in quantity.map { ($0.doubleValue(for: unit) * 1_000).rounded() / 1_000 } }
        #expect(rate(statistics.averageQuantity()) == 130)
        #expect(rate(statistics.minimumQuantity()) == 100)
        #expect(rate(statistics.maximumQuantity()) == 160)
        #expect(rate(statistics.mostRecentQuantity()) == 130)
        #expect(try await parts(type, of: workout) == samples)
    }
}
