import CoreLocation
import Foundation
import HealthKit

func useProtocols<Query: HKAsyncQuery, Stream: HKAsyncSequenceQuery>(
    _ query: Query,
    _ stream: Stream,
    _ store: HKHealthStore
) async throws {
    // HKAsyncQuery.result(for:)
    let _: Query.Output = try await query.result(for: store)
    // HKAsyncSequenceQuery.results(for:)
    let _: Stream.Sequence = stream.results(for: store)
}

func useSampleDescriptor(_ store: HKHealthStore) async throws {
    // HKSampleQueryDescriptor.init(predicates:sortDescriptors:limit:)
    var query = HKSampleQueryDescriptor(
        predicates: [.workout(), .workout(HKQuery.predicateForWorkouts(with: .running))],
        sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
        limit: 10
    )
    // HKSampleQueryDescriptor.predicates
    query.predicates = [.workout()]
    // HKSampleQueryDescriptor.sortDescriptors
    query.sortDescriptors = [SortDescriptor(\.startDate), SortDescriptor(\.duration)]
    // HKSampleQueryDescriptor.limit
    query.limit = nil
    // HKSampleQueryDescriptor.result(for:)
    let _: [HKWorkout] = try await query.result(for: store)
}

func useAnchoredDescriptor(_ store: HKHealthStore, anchor: HKQueryAnchor?) async throws {
    // HKAnchoredObjectQueryDescriptor.init(predicates:anchor:limit:)
    var query = HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: HKQuantityType(.heartRate))],
        anchor: anchor,
        limit: 100
    )
    // HKAnchoredObjectQueryDescriptor.predicates
    query.predicates = []
    // HKAnchoredObjectQueryDescriptor.anchor
    query.anchor = nil
    // HKAnchoredObjectQueryDescriptor.limit
    query.limit = nil
    // HKAnchoredObjectQueryDescriptor.result(for:)
    let result = try await query.result(for: store)
    // HKAnchoredObjectQueryDescriptor.Result
    let _: HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result = result
    // HKAnchoredObjectQueryDescriptor.Result.addedSamples
    let _: [HKQuantitySample] = result.addedSamples
    // HKAnchoredObjectQueryDescriptor.Result.deletedObjects
    let _: [HKDeletedObject] = result.deletedObjects
    // HKAnchoredObjectQueryDescriptor.Result.newAnchor
    let _: HKQueryAnchor = result.newAnchor
    // HKAnchoredObjectQueryDescriptor.results(for:)
    for try await update in query.results(for: store) where !update.addedSamples.isEmpty { break }
}

func useSourceDescriptor(_ store: HKHealthStore) async throws {
    // HKSourceQueryDescriptor.init(predicate:)
    var query = HKSourceQueryDescriptor(predicate: .quantitySample(type: HKQuantityType(.stepCount)))
    // HKSourceQueryDescriptor.predicate
    query.predicate = .quantitySample(type: HKQuantityType(.heartRate))
    // HKSourceQueryDescriptor.result(for:)
    let _: [HKSource] = try await query.result(for: store)
}

func useRouteDescriptor(_ store: HKHealthStore, route: HKWorkoutRoute) async throws {
    // HKWorkoutRouteQueryDescriptor.init(_:)
    let query = HKWorkoutRouteQueryDescriptor(route)
    // HKWorkoutRouteQueryDescriptor.workoutRoute
    let _: HKWorkoutRoute = query.workoutRoute
    // HKWorkoutRouteQueryDescriptor.results(for:)
    for try await location: CLLocation in query.results(for: store) where location.speed > 10 { break }
}

func useHeartbeatDescriptor(_ store: HKHealthStore, series: HKHeartbeatSeriesSample) async throws {
    // HKHeartbeatSeriesQueryDescriptor.init(_:)
    let query = HKHeartbeatSeriesQueryDescriptor(series)
    // HKHeartbeatSeriesQueryDescriptor.heartbeatSeries
    let _: HKHeartbeatSeriesSample = query.heartbeatSeries
    // HKHeartbeatSeriesQueryDescriptor.results(for:)
    for try await beat in query.results(for: store) { useHeartbeat(beat) }
}

