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

    @Test func whatSeveralSourcesHaveMeasuredCountsOnce() async throws {
        // The watch of another app has counted the same steps, for longer.
        let watch = SharedStore.steps(900, from: 0, to: 600)
        try await shared.other.save(watch)
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
            sortDescriptors: []
        )
        let stored = try await query.result(for: shared.store)
        try await builder.beginCollection(at: SharedStore.time(0))
        try await builder.addWorkoutActivity(
            HKWorkoutActivity(
                workoutConfiguration: builder.workoutConfiguration,
                start: SharedStore.time(0),
                end: SharedStore.time(200),
                metadata: nil
            )
        )
        try await builder.addSamples([SharedStore.steps(300, from: 0, to: 300)])
        let own = builder.statistics(for: HKQuantityType(.stepCount))
        #expect(own?.steps == 300)
        try await builder.addSamples(stored)
        // One of both comes first: 900 is the watch alone, 750 the phone and then the watch.
        let live = try #require(builder.statistics(for: HKQuantityType(.stepCount))?.steps)
        #expect([750, 900].contains(live))
        let workout = try await finish()
        #expect(workout.statistics(for: HKQuantityType(.stepCount))?.steps == live)
        let activity = try #require(workout.workoutActivities.first?.statistics(for: HKQuantityType(.stepCount)))
        #expect(activity.steps == (live == 900 ? 300 : 200))
        #expect(activity.startDate == SharedStore.time(0) && activity.endDate == SharedStore.time(200))
    }

    @Test func aWorkoutWithoutStatisticsHasThoseOfItsSamples() async throws {
        let activity = HKWorkoutActivity(
            workoutConfiguration: builder.workoutConfiguration,
            start: SharedStore.time(0),
            end: SharedStore.time(300),
            metadata: nil
        )
        let run = HKWorkout(
            SampleHead(new: .workoutType(), from: SharedStore.time(0), to: SharedStore.time(600)),
            activityType: HKWorkoutActivityType.running.type,
            duration: 600,
            detail: WorkoutDetail(activities: [activity.activity])
        )
        try await shared.store.save(run)
        try await shared.store.addSamples(
            [
                SharedStore.heartRate(100, at: 10), SharedStore.heartRate(140, at: 400),
                SharedStore.steps(600, from: 0, to: 600),
            ],
            to: run
        )
        // Of an object that was not read there is nothing to know.
        #expect(run.allStatistics.isEmpty)
        let query = HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
        let stored = try #require(try await query.result(for: shared.other).first)
        #expect(Set(stored.allStatistics.keys) == [HKQuantityType(.heartRate), HKQuantityType(.stepCount)])
        #expect(stored.statistics(for: HKQuantityType(.stepCount))?.steps == 600)
        let rates = try #require(stored.statistics(for: HKQuantityType(.heartRate)))
        #expect(rates.averageQuantity()?.doubleValue(for: SharedStore.perMinute).rounded() == 120)
        #expect(rates.startDate == run.startDate && rates.endDate == run.endDate)
        let part = try #require(stored.workoutActivities.first)
        #expect(part.statistics(for: HKQuantityType(.stepCount))?.steps == 300)
        let early = part.statistics(for: HKQuantityType(.heartRate))?.maximumQuantity()
        #expect(early?.doubleValue(for: SharedStore.perMinute).rounded() == 100)
        #expect(stored.statistics(for: HKQuantityType(.flightsClimbed)) == nil)
        // As before, the totals are those that the workout was saved with.
        #expect(stored.totalFlightsClimbed == nil && stored.totalDistance == nil)

        let changes = HKAnchoredObjectQueryDescriptor(predicates: [.workout()], anchor: nil)
        let changed = try #require(try await changes.result(for: shared.other).addedSamples.first)
        #expect(changed.statistics(for: HKQuantityType(.stepCount))?.steps == 600)
    }
}
