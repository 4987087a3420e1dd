import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// Statistics that follow changes.
@Suite struct LiveStatisticsTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    private func query(
        _ components: DateComponents = DateComponents(hour: 1),
        _ options: HKStatisticsOptions = .cumulativeSum
    ) -> HKStatisticsCollectionQueryDescriptor {
        HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)),
            options: options,
            anchorDate: SharedStore.start,
            intervalComponents: components
        )
    }

    private func hours(_ statistics: [HKStatistics]) -> [Int: Double] {
        Dictionary(
            uniqueKeysWithValues: statistics.map {
                (Int($0.startDate.timeIntervalSince(SharedStore.start) / 3_600), $0.steps ?? 0)
            }
        )
    }

    @Test func firstEverythingThenWhatChanges() async throws {
        try await shared.store.save(SharedStore.steps(100, from: 0, to: 600))
        var results = query().results(for: shared.other).makeAsyncIterator()
        let first = try #require(try await results.next())
        #expect(hours(first.statisticsCollection.statistics()) == [0: 100] && first.updatedStatistics == nil)

        let second = SharedStore.steps(50, from: 3_000, to: 4_200)
        try await shared.store.save(second)
        let added = try #require(try await results.next())
        #expect(hours(added.updatedStatistics ?? []) == [0: 125, 1: 25])
        #expect(hours(added.statisticsCollection.statistics()) == [0: 125, 1: 25])

        try await shared.store.save(SharedStore.steps(7, from: 3_700, to: 3_800))
        #expect(hours(try await results.next()?.updatedStatistics ?? []) == [1: 32])

        // The first hour is as it was, and the second has only the last sample.
        try await shared.store.delete(second)
        let deleted = try #require(try await results.next())
        #expect(hours(deleted.updatedStatistics ?? []) == [0: 100, 1: 7])
        #expect(hours(deleted.statisticsCollection.statistics()) == [0: 100, 1: 7])
    }

    @Test func anIntervalThatIsEmptiedIsReportedWithoutValues() async throws {
        let sample = SharedStore.steps(100, from: 0, to: 600)
        try await shared.store.save([sample, SharedStore.steps(1, from: 7_200, to: 7_300)])
        var results = query().results(for: shared.other).makeAsyncIterator()
        _ = try await results.next()
        try await shared.store.delete(sample)
        let deleted = try #require(try await results.next())
        let updated = try #require(deleted.updatedStatistics)
        #expect(updated.map(\.startDate) == [SharedStore.start] && updated[0].steps == nil)
        #expect(hours(deleted.statisticsCollection.statistics()) == [2: 1])
    }

    @Test func intervalsGrowWithTheSamples() async throws {
        var results = query().results(for: shared.other).makeAsyncIterator()
        #expect(try await results.next()?.statisticsCollection.statistics() == [])
        // Forwards, and far, and backwards.
        for hour in [0, 1, 2, 500, 501, -3, -1_000, 4_000] {
            let start = Double(hour) * 3_600
            try await shared.store.save(SharedStore.steps(Double(hour + 2_000), from: start, to: start + 60))
            #expect(hours(try await results.next()?.updatedStatistics ?? []) == [hour: Double(hour + 2_000)])
        }
        let fresh = try await query().result(for: shared.store)
        try await shared.store.save(SharedStore.steps(5, from: 60, to: 120))
        let last = try #require(try await results.next())
        #expect(last.statisticsCollection.statistics().count == fresh.statistics().count)
        #expect(hours(last.statisticsCollection.statistics())[4_000] == 6_000)
    }

    @Test func sourcesArePartOfTheUpdates() async throws {
        try await shared.store.save(SharedStore.steps(100, from: 0, to: 600))
        var results = query(DateComponents(hour: 1), [.cumulativeSum, .separateBySource]).results(for: shared.other)
            .makeAsyncIterator()
        _ = try await results.next()
        try await shared.other.save(SharedStore.steps(40, from: 1_200, to: 1_800))
        let updated = try #require(try await results.next()?.updatedStatistics?.first)
        let sources = try #require(updated.sources)
        let sums = sources.map { ($0.bundleIdentifier, updated.sumQuantity(for: $0)?.doubleValue(for: .count())) }
        #expect(Dictionary(uniqueKeysWithValues: sums) == ["org.example.one": 100, "org.example.other": 40])
        #expect(updated.steps == 140)
    }

    /// More intervals than a call can have: older ones are followed in groups.
    @Test func oldAndNewIntervalsAmongManyAreFollowed() async throws {
        let minutes = [0, 1, 70_000, 140_000, 200_000]
        try await shared.store.save(
            minutes.map { minute in
                SharedStore.steps(Double(minute + 1), from: Double(minute) * 60, to: Double(minute) * 60 + 60)
            }
        )
        let query = query(DateComponents(minute: 1))
        var results = query.results(for: shared.other).makeAsyncIterator()
        let first = try #require(try await results.next()?.statisticsCollection.statistics())
        #expect(first.map(\.steps) == minutes.map { Double($0 + 1) })
        for minute in [1, 2, 69_999, 199_990, 200_001] {
            let start = Double(minute) * 60
            try await shared.store.save(SharedStore.steps(9, from: start, to: start + 30))
            let update = try #require(try await results.next())
            #expect(update.updatedStatistics?.map(\.startDate) == [SharedStore.time(start)])
            #expect(
                update.statisticsCollection.statistics() == (try await query.result(for: shared.store)).statistics()
            )
        }
    }

    /// Bit for bit, whatever was saved and deleted by two apps, and wherever the intervals begin.
    @Test func liveAndFreshAgree() async throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + 6 {
            var random = SeededGenerator(seed: seed)
            let shared = try SharedStore()
            let components = [DateComponents(hour: 1), DateComponents(day: 1), DateComponents(minute: 17)]
            let query = query(
                components[Int(seed % 3)],
                [.cumulativeSum, .separateBySource, .duration, .mostRecent]
            )
            var results = query.results(for: shared.other).makeAsyncIterator()
            var shown = try #require(try await results.next()).statisticsCollection.statistics()
            var saved: [(store: HKHealthStore, sample: HKQuantitySample)] = []
            for _ in 0..<25 {
                if saved.count > 3, Int.random(in: 0..<3, using: &random) == 0 {
                    let old = saved.remove(at: Int.random(in: 0..<saved.count, using: &random))
                    try await old.store.delete(old.sample)
                } else {
                    let start = Double(Int.random(in: -200_000...200_000, using: &random))
                    let sample = SharedStore.steps(
                        Double.random(in: 1...1_000, using: &random),
                        from: start,
                        to: start + Double(Int.random(in: 0...9_000, using: &random))
                    )
                    let store = Bool.random(using: &random) ? shared.store : shared.other
                    try await store.save(sample)
                    saved.append((store, sample))
                }
                let update = try #require(try await results.next(), "HEARTH_TEST_SEED=\(seed)")
                let fresh = try await query.result(for: shared.store).statistics()
                #expect(update.statisticsCollection.statistics() == fresh, "HEARTH_TEST_SEED=\(seed)")
                // What changed is all that differs.
                let changed = Set(update.updatedStatistics?.map(\.startDate) ?? [])
                let differing = Set(fresh).symmetricDifference(shown).map(\.startDate)
                #expect(changed == Set(differing), "HEARTH_TEST_SEED=\(seed)")
                shown = fresh
            }
        }
    }

    @Test func aClassicQueryFollowsUntilItIsStopped() async throws {
        try await shared.store.save(SharedStore.steps(100, from: 0, to: 600))
        let (events, feed) = AsyncStream.makeStream(of: [Double?].self)
        let query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType(.stepCount),
            quantitySamplePredicate: nil,
            options: .cumulativeSum,
            anchorDate: SharedStore.start,
            intervalComponents: DateComponents(hour: 1)
        )
        query.initialResultsHandler = { _, collection, _ in
            feed.yield(collection?.statistics().map(\.steps) ?? [])
        }
        query.statisticsUpdateHandler = { _, statistics, collection, _ in
            feed.yield([statistics?.steps] + (collection?.statistics().map(\.steps) ?? []))
        }
        #expect(query.anchorDate == SharedStore.start && query.intervalComponents == DateComponents(hour: 1))
        #expect(query.options == .cumulativeSum)
        shared.other.execute(query)
        var received = events.makeAsyncIterator()
        #expect(await received.next() == [100])
        let sample = SharedStore.steps(7, from: 3_600, to: 3_700)
        try await shared.store.save(sample)
        #expect(await received.next() == [7, 100, 7])
        try await shared.store.delete(sample)
        #expect(await received.next() == [nil, 100])
        shared.other.stop(query)
        while try await shared.openCalls(of: "org.example.other") > 0 {
            await Task.yield()
        }
        feed.finish()
    }

    @Test func aClassicQueryWithoutUpdatesAnswersOnce() async throws {
        try await shared.store.save(SharedStore.steps(100, from: 0, to: 600))
        let sums = await withCheckedContinuation { done in
            let query = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.stepCount),
                quantitySamplePredicate: nil,
                options: .cumulativeSum,
                anchorDate: SharedStore.start,
                intervalComponents: DateComponents(hour: 1)
            )
            query.initialResultsHandler = { _, collection, _ in
                done.resume(returning: collection?.statistics().map(\.steps))
            }
            shared.store.execute(query)
        }
        #expect(sums == [100])
    }

    @Test func aLostConnectionIsNotNoticed() async throws {
        let folder = try ServerFolder()
        let server = try ServerProcess(in: folder)
        let writer = HKHealthStore(appIdentifier: "org.example.one", socketPath: folder.socket)
        let reader = HKHealthStore(appIdentifier: "org.example.other", socketPath: folder.socket)
        let sample = SharedStore.steps(100, from: 0, to: 600)
        try await writer.save(sample)
        var results = query().results(for: reader).makeAsyncIterator()
        _ = try await results.next()
        try server.stop()
        let again = try ServerProcess(in: folder)
        try await writer.save(SharedStore.steps(20, from: 1_200, to: 1_300))
        let added = try #require(try await results.next())
        #expect(hours(added.updatedStatistics ?? []) == [0: 120])
        try await writer.delete(sample)
        #expect(hours(try await results.next()?.updatedStatistics ?? []) == [0: 20])
        try again.stop()
    }
}
