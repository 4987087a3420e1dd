import Foundation
import Testing

@testable import HearthKit

/// The activity of days.
@Suite struct ActivitySummaryTests {
    private let shared: SharedStore
    private let calendar: Calendar
    /// Noon of a day, where the tests run.
    private let noon: Date

    init() throws {
        shared = try SharedStore()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        self.calendar = calendar
        noon = try #require(calendar.date(from: DateComponents(year: 2026, month: 11, day: 20, hour: 12)))
    }

    private func day(_ days: Int) throws -> Date {
        try #require(calendar.date(byAdding: .day, value: days, to: noon))
    }

    private func components(_ days: Int) throws -> DateComponents {
        var components = calendar.dateComponents([.era, .year, .month, .day], from: try day(days))
        components.calendar = calendar
        return components
    }

    private func sample(_ type: HKQuantityTypeIdentifier, _ value: Double, _ unit: HKUnit, _ start: Date)
        -> HKQuantitySample
    {
        HKQuantitySample(
            type: HKQuantityType(type),
            quantity: HKQuantity(unit: unit, doubleValue: value),
            start: start,
            end: start + 600
        )
    }

    private func hour(_ value: HKCategoryValueAppleStandHour, _ start: Date) -> HKCategorySample {
        HKCategorySample(
            type: HKCategoryType(.appleStandHour),
            value: value.rawValue,
            start: start,
            end: start + 3_600
        )
    }

    private func save() async throws {
        try await shared.store.save([
            sample(.activeEnergyBurned, 100, .kilocalorie(), day(0)),
            sample(.activeEnergyBurned, 50, .kilocalorie(), day(0) + 3_600),
            sample(.activeEnergyBurned, 70, .kilocalorie(), day(1)),
            sample(.appleExerciseTime, 9, .minute(), day(0)),
            sample(.appleMoveTime, 20, .minute(), day(3)),
            hour(.stood, day(0)), hour(.stood, day(0) + 3_600), hour(.idle, day(0) + 7_200),
        ])
        // Two apps agree on an hour, and the energy of both counts once.
        try await shared.other.save([
            hour(.stood, day(0)), sample(.activeEnergyBurned, 70, .kilocalorie(), day(1)),
        ])
    }

    private func energies(_ predicate: NSPredicate?) async throws -> [Double] {
        try await HKActivitySummaryQueryDescriptor(predicate: predicate).result(for: shared.store)
            .map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()).rounded() }
    }

    @Test func aDayHasTheSumsOfItsSamples() async throws {
        try await save()
        let all = try await HKActivitySummaryQueryDescriptor(predicate: nil).result(for: shared.store)
        #expect(try all.map { $0.dateComponents(for: calendar) } == [components(0), components(1), components(3)])
        #expect(all.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()).rounded() } == [150, 70, 0])
        #expect(all.map { $0.appleExerciseTime.doubleValue(for: .minute()).rounded() } == [9, 0, 0])
        #expect(all.map { $0.appleMoveTime.doubleValue(for: .minute()).rounded() } == [0, 0, 20])
        #expect(all.map { $0.appleStandHours.doubleValue(for: .count()) } == [2, 0, 0])
        #expect(all.allSatisfy { $0.standHoursGoal == nil && $0.activityMoveMode == .activeEnergy && !$0.isPaused })
        #expect(all[0].activeEnergyBurnedGoal.doubleValue(for: .kilocalorie()) == 0)
    }

    @Test func predicatesSelectDays() async throws {
        try await save()
        let one = { days in HKQuery.predicateForActivitySummary(with: try components(days)) }
        #expect(try await energies(one(0)) == [150])
        #expect(try await energies(one(2)) == [])
        let between = try HKQuery.predicate(forActivitySummariesBetweenStart: components(1), end: components(3))
        #expect(try await energies(between) == [70, 0])
        let none = try HKQuery.predicate(forActivitySummariesBetweenStart: components(1), end: components(0))
        #expect(try await energies(none) == [])
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: try [one(0), one(3)])
        #expect(try await energies(either) == [150, 0])
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: try [between, one(1)])
        #expect(try await energies(both) == [70])
        let not = NSCompoundPredicate(notPredicateWithSubpredicate: try one(0))
        #expect(try await energies(not) == [70, 0])
        #expect(try one(0) == one(0) && one(0) != one(1))
    }

    @Test func changesFollow() async throws {
        try await save()
        var results = HKActivitySummaryQueryDescriptor(predicate: nil).results(for: shared.other).makeAsyncIterator()
        #expect(try await results.next()?.count == 3)
        let more = try sample(.activeEnergyBurned, 30, .kilocalorie(), day(4))
        try await shared.store.save(more)
        let added = try #require(try await results.next())
        #expect(try added.map { $0.dateComponents(for: calendar) } == [components(4)])
        #expect(added[0].activeEnergyBurned.doubleValue(for: .kilocalorie()).rounded() == 30)
        try await shared.store.delete(more)
        let deleted = try #require(try await results.next())
        #expect(deleted.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [0])
    }

    @Test func aClassicQueryCallsItsHandlers() async throws {
        try await save()
        let (events, feed) = AsyncStream.makeStream(of: Int.self)
        let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, _ in feed.yield(summaries?.count ?? -1) }
        query.updateHandler = { _, summaries, _ in feed.yield(100 + (summaries?.count ?? -1)) }
        shared.other.execute(query)
        var received = events.makeAsyncIterator()
        #expect(await received.next() == 3)
        try await shared.store.save(hour(.stood, day(1)))
        #expect(await received.next() == 101)
        shared.other.stop(query)
        feed.finish()
        let once = await withCheckedContinuation { done in
            let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, _ in
                done.resume(returning: summaries?.count)
            }
            shared.store.execute(query)
        }
        #expect(once == 3)
    }

    @Test func aSummaryIsChangedCopiedAndArchived() throws {
        let summary = HKActivitySummary(of: CalendarDay(year: 2026, month: 11, day: 20))
        summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 12)
        summary.standHoursGoal = HKQuantity(unit: .count(), doubleValue: 10)
        summary.activityMoveMode = .appleMoveTime
        summary.isPaused = true
        let copy = try #require(summary.copy() as? HKActivitySummary)
        let archived = try restored(summary)
        #expect(copy == summary && archived == summary)
        #expect(try archived.dateComponents(for: calendar) == components(0))
        copy.isPaused = false
        #expect(copy != summary && summary.isPaused)
        let empty = HKActivitySummary()
        #expect(try restored(empty) == empty && empty.dateComponents(for: calendar).year == nil)
        #expect(empty.exerciseTimeGoal == nil && empty.appleExerciseTime.doubleValue(for: .minute()) == 0)
    }
}
