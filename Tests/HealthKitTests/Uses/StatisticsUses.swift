import Foundation
import HealthKit

func useStatisticsOfSources(_ statistics: HKStatistics, source: HKSource) {
    // HKStatistics.averageQuantity(for:)
    let _: HKQuantity? = statistics.averageQuantity(for: source)
    // HKStatistics.minimumQuantity(for:)
    let _: HKQuantity? = statistics.minimumQuantity(for: source)
    // HKStatistics.maximumQuantity(for:)
    let _: HKQuantity? = statistics.maximumQuantity(for: source)
    // HKStatistics.mostRecentQuantity(for:)
    let _: HKQuantity? = statistics.mostRecentQuantity(for: source)
    // HKStatistics.mostRecentQuantityDateInterval(for:)
    let _: DateInterval? = statistics.mostRecentQuantityDateInterval(for: source)
    // HKStatistics.sumQuantity(for:)
    let _: HKQuantity? = statistics.sumQuantity(for: source)
    // HKStatistics.duration(for:)
    let _: HKQuantity? = statistics.duration(for: source)
    // HKStatistics.duration()
    let _: HKQuantity? = statistics.duration()
}

func useStatisticsCollection(_ collection: HKStatisticsCollection, date: Date) {
    // HKStatisticsCollection.statistics()
    let _: [HKStatistics] = collection.statistics()
    // HKStatisticsCollection.statistics(for:)
    let _: HKStatistics? = collection.statistics(for: date)
    // HKStatisticsCollection.enumerateStatistics(from:to:with:)
    collection.enumerateStatistics(
        from: date,
        to: date,
        with: { (_: HKStatistics, stop: UnsafeMutablePointer<ObjCBool>) in stop.pointee = true }
    )
    // HKStatisticsCollection.sources()
    let _: Set<HKSource> = collection.sources()
}

func useStatisticsOptions() {
    // HKStatisticsOptions.…
    let _: HKStatisticsOptions = [
        .separateBySource, .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum, .mostRecent, .duration,
    ]
}

func useStatisticsQueries(_ type: HKQuantityType, predicate: NSPredicate, date: Date) {
    // HKStatisticsQuery.init(quantityType:quantitySamplePredicate:options:completionHandler:)
    _ = HKStatisticsQuery(
        quantityType: type,
        quantitySamplePredicate: predicate,
        options: .cumulativeSum,
        completionHandler: { (_: HKStatisticsQuery, _: HKStatistics?, _: (any Error)?) in }
    )
    // HKStatisticsCollectionQuery.init(quantityType:quantitySamplePredicate:options:anchorDate:intervalComponents:)
    let query = HKStatisticsCollectionQuery(
        quantityType: type,
        quantitySamplePredicate: nil,
        options: [.cumulativeSum, .separateBySource],
        anchorDate: date,
        intervalComponents: DateComponents(day: 1)
    )
    // HKStatisticsCollectionQuery.anchorDate
    let _: Date = query.anchorDate
    // HKStatisticsCollectionQuery.options
    let _: HKStatisticsOptions = query.options
    // HKStatisticsCollectionQuery.intervalComponents
    let _: DateComponents = query.intervalComponents
    // HKStatisticsCollectionQuery.initialResultsHandler
    query.initialResultsHandler = { (_: HKStatisticsCollectionQuery, _: HKStatisticsCollection?, _: (any Error)?) in }
    // HKStatisticsCollectionQuery.statisticsUpdateHandler
    query.statisticsUpdateHandler = { (_, _: HKStatistics?, _: HKStatisticsCollection?, _: (any Error)?) in }
}

func useStatisticsDescriptor(_ store: HKHealthStore) async throws {
    // HKStatisticsQueryDescriptor.init(predicate:options:)
    var query = HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: HKQuantityType(.stepCount)),
        options: .cumulativeSum
    )
    // HKStatisticsQueryDescriptor.predicate
    query.predicate = .quantitySample(type: HKQuantityType(.heartRate))
    // HKStatisticsQueryDescriptor.options
    query.options = .discreteAverage
    // HKStatisticsQueryDescriptor.result(for:)
    let _: HKStatistics? = try await query.result(for: store)
}

func useStatisticsCollectionDescriptor(_ store: HKHealthStore, date: Date) async throws {
    // HKStatisticsCollectionQueryDescriptor.init(predicate:options:anchorDate:intervalComponents:)
    var query = HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: HKQuantityType(.stepCount)),
        options: .cumulativeSum,
        anchorDate: date,
        intervalComponents: DateComponents(day: 1)
    )
    // HKStatisticsCollectionQueryDescriptor.predicate
    query.predicate = .quantitySample(type: HKQuantityType(.heartRate))
    // HKStatisticsCollectionQueryDescriptor.options
    query.options = .discreteMax
    // HKStatisticsCollectionQueryDescriptor.anchorDate
    query.anchorDate = .distantPast
    // HKStatisticsCollectionQueryDescriptor.intervalComponents
    query.intervalComponents = DateComponents(month: 1)
    // HKStatisticsCollectionQueryDescriptor.result(for:)
    let _: HKStatisticsCollection = try await query.result(for: store)
    // HKStatisticsCollectionQueryDescriptor.results(for:)
    for try await result in query.results(for: store) { useStatisticsResult(result) }
}

private func useStatisticsResult(_ result: HKStatisticsCollectionQueryDescriptor.Result) {
    // HKStatisticsCollectionQueryDescriptor.Result
    let _: any Sendable = result as HKStatisticsCollectionQueryDescriptor.Result
    // HKStatisticsCollectionQueryDescriptor.Result.statisticsCollection
    let _: HKStatisticsCollection = result.statisticsCollection
    // HKStatisticsCollectionQueryDescriptor.Result.updatedStatistics
    let _: [HKStatistics]? = result.updatedStatistics
}
