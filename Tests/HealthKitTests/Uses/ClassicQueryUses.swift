import CoreLocation
import Foundation
import HealthKit

func useQueries(_ query: HKQuery) {
    // HKQuery.objectType
    let _: HKObjectType? = query.objectType
    // HKQuery.predicate
    let _: NSPredicate? = query.predicate
    // HKObjectQueryNoLimit
    let _: Int = HKObjectQueryNoLimit
    // HKAnchoredObjectQueryNoAnchor
    let _: Int = Int(HKAnchoredObjectQueryNoAnchor)
}

@available(*, deprecated)
func useFormerQueries(_ query: HKQuery) {
    // HKQuery.sampleType
    let _: HKSampleType? = query.sampleType
}

func useSampleQuery(_ type: HKSampleType, descriptors: [HKQueryDescriptor]) {
    let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
    // HKSampleQuery.init(sampleType:predicate:limit:sortDescriptors:resultsHandler:)
    let query = HKSampleQuery(
        sampleType: type,
        predicate: nil,
        limit: HKObjectQueryNoLimit,
        sortDescriptors: order,
        resultsHandler: { (_: HKSampleQuery, _: [HKSample]?, _: (any Error)?) in }
    )
    // HKSampleQuery.init(queryDescriptors:limit:resultsHandler:)
    _ = HKSampleQuery(queryDescriptors: descriptors, limit: 10, resultsHandler: { _, _, _ in })
    // HKSampleQuery.init(queryDescriptors:limit:sortDescriptors:resultsHandler:)
    _ = HKSampleQuery(queryDescriptors: descriptors, limit: 1, sortDescriptors: order, resultsHandler: { _, _, _ in })
    // HKSampleQuery.limit
    let _: Int = query.limit
    // HKSampleQuery.sortDescriptors
    let _: [NSSortDescriptor]? = query.sortDescriptors
    // HKQueryDescriptor.init(sampleType:predicate:)
    let descriptor = HKQueryDescriptor(sampleType: type, predicate: nil)
    // HKQueryDescriptor.sampleType
    let _: HKSampleType = descriptor.sampleType
    // HKQueryDescriptor.predicate
    let _: NSPredicate? = descriptor.predicate
}

func useAnchoredQuery(_ type: HKSampleType, anchor: HKQueryAnchor, descriptors: [HKQueryDescriptor]) {
    // HKAnchoredObjectQuery.init(type:predicate:anchor:limit:resultsHandler:)
    let query = HKAnchoredObjectQuery(
        type: type,
        predicate: nil,
        anchor: anchor,
        limit: HKObjectQueryNoLimit,
        resultsHandler: {
            (_: HKAnchoredObjectQuery, _: [HKSample]?, _: [HKDeletedObject]?, _: HKQueryAnchor?, _: (any Error)?) in
        }
    )
    // HKAnchoredObjectQuery.init(queryDescriptors:anchor:limit:resultsHandler:)
    _ = HKAnchoredObjectQuery(
        queryDescriptors: descriptors,
        anchor: nil,
        limit: 10,
        resultsHandler: { _, _, _, _, _ in }
    )
    // HKAnchoredObjectQuery.updateHandler
    query.updateHandler = { _, _, _, _, _ in }
}

func useObserverQuery(_ type: HKSampleType, descriptors: [HKQueryDescriptor]) {
    // HKObserverQuery.init(sampleType:predicate:updateHandler:)
    _ = HKObserverQuery(
        sampleType: type,
        predicate: nil,
        updateHandler: { (_: HKObserverQuery, done: @escaping HKObserverQueryCompletionHandler, _: (any Error)?) in
            done()
        }
    )
    // HKObserverQuery.init(queryDescriptors:updateHandler:)
    _ = HKObserverQuery(
        queryDescriptors: descriptors,
        updateHandler: { (_: HKObserverQuery, _: Set<HKSampleType>?, done, _: (any Error)?) in done() }
    )
    // HKObserverQueryCompletionHandler
    let _: HKObserverQueryCompletionHandler = {}
}

func useOtherQueries(_ type: HKSampleType, predicates: [HKSampleType: NSPredicate]) {
    // HKSourceQuery.init(sampleType:samplePredicate:completionHandler:)
    _ = HKSourceQuery(
        sampleType: type,
        samplePredicate: nil,
        completionHandler: { (_: HKSourceQuery, _: Set<HKSource>?, _: (any Error)?) in }
    )
    // HKCorrelationQuery.init(type:predicate:samplePredicates:completion:)
    let query = HKCorrelationQuery(
        type: HKCorrelationType(.food),
        predicate: nil,
        samplePredicates: predicates,
        completion: { (_: HKCorrelationQuery, _: [HKCorrelation]?, _: (any Error)?) in }
    )
    // HKCorrelationQuery.correlationType
    let _: HKCorrelationType = query.correlationType
    // HKCorrelationQuery.samplePredicates
    let _: [HKSampleType: NSPredicate]? = query.samplePredicates
}

func useSeriesQueries(_ route: HKWorkoutRoute, time: DateInterval, series: HKHeartbeatSeriesSample) {
    // HKWorkoutRouteQuery.init(route:dataHandler:)
    _ = HKWorkoutRouteQuery(
        route: route,
        dataHandler: { (_: HKWorkoutRouteQuery, _: [CLLocation]?, _: Bool, _: (any Error)?) in }
    )
    // HKWorkoutRouteQuery.init(route:dateInterval:dataHandler:)
    let query = HKWorkoutRouteQuery(route: route, dateInterval: time, dataHandler: { _, _, _, _ in })
    // HKWorkoutRouteQuery.dateInterval
    let _: DateInterval? = query.dateInterval
    // HKHeartbeatSeriesQuery.init(heartbeatSeries:dataHandler:)
    _ = HKHeartbeatSeriesQuery(
        heartbeatSeries: series,
        dataHandler: { (_: HKHeartbeatSeriesQuery, _: TimeInterval, _: Bool, _: Bool, _: (any Error)?) in }
    )
    // HKQuantitySeriesSampleQuery.init(quantityType:predicate:quantityHandler:)
    let quantities = HKQuantitySeriesSampleQuery(
        quantityType: HKQuantityType(.heartRate),
        predicate: nil,
        quantityHandler: {
            (_, _: HKQuantity?, _: DateInterval?, _: HKQuantitySample?, _: Bool, _: (any Error)?) in
        }
    )
    // HKQuantitySeriesSampleQuery.includeSample
    quantities.includeSample = true
    // HKQuantitySeriesSampleQuery.orderByQuantitySampleStartDate
    quantities.orderByQuantitySampleStartDate = true
}
