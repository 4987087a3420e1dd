import CoreLocation
import HealthKit
import Testing

/// What HealthKit lets an app subclass can be subclassed, and what a subclass overrides is what runs.
@Suite struct MockTests {
    private let sample = MockStepSample(steps: 12)
    private let place = CLLocation(latitude: 1, longitude: 1)

    @Test func aMockedStoreGetsTheCalls() async throws {
        let store = MockStore()
        store.save(sample) { isSaved, error in #expect(isSaved && error == nil) }
        store.save([sample]) { isSaved, error in #expect(isSaved && error == nil) }
        store.delete(sample) { _, _ in }
        let query = MockSampleQuery(
            sampleType: .workoutType(),
            predicate: nil,
            limit: 5,
            sortDescriptors: nil,
            resultsHandler: { _, _, _ in }
        )
        store.execute(query)
        store.stop(query)
        #expect(store.saved == [sample, sample])
        #expect(store.deleted == [sample])
        #expect(store.executed == [query] && store.stopped == [query])
        #expect(store.authorizationStatus(for: .workoutType()) == .notDetermined)
        #expect(try store.biologicalSex().biologicalSex == .female)
        #expect(try store.dateOfBirthComponents().year == 1980)
        #expect(throws: HKError.self) { try store.bloodType() }
        #expect(!MockStore.isHealthDataAvailable() && store.supportsHealthRecords())
    }

    /// In HealthKit the two forms of a method are one.
    @Test func anOverriddenHandlerFormChangesTheAwaitedForm() async throws {
        let store = MockStore()
        try await store.save(sample)
        try await store.save([sample, sample])
        try await store.delete(sample)
        try await store.delete([sample])
        #expect(store.saved.count == 3 && store.deleted.count == 2)
        #expect(try await store.deleteObjects(of: .workoutType(), predicate: NSPredicate(value: true)) == 7)
        try await store.addSamples([sample], to: HKWorkout(activityType: .rowing, start: Date(), end: Date()))
        #expect(store.deletions == [.workoutType()] && store.associated == [sample])
        try await store.requestAuthorization(toShare: [.workoutType()], read: [])
        #expect(store.requests.map(\.share) == [[HKObjectType.workoutType()]])
        #expect(try await store.statusForAuthorizationRequest(toShare: [], read: []) == .shouldRequest)
        let steps = HKQuantityType(.stepCount)
        #expect(try await store.preferredUnits(for: [steps]) == [steps: .mile()])
        try await store.enableBackgroundDelivery(for: steps, frequency: .daily)
        #expect(store.enabled == [steps: .daily])
        try await store.disableBackgroundDelivery(for: steps)
        try await store.disableAllBackgroundDelivery()
        #expect(store.enabled == [:])
        store.failure = HKError(.errorDatabaseInaccessible)
        await #expect(throws: HKError(.errorDatabaseInaccessible)) { try await store.save(sample) }
        await #expect(throws: HKError(.errorDatabaseInaccessible)) {
            try await store.preferredUnits(for: [steps])
        }
    }

    @Test func anOverriddenAwaitedFormRuns() async throws {
        let store = AwaitedMockStore(limit: 1)
        try await store.save([sample])
        await #expect(throws: HKError(.errorDataSizeExceeded)) { try await store.save([sample]) }
        await #expect(throws: HKError(.errorAuthorizationDenied)) {
            try await store.requestAuthorization(toShare: [], read: [])
        }
        #expect(try await store.statusForAuthorizationRequest(toShare: [], read: []) == .shouldRequest)
    }

