import Foundation
import HearthModel
import Testing

@testable import HearthKit

/// The statistics of intervals.
@Suite struct StatisticsCollectionTests {
    private let shared: SharedStore
    private let vienna: Calendar

    init() throws {
        shared = try SharedStore()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Vienna"))
        vienna = calendar
    }

    private func date(_ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws -> Date {
        try #require(
            vienna.date(from: DateComponents(year: 2026, month: month, day: day, hour: hour, minute: minute))
        )
    }

    private func steps(_ count: Double, _ start: Date, _ end: Date) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: count),
            start: start,
            end: end
        )
    }

    private func descriptor(
        _ anchor: Date,
        _ options: HKStatisticsOptions = .cumulativeSum,
        _ change: (inout DateComponents) -> Void
    ) -> HKStatisticsCollectionQueryDescriptor {
        var components = DateComponents()
        components.calendar = vienna
        change(&components)
        return HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)),
            options: options,
            anchorDate: anchor,
            intervalComponents: components
        )
    }

    @Test func intervalsReachFromTheFirstSampleToTheLast() async throws {
        try await shared.store.save([
            steps(100, date(11, 20, 10), date(11, 20, 11)),
            steps(300, date(11, 23, 23), date(11, 24, 1)),
        ])
        // The anchor may be anywhere.
        for anchor in try [date(11, 22), date(1, 1), date(12, 31)] {
            let collection = try await descriptor(anchor) { $0.day = 1 }.result(for: shared.store)
            let all = collection.statistics()
            #expect(all.map(\.steps) == [100, 150, 150])
            #expect(try all.map(\.startDate) == [date(11, 20), date(11, 23), date(11, 24)])
            #expect(try all.map(\.endDate) == [date(11, 21), date(11, 24), date(11, 25)])
            #expect(collection.sources() == [])

            #expect(collection.statistics(for: try date(11, 23, 12)) == all[1])
            let empty = try #require(collection.statistics(for: try date(11, 21, 5)))
            #expect(try empty.startDate == date(11, 21) && empty.steps == nil && empty.sources == nil)
            let later = try #require(collection.statistics(for: try date(12, 24, 5)))
            #expect(try later.startDate == date(12, 24) && later.endDate == date(12, 25) && later.steps == nil)
        }
    }

    @Test func anEnumerationHasEmptyIntervalsAndCanBeStopped() async throws {
        try await shared.store.save(steps(100, date(11, 20, 10), date(11, 20, 11)))
        let collection = try await descriptor(date(11, 1)) { $0.day = 1 }.result(for: shared.store)
        var found: [Double?] = []
        collection.enumerateStatistics(from: try date(11, 18, 12), to: try date(11, 22)) { statistics, _ in
            found.append(statistics.steps)
        }
        #expect(found == [nil, nil, 100, nil, nil])
        found = []
        collection.enumerateStatistics(from: .distantPast, to: .distantFuture) { statistics, stop in
            found.append(statistics.steps)
            stop.pointee = ObjCBool(found.count == 3)
        }
        #expect(found == [nil, nil, nil])
        collection.enumerateStatistics(from: .now, to: .now - 86_400) { _, _ in Issue.record("the end is first") }
    }

    @Test func nothingStoredIsAnEmptyCollection() async throws {
        let collection = try await descriptor(date(11, 1)) { $0.day = 1 }.result(for: shared.store)
        #expect(collection.statistics() == [] && collection.sources() == [])
        #expect(try collection.statistics(for: date(11, 3, 5))?.startDate == date(11, 3))
    }

    @Test func sourcesAreSeparated() async throws {
        try await shared.store.save(steps(100, date(11, 20, 10), date(11, 20, 11)))
        try await shared.other.save(steps(400, date(11, 21, 10), date(11, 21, 11)))
        let collection = try await descriptor(date(11, 1), [.cumulativeSum, .separateBySource]) { $0.day = 1 }
            .result(for: shared.store)
        #expect(Set(collection.sources().map(\.bundleIdentifier)) == ["org.example.one", "org.example.other"])
        let all = collection.statistics()
        #expect(all.map { $0.sources?.map(\.bundleIdentifier) } == [["org.example.one"], ["org.example.other"]])
        let other = try #require(all.last?.sources?.first)
        #expect(all.map { $0.sumQuantity(for: other)?.doubleValue(for: .count()) } == [nil, 400])
        #expect(try collection.statistics(for: date(11, 3))?.sources == [])
    }

    @Test func daysAreThoseOfTheCalendar() async throws {
        // A step a minute, around the clock, on the days with 23 and 25 hours and their neighbours.
        for (month, day, minutes) in [(3, 29, 23.0 * 60), (10, 25, 25.0 * 60)] {
            let (first, last) = try (date(month, day - 1), date(month, day + 2))
            try await shared.store.save(steps(last.timeIntervalSince(first) / 60, first, last))
            let collection = try await descriptor(date(1, 1)) { $0.day = 1 }.result(for: shared.store)
            var found: [Double] = []
            collection.enumerateStatistics(from: first, to: last - 1) { statistics, _ in
                found.append((statistics.steps ?? 0).rounded())
            }
            #expect(found == [1_440, minutes, 1_440])
        }
    }

    @Test func monthsBeginOnTheLastDayOfShorterOnes() async throws {
        try await shared.store.save([
            steps(1, date(2, 27), date(2, 27, 1)), steps(2, date(2, 28), date(2, 28, 1)),
            steps(4, date(3, 30), date(3, 30, 1)), steps(8, date(3, 31), date(3, 31, 1)),
        ])
        let collection = try await descriptor(date(1, 31)) { $0.month = 1 }.result(for: shared.store)
        #expect(collection.statistics().map(\.steps) == [1, 6, 8])
        #expect(try collection.statistics().map(\.startDate) == [date(1, 31), date(2, 28), date(3, 31)])
    }

    @Test func columnsHoldTheSame() async throws {
        let samples = try (0..<200).map { hour in
            let start = try date(11, 1) + Double(hour) * 3_600
            return steps(Double(hour), start, start + 3_600)
        }
        try await shared.store.save(samples)
        try await shared.other.save(steps(7, date(11, 2), date(11, 2, 1)))
        let query = try descriptor(date(11, 1), [.cumulativeSum, .mostRecent, .duration, .separateBySource]) {
            $0.hour = 1
        }
        let columns = try await query.columns(for: shared.store)
        let all = try await query.result(for: shared.store).statistics()
        #expect(columns.count == all.count && columns.count == 200)
        #expect(columns.quantityType == HKQuantityType(.stepCount) && columns.unit == .count())
        #expect(columns.startNanoseconds == all.map { Timestamp(clamping: $0.startDate).nanoseconds })
        #expect(columns.endNanoseconds == all.map { Timestamp(clamping: $0.endDate).nanoseconds })
        #expect(columns.sums == all.map { $0.steps ?? -1 })
        #expect(columns.durations == all.map { $0.duration()?.doubleValue(for: .second()) ?? -1 })
        #expect(columns.mostRecents == all.map { $0.mostRecentQuantity()?.doubleValue(for: .count()) ?? -1 })
        #expect(columns.averages == [])
        let other = try #require(columns.sources.first { $0.bundleIdentifier == "org.example.other" })
        #expect(columns.columns(for: other)?.sums == [7])
        #expect(columns.columns(for: .default()) == nil)
        #expect(throws: HKError.self) { try columns.converted(to: .gram()) }
    }

    /// More intervals than a request can have.
    @Test func anyNumberOfIntervalsIsRead() async throws {
        let start = try date(1, 1)
        let minutes = [0, 1, 65_535, 65_536, 65_537, 150_000]
        try await shared.store.save(
            minutes.map { steps(Double($0 + 1), start + Double($0) * 60, start + Double($0) * 60 + 60) }
        )
        let query = descriptor(start) { $0.minute = 1 }
        let collection = try await query.result(for: shared.store)
        #expect(collection.statistics().map(\.steps) == minutes.map { Double($0 + 1) })
        #expect(collection.statistics().map(\.startDate) == minutes.map { start + Double($0) * 60 })
        let columns = try await query.columns(for: shared.store)
        #expect(columns.sums == minutes.map { Double($0 + 1) })
        let seconds = descriptor(start) { $0.second = 1 }
        await #expect(throws: HKError.self) { try await seconds.result(for: shared.store) }
    }

    @Test func componentsThatAreNoTimeAreErrors() async throws {
        for change in [{ _ in }, { $0.day = -1 }] as [(inout DateComponents) -> Void] {
            let query = try descriptor(date(1, 1), .cumulativeSum, change)
            await #expect(throws: HKError.self) { try await query.result(for: shared.store) }
            await #expect(throws: HKError.self) { try await query.columns(for: shared.store) }
            var results = query.results(for: shared.store).makeAsyncIterator()
            await #expect(throws: HKError.self) { try await results.next() }
        }
    }
}
