import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// Collecting and saving.
@Suite struct BuilderTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    @Test func whatCannotBeSavedCanBeFinishedAgain() async throws {
        let folder = try ServerFolder()
        // Nobody listens yet.
        let store = HKHealthStore(appIdentifier: "org.example.one", socketPath: folder.socket)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        let workouts = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
        try await workouts.beginCollection(at: SharedStore.time(0))
        try await workouts.endCollection(at: SharedStore.time(60))
        let beats = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: SharedStore.start)
        try await beats.addHeartbeat(at: 0.8, precededByGap: false)
        let steps = HKQuantitySeriesSampleBuilder(
            healthStore: store,
            quantityType: HKQuantityType(.stepCount),
            startDate: SharedStore.start,
            device: nil
        )
        try steps.insert(HKQuantity(unit: .count(), doubleValue: 7), at: SharedStore.start)
        await #expect(throws: HKError.self) { try await workouts.finishWorkout() }
        await #expect(throws: HKError.self) { try await beats.finishSeries() }
        await #expect(throws: HKError.self) { try await steps.finishSeries(metadata: nil) }

        let server = try ServerProcess(in: folder)
        let run = try #require(try await workouts.finishWorkout())
        #expect(run.duration == 60)
        #expect(try await beats.finishSeries().count == 1)
        #expect(try await steps.finishSeries(metadata: nil).map(\.count) == [1])
        await #expect(throws: HKError.self) { try await workouts.finishWorkout() }
        let track = HKWorkoutRouteBuilder(healthStore: store, device: nil)
        let location = CLLocation(latitude: 48, longitude: 16)
        try await track.insertRouteData([location])
        await #expect(throws: HKError.self) { try await track.finishRoute(with: SharedStore.run(), metadata: nil) }
        #expect(try await track.finishRoute(with: run, metadata: nil).count == 1)
        try server.stop()
    }

    @Test func aRouteComesBack() async throws {
        let run = SharedStore.run()
        try await shared.store.save(run)
        let track = (0..<2_500).map { index in
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 48 + Double(index) * 1e-5, longitude: 16),
                altitude: 200,
                horizontalAccuracy: 5,
                verticalAccuracy: 5,
                course: 45,
                speed: 3.1,
                timestamp: SharedStore.time(Double(index) * 0.2)
            )
        }
        let builder = HKWorkoutRouteBuilder(healthStore: shared.store, device: nil)
        await #expect(throws: HKError.self) { try await builder.finishRoute(with: run, metadata: nil) }
        try await builder.insertRouteData(track.reversed())
        let route = try await builder.finishRoute(with: run, metadata: ["own": "track"])
        #expect(route.count == 2_500)
        await #expect(throws: HKError.self) { try await builder.insertRouteData(track) }

        let query = HKSampleQueryDescriptor(
            predicates: [.workoutRoute(HKQuery.predicateForObjects(from: run))],
            sortDescriptors: []
        )
        let stored = try #require(try await query.result(for: shared.other).first)
        #expect(stored.uuid == route.uuid && stored.count == 2_500)
        #expect(stored.metadata?["own"] as? String == "track")
        var found: [CLLocation] = []
        for try await location in HKWorkoutRouteQueryDescriptor(stored).results(for: shared.other) {
            found.append(location)
        }
        #expect(found.map(\.timestamp) == track.map(\.timestamp))
        #expect(found.map(\.coordinate.latitude) == track.map(\.coordinate.latitude))
        let (pieces, feed) = AsyncStream.makeStream(of: (Int, Bool).self)
        let classic = HKWorkoutRouteQuery(route: stored) { _, locations, done, _ in
            feed.yield((locations?.count ?? 0, done))
            if done { feed.finish() }
        }
        shared.other.execute(classic)
        var total = 0
        for await piece in pieces {
            total += piece.0
        }
        #expect(total == 2_500)
    }

    @Test func heartbeatsComeBack() async throws {
        let builder = HKHeartbeatSeriesBuilder(healthStore: shared.store, device: nil, start: SharedStore.start)
        for beat in 0..<100 {
            try await builder.addHeartbeat(at: Double(beat) * 0.8, precededByGap: beat == 50)
        }
        let series = try await builder.finishSeries()
        var found: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
        for try await beat in HKHeartbeatSeriesQueryDescriptor(series).results(for: shared.other) {
            found.append(beat)
        }
        #expect(found.map(\.timeIntervalSinceStart) == (0..<100).map { Double($0) * 0.8 })
        #expect(found.filter(\.precededByGap).map(\.timeIntervalSinceStart) == [40])
    }

    @Test func aQuantitySeriesIsReadOneByOne() async throws {
        let type = HKQuantityType(.heartRate)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: shared.store,
            quantityType: type,
            startDate: SharedStore.start,
            device: nil
        )
        for beat in [3, 1, 2] {
            try builder.insert(
                HKQuantity(unit: SharedStore.perMinute, doubleValue: 60 + Double(beat)),
                at: SharedStore.time(Double(beat) * 10)
            )
        }
        let samples = try await builder.finishSeries(metadata: nil)
        #expect(samples.map(\.count) == [3])
        #expect(samples.first?.beats == 62)
        try await shared.store.save(SharedStore.heartRate(99, at: 15))
        var found: [Double] = []
        let query = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(type: type),
            options: .includeSample
        )
        for try await result in query.results(for: shared.other) {
            found.append(result.quantity.doubleValue(for: SharedStore.perMinute))
            #expect(result.sample != nil)
        }
        #expect(found == [61, 99, 62, 63])
        let bySample = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(type: type),
            options: .orderByQuantitySampleStartDate
        )
        found = []
        for try await result in bySample.results(for: shared.other) {
            found.append(result.quantity.doubleValue(for: SharedStore.perMinute))
        }
        #expect(found == [61, 62, 63, 99])
    }

    @Test func aWorkoutIsCollectedAndSaved() async throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        let builder = HKWorkoutBuilder(healthStore: shared.store, configuration: configuration, device: nil)
        await #expect(throws: HKError.self) { try await builder.addSamples([SharedStore.heartRate(100)]) }
        try await builder.beginCollection(at: SharedStore.start)
        try await builder.addSamples([SharedStore.heartRate(100, at: 10), SharedStore.heartRate(140, at: 20)])
        try await builder.addWorkoutEvents([
            HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: SharedStore.time(30), duration: 0)),
            HKWorkoutEvent(type: .resume, dateInterval: DateInterval(start: SharedStore.time(40), duration: 0)),
        ])
        try await builder.addMetadata(["own": 1])
        #expect(builder.elapsedTime(at: SharedStore.time(50)) == 40)
        try await builder.endCollection(at: SharedStore.time(60))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.duration == 50)

        let query = HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
        let stored = try #require(try await query.result(for: shared.other).first)
        #expect(stored == workout && stored.duration == 50)
        #expect(stored.workoutEvents?.map(\.type) == [.pause, .resume])
        #expect(
            stored.statistics(for: HKQuantityType(.heartRate))?.maximumQuantity()?.doubleValue(
                for: SharedStore.perMinute
            ) == 140
        )
        let members = HKSampleQueryDescriptor(
            predicates: [
                .quantitySample(type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForObjects(from: stored))
            ],
            sortDescriptors: []
        )
        #expect(try await members.result(for: shared.other).map(\.beats) == [100, 140])
    }
}
