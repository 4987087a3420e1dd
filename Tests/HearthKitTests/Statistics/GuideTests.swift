import Foundation
import Testing

@testable import HearthKit

/// Code as people write it after Apple's guides. Only the store and the day are given to it.
@Suite struct GuideTests {
    private let shared: SharedStore
    private let healthStore: HKHealthStore
    /// A day that is not today, at noon where the tests run.
    private let now: Date

    init() throws {
        shared = try SharedStore()
        healthStore = shared.other
        now = try #require(Calendar.current.date(bySettingHour: 12, minute: 0, second: 0, of: SharedStore.start))
    }

    /// Steps of an hour, this number of days ago.
    private func steps(_ count: Double, daysAgo days: Int) throws -> HKQuantitySample {
        let noon = try #require(Calendar.current.date(byAdding: .day, value: -days, to: now))
        return HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: count),
            start: noon - 3_600,
            end: noon
        )
    }

    @Test func dailyStepsOfTheLastSevenDays() async throws {
        try await shared.store.save((0..<10).map { try steps(Double(1_000 + $0), daysAgo: $0) })
        // The watch counts the same steps.
        try await shared.other.save((0..<10).map { try steps(Double(1_000 + $0), daysAgo: $0) })

        let calendar = Calendar(identifier: .gregorian)
        let today = calendar.startOfDay(for: now)
        guard let endDate = calendar.date(byAdding: .day, value: 1, to: today) else {
            fatalError("*** Unable to calculate the end time ***")
        }
        guard let startDate = calendar.date(byAdding: .day, value: -7, to: endDate) else {
            fatalError("*** Unable to calculate the start time ***")
        }
        let thisWeek = HKQuery.predicateForSamples(withStart: startDate, end: endDate)
        let stepType = HKQuantityType(.stepCount)
        let stepsThisWeek = HKSamplePredicate.quantitySample(type: stepType, predicate: thisWeek)
        let everyDay = DateComponents(day: 1)
        let sumOfStepsQuery = HKStatisticsCollectionQueryDescriptor(
            predicate: stepsThisWeek,
            options: .cumulativeSum,
            anchorDate: endDate,
            intervalComponents: everyDay
        )
        let stepCounts = try await sumOfStepsQuery.result(for: healthStore)
        var counts: [Double] = []
        stepCounts.enumerateStatistics(from: startDate, to: endDate - 1) { statistics, _ in
            counts.append(statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0)
        }
        #expect(counts == [1_006, 1_005, 1_004, 1_003, 1_002, 1_001, 1_000])

        let sumOfWeek = HKStatisticsQueryDescriptor(predicate: stepsThisWeek, options: .cumulativeSum)
        let stepCount = try await sumOfWeek.result(for: healthStore)?.sumQuantity()?.doubleValue(for: HKUnit.count())
        #expect(stepCount == 7_021)
    }

    @Test func aChartOfWeeksWithHandlers() async throws {
        try await shared.store.save((0..<28).map { try steps(100, daysAgo: $0) })

        let calendar = Calendar.current
        // Set the anchor for 3 a.m. on Monday.
        let components = DateComponents(
            calendar: calendar,
            timeZone: calendar.timeZone,
            hour: 3,
            minute: 0,
            second: 0,
            weekday: 2
        )
        guard
            let anchorDate = calendar.nextDate(
                after: now,
                matching: components,
                matchingPolicy: .nextTime,
                repeatedTimePolicy: .first,
                direction: .backward
            )
        else {
            fatalError("*** unable to find the previous Monday. ***")
        }
        guard let quantityType = HKObjectType.quantityType(forIdentifier: .stepCount) else {
            fatalError("*** Unable to create a step count type ***")
        }
        var interval = DateComponents()
        interval.weekOfYear = 1
        let query = HKStatisticsCollectionQuery(
            quantityType: quantityType,
            quantitySamplePredicate: nil,
            options: .cumulativeSum,
            anchorDate: anchorDate,
            intervalComponents: interval
        )
        let (charts, feed) = AsyncStream.makeStream(of: [(Date, Double)].self)
        let endDate = now
        guard let startDate = calendar.date(byAdding: .month, value: -1, to: endDate) else {
            fatalError("*** Unable to calculate the start date ***")
        }
        query.initialResultsHandler = { query, results, error in
            guard let statsCollection = results else {
                feed.finish()
                return
            }
            var points: [(Date, Double)] = []
            statsCollection.enumerateStatistics(from: startDate, to: endDate) { statistics, stop in
                if let quantity = statistics.sumQuantity() {
                    points.append((statistics.startDate, quantity.doubleValue(for: .count())))
                }
            }
            feed.yield(points)
        }
        query.statisticsUpdateHandler = { query, statistics, statisticsCollection, error in
            feed.yield([
                (statistics?.startDate ?? .distantPast, statistics?.sumQuantity()?.doubleValue(for: .count()) ?? 0)
            ])
        }
        healthStore.execute(query)
        var received = charts.makeAsyncIterator()
        let chart = try #require(await received.next())
        #expect(chart.map(\.1).reduce(0, +) == 2_800)
        #expect(chart.count >= 4 && chart.allSatisfy { calendar.component(.weekday, from: $0.0) == 2 })
        #expect(chart.allSatisfy { calendar.component(.hour, from: $0.0) == 3 })
        try await shared.store.save(try steps(7, daysAgo: 0))
        let update = try #require(await received.next()?.first)
        #expect(update.0 == chart.last?.0 && update.1 == (chart.last?.1 ?? 0) + 7)
        healthStore.stop(query)
        feed.finish()
    }

    @Test func theTrendOfTheRestingHeartRate() async throws {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let day = { (ago: Int) in Calendar.current.date(byAdding: .day, value: -ago, to: now) ?? now }
        try await shared.store.save(
            (0..<60).map { ago in
                HKQuantitySample(
                    type: HKQuantityType(.restingHeartRate),
                    quantity: HKQuantity(unit: perMinute, doubleValue: 50 + Double(ago % 7)),
                    start: day(ago),
                    end: day(ago)
                )
            }
        )

        let restingHeartRate = HKQuantityType(.restingHeartRate)
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: restingHeartRate),
            options: [.discreteAverage, .discreteMin, .discreteMax],
            anchorDate: Calendar.current.startOfDay(for: now),
            intervalComponents: DateComponents(day: 7)
        )
        var trend: [Double] = []
        for try await result in query.results(for: healthStore) {
            result.statisticsCollection.enumerateStatistics(from: day(27), to: day(0)) { statistics, _ in
                guard let average = statistics.averageQuantity() else { return }
                trend.append(average.doubleValue(for: perMinute))
            }
            break
        }
        #expect(trend.count == 5)
        #expect(trend.allSatisfy { (50...56).contains($0) })
        let full = trend.dropFirst().dropLast()
        #expect(full.allSatisfy { abs($0 - 53) < 1e-9 }, "\(trend)")
    }
}
