import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// Workout sessions, and what their builders collect.
@Suite struct LiveWorkoutTests {
    private let shared: SharedStore
    private let heartRate = HKQuantityType(.heartRate)

    init() throws {
        shared = try SharedStore()
    }

    /// What a session and its builder tell.
    private final class Listener: HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
        private let feed: AsyncStream<String>.Continuation
        let stream: AsyncStream<String>

        init() {
            (stream, feed) = AsyncStream.makeStream(of: String.self)
        }

        func workoutSession(
            _: HKWorkoutSession,
            didChangeTo toState: HKWorkoutSessionState,
            from fromState: HKWorkoutSessionState,
            date _: Date
        ) {
            feed.yield("\(fromState) to \(toState)")
        }

        func workoutSession(_: HKWorkoutSession, didFailWithError error: any Error) {
            feed.yield("error \((error as? HKError)?.code.rawValue ?? -1)")
        }

        func workoutSession(_: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
            feed.yield("event \(event.type)")
        }

        func workoutSession(
            _: HKWorkoutSession,
            didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
            date _: Date
        ) {
            feed.yield("begins \(workoutConfiguration.activityType)")
        }

        func workoutSession(
            _: HKWorkoutSession,
            didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
            date _: Date
        ) {
            feed.yield("ends \(workoutConfiguration.activityType)")
        }

        func workoutBuilder(_: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
            feed.yield("collected \(collectedTypes.map(\.identifier).sorted().joined(separator: " "))")
        }

        func workoutBuilderDidCollectEvent(_: HKLiveWorkoutBuilder) {
            feed.yield("collected event")
        }

        func workoutBuilder(_: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {
            feed.yield("builder begins \(workoutActivity.workoutConfiguration.activityType)")
        }

        func workoutBuilder(_: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {
            feed.yield("builder ends \(workoutActivity.workoutConfiguration.activityType)")
        }
    }

    private func configuration(_ activity: HKWorkoutActivityType = .running) -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = activity
        return configuration
    }

