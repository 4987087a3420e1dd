import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// The statistics of everything that matches.
@Suite struct StatisticsQueryTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    private func result(
        _ type: HKQuantityTypeIdentifier,
        _ options: HKStatisticsOptions,
        _ predicate: NSPredicate? = nil
    ) async throws -> HKStatistics? {
        try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(type), predicate: predicate),
            options: options
        ).result(for: shared.store)
    }

    @Test func aSumCountsWhatSourcesShareOnce() async throws {
        // The phone's hour lies within the watch's two hours.
        try await shared.store.save(SharedStore.steps(1_000, from: 3_600, to: 7_200))
        try await shared.other.save(SharedStore.steps(1_200, from: 0, to: 7_200))
        let sum = try #require(try await result(.stepCount, .cumulativeSum))
        #expect(sum.steps == 1_200)
        #expect(sum.startDate == SharedStore.time(0) && sum.endDate == SharedStore.time(7_200))
        #expect(sum.quantityType == HKQuantityType(.stepCount))
        #expect(sum.sources == nil && sum.sumQuantity(for: .default()) == nil)
        #expect(sum.averageQuantity() == nil && sum.mostRecentQuantity() == nil && sum.duration() == nil)

        let options: HKStatisticsOptions = [.cumulativeSum, .separateBySource, .duration, .mostRecent]
        let each = try #require(try await result(.stepCount, options))
        let sources = try #require(each.sources)
        #expect(Set(sources.map(\.bundleIdentifier)) == ["org.example.one", "org.example.other"])
        let sums = sources.map { each.sumQuantity(for: $0)?.doubleValue(for: .count()) }
        let durations = sources.map { each.duration(for: $0)?.doubleValue(for: .hour()) }
        let isPhoneFirst = sources[0].bundleIdentifier == "org.example.one"
        #expect(sums == (isPhoneFirst ? [1_000, 1_200] : [1_200, 1_000]))
        #expect(durations == (isPhoneFirst ? [1, 2] : [2, 1]))
        #expect(sources.allSatisfy { each.mostRecentQuantityDateInterval(for: $0)?.end == SharedStore.time(7_200) })
        #expect(each.duration()?.doubleValue(for: .hour()) == 2)
        #expect(each.sumQuantity(for: HKSource.default()) == nil)
    }

    @Test func aRateHasAnAverageAndItsBounds() async throws {
        try await shared.store.save(
            [60, 80, 70].enumerated().map {
                SharedStore.heartRate($1, at: Double($0) * 10)
            }
        )
        let options: HKStatisticsOptions = [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
        let rates = try #require(try await result(.heartRate, options))
        let values = [
            rates.averageQuantity(), rates.minimumQuantity(), rates.maximumQuantity(), rates.mostRecentQuantity(),
        ].map { ($0?.doubleValue(for: SharedStore.perMinute)).map { ($0 * 1_000).rounded() / 1_000 } }
        #expect(values == [70, 60, 80, 70])
        #expect(rates.mostRecentQuantityDateInterval() == DateInterval(start: SharedStore.time(20), duration: 0))
        #expect(rates.sumQuantity() == nil)
        let early = HKQuery.predicateForSamples(withStart: nil, end: SharedStore.time(15))
        #expect(try await result(.heartRate, .discreteMax, early)?.endDate == SharedStore.time(10))
    }

    @Test func noSamplesAreNilOrAnError() async throws {
        #expect(try await result(.stepCount, .cumulativeSum) == nil)
        let error = await classic(.stepCount, .cumulativeSum) { _, error in (error as? HKError)?.code }
        #expect(error == .errorNoData)
    }

    @Test func aClassicQueryCallsItsHandlerOnce() async throws {
        try await shared.store.save(SharedStore.steps(500, from: 0, to: 60))
        let sum = await classic(.stepCount, .cumulativeSum) { statistics, _ in statistics?.steps }
        #expect(sum == 500)
        // Without options there are the times.
        let end = await classic(.stepCount, []) { statistics, _ in statistics?.endDate }
        #expect(end == SharedStore.time(60))
    }

    private func classic<Value: Sendable>(
        _ type: HKQuantityTypeIdentifier,
        _ options: HKStatisticsOptions,
        _ value: @escaping @Sendable (HKStatistics?, (any Error)?) -> Value?
    ) async -> Value? {
        await withCheckedContinuation { done in
            let query = HKStatisticsQuery(
                quantityType: HKQuantityType(type),
                quantitySamplePredicate: nil,
                options: options
            ) { _, statistics, error in done.resume(returning: value(statistics, error)) }
            shared.store.execute(query)
        }
    }

    @Test func optionsThatDoNotFitTheTypeAreErrors() async throws {
        for (type, options) in [
            (.stepCount, .discreteAverage), (.stepCount, [.cumulativeSum, .discreteMax]), (.heartRate, .cumulativeSum),
            (.environmentalAudioExposure, [.discreteAverage, .cumulativeSum]),
        ] as [(HKQuantityTypeIdentifier, HKStatisticsOptions)] {
            await #expect(throws: HKError.self) { try await result(type, options) }
        }
    }

    @Test func optionsThatDoNotFitStopAClassicQuery() async {
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsQuery(
                quantityType: HKQuantityType(.stepCount),
                quantitySamplePredicate: nil,
                options: .discreteAverage
            ) { _, _, _ in }
        }
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.stepCount),
                quantitySamplePredicate: nil,
                options: .cumulativeSum,
                anchorDate: .now,
                intervalComponents: DateComponents()
            )
        }
    }

    @Test func aBlockIsAnError() async throws {
        await #expect(throws: HKError.self) {
            try await result(.stepCount, .cumulativeSum, NSPredicate { _, _ in true })
        }
    }
}

extension HKStatistics {
    /// The sum of steps.
    var steps: Double? { sumQuantity()?.doubleValue(for: .count()) }
}