private func useHeartbeat(_ beat: HKHeartbeatSeriesQueryDescriptor.Heartbeat) {
    // HKHeartbeatSeriesQueryDescriptor.Heartbeat
    let _: any Hashable = beat as HKHeartbeatSeriesQueryDescriptor.Heartbeat
    // HKHeartbeatSeriesQueryDescriptor.Heartbeat.timeIntervalSinceStart
    let _: TimeInterval = beat.timeIntervalSinceStart
    // HKHeartbeatSeriesQueryDescriptor.Heartbeat.precededByGap
    let _: Bool = beat.precededByGap
}

func useSeriesDescriptor(_ store: HKHealthStore) async throws {
    // HKQuantitySeriesSampleQueryDescriptor.init(predicate:options:)
    var query = HKQuantitySeriesSampleQueryDescriptor(
        predicate: .quantitySample(type: HKQuantityType(.heartRate)),
        options: .includeSample
    )
    // HKQuantitySeriesSampleQueryDescriptor.predicate
    query.predicate = .quantitySample(type: HKQuantityType(.stepCount))
    // HKQuantitySeriesSampleQueryDescriptor.options
    query.options = []
    // HKQuantitySeriesSampleQueryDescriptor.Options.…
    let _: HKQuantitySeriesSampleQueryDescriptor.Options = [.includeSample, .orderByQuantitySampleStartDate]
    // HKQuantitySeriesSampleQueryDescriptor.results(for:)
    for try await result in query.results(for: store) { useSeriesResult(result) }
}

private func useSeriesResult(_ result: HKQuantitySeriesSampleQueryDescriptor.Result) {
    // HKQuantitySeriesSampleQueryDescriptor.Result
    let _: any Hashable & Sendable = result as HKQuantitySeriesSampleQueryDescriptor.Result
    // HKQuantitySeriesSampleQueryDescriptor.Result.quantity
    let _: HKQuantity = result.quantity
    // HKQuantitySeriesSampleQueryDescriptor.Result.dateInterval
    let _: DateInterval = result.dateInterval
    // HKQuantitySeriesSampleQueryDescriptor.Result.sample
    let _: HKQuantitySample? = result.sample
}

func useSamplePredicates(_ predicate: NSPredicate) {
    // HKSamplePredicate
    let _: any Hashable & Sendable = HKSamplePredicate<HKWorkout>.workout()
    // HKSamplePredicate.sampleType
    let _: HKSampleType = HKSamplePredicate<HKWorkout>.workout().sampleType
    // HKSamplePredicate.nsPredicate
    let _: NSPredicate? = HKSamplePredicate<HKWorkout>.workout().nsPredicate
    // HKSamplePredicate.sample(type:predicate:)
    let _: HKSamplePredicate<HKSample> = .sample(type: HKSeriesType.heartbeat(), predicate: predicate)
    // HKSamplePredicate.quantitySample(type:predicate:)
    let _: HKSamplePredicate<HKQuantitySample> = .quantitySample(
        type: HKQuantityType(.heartRate),
        predicate: predicate
    )
    // HKSamplePredicate.categorySample(type:predicate:)
    let _: HKSamplePredicate<HKCategorySample> = .categorySample(
        type: HKCategoryType(.sleepAnalysis),
        predicate: predicate
    )
    // HKSamplePredicate.correlation(type:predicate:)
    let _: HKSamplePredicate<HKCorrelation> = .correlation(type: HKCorrelationType(.food), predicate: predicate)
    // HKSamplePredicate.workout(_:)
    let _: [HKSamplePredicate<HKWorkout>] = [.workout(predicate)]
    // HKSamplePredicate.workoutRoute(_:)
    let _: [HKSamplePredicate<HKWorkoutRoute>] = [.workoutRoute(predicate)]
    // HKSamplePredicate.heartbeatSeries(_:)
    let _: [HKSamplePredicate<HKHeartbeatSeriesSample>] = [.heartbeatSeries(predicate)]
}
