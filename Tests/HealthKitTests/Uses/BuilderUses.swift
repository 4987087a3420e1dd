import CoreLocation
import Foundation
import HealthKit

func useWorkoutBuilder(_ store: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice) {
    // HKWorkoutBuilder.init(healthStore:configuration:device:)
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: device)
    // HKWorkoutBuilder.device
    let _: HKDevice? = builder.device
    // HKWorkoutBuilder.startDate
    let _: Date? = builder.startDate
    // HKWorkoutBuilder.endDate
    let _: Date? = builder.endDate
    // HKWorkoutBuilder.workoutConfiguration
    let _: HKWorkoutConfiguration = builder.workoutConfiguration
    // HKWorkoutBuilder.metadata
    let _: [String: Any] = builder.metadata
    // HKWorkoutBuilder.workoutEvents
    let _: [HKWorkoutEvent] = builder.workoutEvents
    // HKWorkoutBuilder.workoutActivities
    let _: [HKWorkoutActivity] = builder.workoutActivities
    // HKWorkoutBuilder.allStatistics
    let _: [HKQuantityType: HKStatistics] = builder.allStatistics
    // HKWorkoutBuilder.statistics(for:)
    let _: HKStatistics? = builder.statistics(for: HKQuantityType(.heartRate))
    // HKWorkoutBuilder.elapsedTime(at:)
    let _: TimeInterval = builder.elapsedTime(at: .now)
    // HKWorkoutBuilder.seriesBuilder(for:)
    let _: HKSeriesBuilder? = builder.seriesBuilder(for: .workoutRoute())
    // HKWorkoutBuilder.discardWorkout()
    builder.discardWorkout()
}

func useCollecting(_ builder: HKWorkoutBuilder, samples: [HKSample], events: [HKWorkoutEvent]) async throws {
    let (date, metadata): (Date, [String: Any]) = (.now, [:])
    let activity = HKWorkoutActivity(workoutConfiguration: .init(), start: date, end: nil, metadata: nil)
    // HKWorkoutBuilder.beginCollection(at:)
    try await builder.beginCollection(at: date)
    // HKWorkoutBuilder.addSamples(_:)
    try await builder.addSamples(samples)
    // HKWorkoutBuilder.addWorkoutEvents(_:)
    try await builder.addWorkoutEvents(events)
    // HKWorkoutBuilder.addMetadata(_:)
    try await builder.addMetadata(metadata)
    // HKWorkoutBuilder.addWorkoutActivity(_:)
    try await builder.addWorkoutActivity(activity)
    // HKWorkoutBuilder.updateActivity(uuid:end:)
    try await builder.updateActivity(uuid: activity.uuid, end: date)
    // HKWorkoutBuilder.updateActivity(uuid:adding:)
    try await builder.updateActivity(uuid: activity.uuid, adding: metadata)
    // HKWorkoutBuilder.endCollection(at:)
    try await builder.endCollection(at: date)
    // HKWorkoutBuilder.finishWorkout()
    let _: HKWorkout? = try await builder.finishWorkout()
}

func useCollectingWithCompletion(_ builder: HKWorkoutBuilder, activity: HKWorkoutActivity, date: Date) {
    let done: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
    // HKWorkoutBuilder.beginCollection(withStart:completion:)
    builder.beginCollection(withStart: date, completion: done)
    // HKWorkoutBuilder.add(_:completion:)
    builder.add([], completion: done)
    // HKWorkoutBuilder.addWorkoutEvents(_:completion:)
    builder.addWorkoutEvents([], completion: done)
    // HKWorkoutBuilder.addMetadata(_:completion:)
    builder.addMetadata([:], completion: done)
    // HKWorkoutBuilder.addWorkoutActivity(_:completion:)
    builder.addWorkoutActivity(activity, completion: done)
    // HKWorkoutBuilder.updateActivity(uuid:end:completion:)
    builder.updateActivity(uuid: activity.uuid, end: date, completion: done)
    // HKWorkoutBuilder.updateActivity(uuid:adding:completion:)
    builder.updateActivity(uuid: activity.uuid, adding: [:], completion: done)
    // HKWorkoutBuilder.endCollection(withEnd:completion:)
    builder.endCollection(withEnd: date, completion: done)
    // HKWorkoutBuilder.finishWorkout(completion:)
    builder.finishWorkout(completion: { (_: HKWorkout?, _: (any Error)?) in })
}