    /// An override that awaits the original comes to an end.
    @Test func anOverrideCanAwaitTheOriginal() async throws {
        final class Counting: HKHealthStore, @unchecked Sendable {
            var calls = 0

            override func recalibrateEstimates(
                sampleType: HKSampleType,
                date: Date,
                completion: @escaping @Sendable (Bool, Error?) -> Void
            ) {
                calls += 1
                Task {
                    do {
                        try await super.recalibrateEstimates(sampleType: sampleType, date: date)
                        completion(true, nil)
                    } catch {
                        completion(false, error)
                    }
                }
            }
        }
        let store = Counting()
        await #expect(throws: HKError.self) {
            try await store.recalibrateEstimates(sampleType: HKQuantityType(.stepCount), date: Date())
        }
        #expect(store.calls == 1)
    }

    @Test func mockedQueriesHaveTheirHandlers() {
        var found: [HKSample]?
        let query = MockSampleQuery(
            sampleType: HKQuantityType(.stepCount),
            predicate: nil,
            limit: 5,
            sortDescriptors: nil,
            resultsHandler: { _, samples, _ in found = samples }
        )
        query.handler(query, [sample], nil)
        #expect(found == [sample] && query.limit == 1)
        let observer = MockObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, _, _ in }
        #expect(observer.objectType == HKObjectType.workoutType() && !observer.isStopped)
        let anchored = MockAnchoredQuery(
            type: HKQuantityType(.stepCount),
            predicate: nil,
            anchor: nil,
            limit: 0,
            resultsHandler: { _, _, _, _, _ in }
        )
        anchored.updateHandler = { _, _, _, _, _ in }
        #expect(anchored.updates != nil)
        let source = MockSourceQuery(sampleType: .workoutType(), samplePredicate: nil) { _, _, _ in }
        #expect(!source.isStopped)
        let type = HKCorrelationType(.bloodPressure)
        let correlations = MockCorrelationQuery(type: type, predicate: nil, samplePredicates: nil) { _, _, _ in }
        #expect(correlations.correlationType == HKCorrelationType(.food))
        let series = MockSeriesQuery(quantityType: HKQuantityType(.heartRate), predicate: nil) { _, _, _, _, _, _ in }
        #expect(series.includeSample)
        #expect(MockQueryDescriptor(sampleType: .workoutType(), predicate: nil).predicate != nil)
    }

    @Test func mockedStatisticsQueriesHaveTheirHandlers() {
        let type = HKQuantityType(.stepCount)
        var code: HKError.Code?
        let query = MockStatisticsQuery(
            quantityType: type,
            quantitySamplePredicate: nil,
            options: .cumulativeSum,
            completionHandler: { _, _, error in code = (error as? HKError)?.code }
        )
        query.handler(query, nil, HKError(.errorNoData))
        #expect(code == .errorNoData && query.objectType == type)
        let days = MockStatisticsCollectionQuery(
            quantityType: type,
            quantitySamplePredicate: nil,
            options: [],
            anchorDate: Date(),
            intervalComponents: DateComponents(day: 1)
        )
        days.initialResultsHandler = { _, _, _ in }
        #expect(days.options == .cumulativeSum && days.anchorDate == .distantPast)
        #expect(days.initialResultsHandler != nil && days.statisticsUpdateHandler == nil)
    }

    @Test func mockedBuildersGetTheCalls() async throws {
        let builder = MockWorkoutBuilder(healthStore: MockStore(), configuration: MockConfiguration(), device: nil)
        let now = Date()
        try await builder.beginCollection(at: now)
        try await builder.addSamples([sample])
        try await builder.addWorkoutEvents([])
        try await builder.addMetadata([:])
        try await builder.addWorkoutActivity(
            HKWorkoutActivity(workoutConfiguration: MockConfiguration(), start: now, end: nil, metadata: nil)
        )
        try await builder.endCollection(at: now)
        await #expect(throws: HKError(.errorUserCanceled)) { try await builder.finishWorkout() }
        builder.discardWorkout()
        let calls = ["begin", "samples", "events", "metadata", "activity", "end", "finish", "discard"]
        #expect(builder.calls == calls)
        #expect(builder.startDate == Date(timeIntervalSince1970: 0))

        let route = try #require(builder.seriesBuilder(for: .workoutRoute()) as? MockRouteBuilder)
        try await route.insertRouteData([place, place])
        #expect(route.locations == 2)
        await #expect(throws: HKError(.errorNoData)) {
            try await route.finishRoute(with: HKWorkout(activityType: .rowing, start: now, end: now), metadata: nil)
        }

        let beats = MockHeartbeatBuilder(healthStore: MockStore(), device: nil, start: now)
        try await beats.addHeartbeat(at: 1, precededByGap: false)
        try await beats.addHeartbeat(at: 2, precededByGap: false)
        await #expect(throws: HKError.self) { try await beats.addHeartbeat(at: 3, precededByGap: false) }
        #expect(beats.beats == [1, 2, 3])

        let type = HKQuantityType(.stepCount)
        let series = MockSeriesBuilder(healthStore: MockStore(), quantityType: type, startDate: now, device: nil)
        try series.insert(HKQuantity(unit: .count(), doubleValue: 1), at: now)
        #expect(series.inserted.count == 1)
        #expect(try await series.finishSeries(metadata: nil).isEmpty)
        #expect(try await series.finishSeries(metadata: nil, endDate: now).isEmpty)
    }

    @Test func mockedObjectsSayWhatTheyOverride() {
        #expect(sample.quantity.doubleValue(for: .count()) == 12)
        #expect(sample.startDate == Date(timeIntervalSince1970: 60))
        #expect(sample.device?.name == "mock" && sample.device?.model == "of a test")
        #expect(sample.sourceRevision.version == "mock" && sample.metadata?.count == 1)
        let now = Date()
        let steps = HKQuantityType(.stepCount)
        let plain = MockQuantitySample(type: steps, quantity: sample.quantity, start: now, end: now)
        #expect(plain.quantityType == steps)
        let sleep = HKCategoryType(.sleepAnalysis)
        #expect(MockSleep(type: sleep, value: 0, start: now, end: now, metadata: nil).value == 5)
        let event = MockEvent(type: .pause, date: now)
        #expect(event.type == .lap)
        let workout = MockWorkout(activityType: .running, start: now, end: now)
        #expect(workout.workoutActivityType == .rowing && workout.duration == 90)
        #expect(workout.totalEnergyBurned != nil)
        let activity = MockActivity(workoutConfiguration: MockConfiguration(), start: now, end: now, metadata: nil)
        #expect(activity.duration == 5 && activity.workoutConfiguration.activityType == .yoga)
        #expect(MockRevision(source: .default(), version: "1").version == "2")
        #expect(MockLocation(latitude: 5, longitude: 6).speed == 3)
        let diastolic = HKQuantitySample(
            type: HKQuantityType(.bloodPressureDiastolic),
            quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 80),
            start: now,
            end: now
        )
        let pressure = MockBloodPressure(
            type: HKCorrelationType(.bloodPressure),
            start: now,
            end: now,
            objects: [diastolic]
        )
        #expect(pressure.objects(for: diastolic.sampleType).isEmpty)
    }
}
