import HealthKit

// Queries that never ask a store: a test calls their handlers itself.

class MockSampleQuery: HKSampleQuery, @unchecked Sendable {
    let handler: (HKSampleQuery, [HKSample]?, Error?) -> Void

    override init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping (HKSampleQuery, [HKSample]?, Error?) -> Void
    ) {
        handler = resultsHandler
        super.init(
            sampleType: sampleType,
            predicate: predicate,
            limit: limit,
            sortDescriptors: sortDescriptors,
            resultsHandler: { _, _, _ in }
        )
    }

    override var limit: Int { 1 }
}

class MockObserverQuery: HKObserverQuery, @unchecked Sendable {
    var isStopped = false

    override var objectType: HKObjectType? { HKObjectType.workoutType() }
}

class MockAnchoredQuery: HKAnchoredObjectQuery, @unchecked Sendable {
    var updates: ((HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, Error?) -> Void)?

    override var updateHandler:
        (@Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, Error?) -> Void)?
    {
        get { nil }
        set { updates = newValue }
    }
}

class MockSourceQuery: HKSourceQuery, @unchecked Sendable {
    var isStopped = false
}

class MockCorrelationQuery: HKCorrelationQuery, @unchecked Sendable {
    override var correlationType: HKCorrelationType { HKCorrelationType(.food) }
}

class MockSeriesQuery: HKQuantitySeriesSampleQuery, @unchecked Sendable {
    override var includeSample: Bool {
        get { true }
        set {}
    }
}

class MockRouteQuery: HKWorkoutRouteQuery, @unchecked Sendable {
    override var dateInterval: DateInterval? { DateInterval(start: .distantPast, duration: 1) }
}

class MockStatisticsQuery: HKStatisticsQuery, @unchecked Sendable {
    let handler: (HKStatisticsQuery, HKStatistics?, Error?) -> Void

    override init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        completionHandler: @escaping (HKStatisticsQuery, HKStatistics?, Error?) -> Void
    ) {
        handler = completionHandler
        super.init(
            quantityType: quantityType,
            quantitySamplePredicate: quantitySamplePredicate,
            options: options,
            completionHandler: { _, _, _ in }
        )
    }
}

class MockStatisticsCollectionQuery: HKStatisticsCollectionQuery, @unchecked Sendable {
    override var options: HKStatisticsOptions { .cumulativeSum }
    override var anchorDate: Date { .distantPast }
}