func useRouteBuilder(_ store: HKHealthStore, workout: HKWorkout, locations: [CLLocation]) async throws {
    let done: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
    // HKWorkoutRouteBuilder.init(healthStore:device:)
    let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
    // HKWorkoutRouteBuilder.insertRouteData(_:)
    try await builder.insertRouteData(locations)
    // HKWorkoutRouteBuilder.insertRouteData(_:completion:)
    builder.insertRouteData(locations, completion: done)
    // HKWorkoutRouteBuilder.addMetadata(_:)
    try await builder.addMetadata([:])
    // HKWorkoutRouteBuilder.addMetadata(_:completion:)
    builder.addMetadata([:], completion: done)
    // HKWorkoutRouteBuilder.finishRoute(with:metadata:)
    let _: HKWorkoutRoute = try await builder.finishRoute(with: workout, metadata: nil)
    // HKWorkoutRouteBuilder.finishRoute(with:metadata:completion:)
    builder.finishRoute(with: workout, metadata: nil, completion: { (_: HKWorkoutRoute?, _: (any Error)?) in })
    // HKWorkoutRouteBuilder.discard()
    builder.discard()
    // HKSeriesBuilder.discard()
    (builder as HKSeriesBuilder).discard()
}

func useSeriesBuilder(_ store: HKHealthStore, type: HKQuantityType, quantity: HKQuantity) async throws {
    let date = Date.now
    // HKQuantitySeriesSampleBuilder.init(healthStore:quantityType:startDate:device:)
    let builder = HKQuantitySeriesSampleBuilder(healthStore: store, quantityType: type, startDate: date, device: nil)
    // HKQuantitySeriesSampleBuilder.quantityType
    let _: HKQuantityType = builder.quantityType
    // HKQuantitySeriesSampleBuilder.startDate
    let _: Date = builder.startDate
    // HKQuantitySeriesSampleBuilder.device
    let _: HKDevice? = builder.device
    // HKQuantitySeriesSampleBuilder.insert(_:for:)
    try builder.insert(quantity, for: DateInterval(start: date, duration: 1))
    // HKQuantitySeriesSampleBuilder.insert(_:at:)
    try builder.insert(quantity, at: date)
    // HKQuantitySeriesSampleBuilder.finishSeries(metadata:endDate:)
    let _: [HKQuantitySample] = try await builder.finishSeries(metadata: nil, endDate: date)
    // HKQuantitySeriesSampleBuilder.finishSeries(metadata:)
    let _: [HKQuantitySample] = try await builder.finishSeries(metadata: nil)
    // HKQuantitySeriesSampleBuilder.finishSeries(metadata:endDate:completion:)
    builder.finishSeries(metadata: nil, endDate: date, completion: { (_: [HKQuantitySample]?, _: (any Error)?) in })
    // HKQuantitySeriesSampleBuilder.finishSeries(metadata:completion:)
    builder.finishSeries(metadata: nil, completion: { (_: [HKQuantitySample]?, _: (any Error)?) in })
    // HKQuantitySeriesSampleBuilder.discard()
    builder.discard()
}

func useHeartbeatBuilder(_ store: HKHealthStore) async throws {
    let done: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
    // HKHeartbeatSeriesBuilder.init(healthStore:device:start:)
    let builder = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: .now)
    // HKHeartbeatSeriesBuilder.maximumCount
    let _: Int = HKHeartbeatSeriesBuilder.maximumCount
    // HKHeartbeatSeriesBuilder.addHeartbeat(at:precededByGap:)
    try await builder.addHeartbeat(at: 0.8, precededByGap: false)
    // HKHeartbeatSeriesBuilder.addHeartbeatWithTimeInterval(sinceSeriesStartDate:precededByGap:completion:)
    builder.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 1.6, precededByGap: true, completion: done)
    // HKHeartbeatSeriesBuilder.addMetadata(_:)
    try await builder.addMetadata([:])
    // HKHeartbeatSeriesBuilder.addMetadata(_:completion:)
    builder.addMetadata([:], completion: done)
    // HKHeartbeatSeriesBuilder.finishSeries()
    let _: HKHeartbeatSeriesSample = try await builder.finishSeries()
    // HKHeartbeatSeriesBuilder.finishSeries(completion:)
    builder.finishSeries(completion: { (_: HKHeartbeatSeriesSample?, _: (any Error)?) in })
    // HKHeartbeatSeriesBuilder.discard()
    builder.discard()
}