    /// A heart rate, some seconds after a date.
    private func beat(_ value: Double, _ seconds: Double, after start: Date) -> HKQuantitySample {
        HKQuantitySample(
            type: heartRate,
            quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: value),
            start: start.addingTimeInterval(seconds),
            end: start.addingTimeInterval(seconds)
        )
    }

    private func maximum(_ builder: HKWorkoutBuilder) -> Double? {
        builder.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: SharedStore.perMinute)
    }

    private func members(of workout: HKWorkout) async throws -> [Double] {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: heartRate, predicate: HKQuery.predicateForObjects(from: workout))],
            sortDescriptors: []
        )
        return try await query.result(for: shared.other).map(\.beats).sorted()
    }

    @Test func theDelegateIsToldOfStatesEventsAndActivities() async throws {
        let listener = Listener()
        let session = try HKWorkoutSession(healthStore: shared.store, configuration: configuration(.swimBikeRun))
        let builder = session.associatedWorkoutBuilder()
        session.delegate = listener
        builder.delegate = listener
        var told = listener.stream.makeAsyncIterator()
        #expect(session.state == .notStarted && session.type == .primary && session.startDate == nil)
        session.pause()
        #expect(await told.next() == "error 3")
        session.prepare()
        #expect(await told.next() == "notStarted to prepared")
        let start = Date()
        session.startActivity(with: start)
        #expect(await told.next() == "prepared to running")
        #expect(session.startDate == start && session.currentActivity.startDate == start)
        try await builder.beginCollection(at: start)
        session.beginNewActivity(configuration: configuration(.swimming), date: start, metadata: nil)
        #expect(await told.next() == "builder begins \(HKWorkoutActivityType.swimming)")
        #expect(await told.next() == "begins \(HKWorkoutActivityType.swimming)")
        #expect(session.currentActivity == builder.currentWorkoutActivity)
        session.endCurrentActivity(on: Date())
        #expect(await told.next() == "builder ends \(HKWorkoutActivityType.swimming)")
        #expect(await told.next() == "ends \(HKWorkoutActivityType.swimming)")
        session.pause()
        #expect(await told.next() == "running to paused")
        #expect(await told.next() == "collected event")
        #expect(await told.next() == "event pause")
        builder.shouldCollectWorkoutEvents = false
        session.resume()
        #expect(await told.next() == "paused to running")
        #expect(await told.next() == "event resume")
        #expect(builder.workoutEvents.map(\.type) == [.pause])
        session.stopActivity(with: nil)
        #expect(await told.next() == "running to stopped")
        #expect(session.endDate != nil)
        session.end()
        #expect(await told.next() == "stopped to ended")
        session.end()
        #expect(await told.next() == "error 3")
    }

    @Test func whatAnotherAppSavesIsCollected() async throws {
        let start = Date()
        let listener = Listener()
        let session = try HKWorkoutSession(healthStore: shared.store, configuration: configuration())
        let builder = session.associatedWorkoutBuilder()
        builder.delegate = listener
        builder.dataSource = HKLiveWorkoutDataSource(healthStore: shared.store, workoutConfiguration: configuration())
        var told = listener.stream.makeAsyncIterator()
        session.startActivity(with: start)
        try await builder.beginCollection(at: start)
        try await shared.other.save([beat(200, -5, after: start), beat(120, 1, after: start)])
        #expect(await told.next() == "collected \(heartRate.identifier)")
        #expect(maximum(builder) == 120)
        let wrong = beat(180, 2, after: start)
        try await shared.other.save(wrong)
        #expect(await told.next() == "collected \(heartRate.identifier)")
        #expect(maximum(builder) == 180)
        try await shared.other.delete(wrong)
        #expect(await told.next() == "collected \(heartRate.identifier)")
        #expect(maximum(builder) == 120)
        // What the app adds itself counts once, although the store tells of it too.
        try await builder.addSamples([beat(130, 3, after: start)])
        session.stopActivity(with: start.addingTimeInterval(10))
        try await builder.endCollection(at: start.addingTimeInterval(10))
        try await shared.other.save([beat(140, 9, after: start), beat(210, 11, after: start)])
        session.end()
        let workout = try #require(try await builder.finishWorkout())
        #expect(try await members(of: workout) == [120, 130, 140])
        let statistics = try #require(workout.statistics(for: heartRate))
        #expect(statistics.maximumQuantity()?.doubleValue(for: SharedStore.perMinute) == 140)
        #expect(try await shared.store.recoverActiveWorkoutSession() == nil)
    }

    @Test func whatIsMeasuredInAPauseIsNotCollected() async throws {
        let start = Date().addingTimeInterval(-100)
        let session = try HKWorkoutSession(healthStore: shared.store, configuration: configuration())
        let builder = session.associatedWorkoutBuilder()
        session.startActivity(with: start)
        try await builder.beginCollection(at: start)
        session.pause()
        let pause = try #require(builder.workoutEvents.first?.dateInterval.start)
        try await shared.other.save([beat(100, -1, after: pause), beat(170, 0, after: pause)])
        session.resume()
        let source = HKLiveWorkoutDataSource(healthStore: shared.store, workoutConfiguration: nil)
        #expect(source.typesToCollect.isEmpty)
        builder.dataSource = source
        let slow = HKQuery.predicateForQuantitySamples(
            with: .lessThan,
            quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: 250)
        )
        source.enableCollection(for: heartRate, predicate: slow)
        try await shared.other.save([beat(300, -2, after: pause), beat(90, -3, after: pause)])
        let end = try #require(builder.workoutEvents.last?.dateInterval.start).addingTimeInterval(1)
        session.end()
        try await builder.endCollection(at: end)
        let workout = try #require(try await builder.finishWorkout())
        #expect(try await members(of: workout) == [90, 100])
    }

    @Test func aSessionSurvivesARestartOfTheApp() async throws {
        let start = Date().addingTimeInterval(-60)
        let own = beat(111, 1, after: start)
        let old: HKLiveWorkoutBuilder
        do {
            let app = shared.shared.store(appIdentifier: "org.example.one")
            let session = try HKWorkoutSession(healthStore: app, configuration: configuration(.cycling))
            let builder = session.associatedWorkoutBuilder()
            old = builder
            session.startActivity(with: start)
            try await builder.beginCollection(at: start)
            try await builder.addSamples([own])
            try await builder.addMetadata(["own": "ride"])
            session.beginNewActivity(configuration: configuration(.running), date: start, metadata: ["own": 1])
            session.pause()
            session.resume()
        }
        try await shared.other.save(beat(122, 2, after: start))
        #expect(try await shared.other.recoverActiveWorkoutSession() == nil)
        let session = try #require(try await shared.store.recoverActiveWorkoutSession())
        #expect(session.state == .running && session.startDate == start)
        #expect(session.workoutConfiguration == configuration(.cycling))
        #expect(try await shared.store.recoverActiveWorkoutSession() === session)
        let builder = session.associatedWorkoutBuilder()
        #expect(builder.startDate == start && builder.metadata["own"] as? String == "ride")
        #expect(builder.workoutEvents.map(\.type) == [.pause, .resume])
        #expect(maximum(builder) == 111)
        #expect(session.currentActivity.workoutConfiguration.activityType == .running)
        #expect(session.currentActivity.metadata?["own"] as? Int == 1)
        builder.dataSource = HKLiveWorkoutDataSource(
            healthStore: shared.store,
            workoutConfiguration: configuration(.cycling)
        )
        let end = Date()
        session.end()
        try await builder.endCollection(at: end)
        let workout = try #require(try await builder.finishWorkout())
        #expect(try await members(of: workout) == [111, 122])
        #expect(try await shared.store.recoverActiveWorkoutSession() == nil)
        old.discardWorkout()
    }

    @Test func anAppHasOneSession() async throws {
        let listener = Listener()
        var told = listener.stream.makeAsyncIterator()
        let first = try HKWorkoutSession(healthStore: shared.store, configuration: configuration())
        first.startActivity(with: nil)
        first.delegate = listener
        let second = try HKWorkoutSession(healthStore: shared.store, configuration: configuration())
        second.startActivity(with: nil)
        #expect(await told.next() == "error \(HKError.Code.errorAnotherWorkoutSessionStarted.rawValue)")
        #expect(await told.next() == "running to ended")
        #expect(try await shared.store.recoverActiveWorkoutSession() === second)
        second.associatedWorkoutBuilder().discardWorkout()
        #expect(try await shared.store.recoverActiveWorkoutSession() == nil)
    }

    @Test func aPlaceKeepsOneFileForAnApp() throws {
        let folder = try ServerFolder()
        let path = folder.path + "/workouts"
        let place = SessionPlace(folder: path)
        #expect(place.read("a/b") == nil)
        try place.write(Data([1, 2]), "a/b")
        try place.write(Data([3]), "other")
        #expect(SessionPlace(folder: path).read("a/b") == Data([1, 2]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 2)
        place.remove("a/b")
        place.remove("other")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        #expect(SessionRecord(Data([3])) == nil)
    }
}
