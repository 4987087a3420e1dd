import Foundation
import HearthSystem
import Testing

@testable import HearthKit

/// An app that runs says what it has dealt with.
@Suite struct AcknowledgementTests {
    private let shared: SharedStore
    private let type = HKQuantityType(.heartRate)

    init() throws {
        shared = try SharedStore()
    }

    private typealias Completion = HKObserverQueryCompletionHandler

    /// An observer query of the app, and the completion handlers that it hands out.
    private func observe() -> (query: HKObserverQuery, completions: AsyncStream<Completion>.Iterator) {
        let (stream, feed) = AsyncStream.makeStream(of: Completion.self)
        let query = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in feed.yield(completion) }
        shared.store.execute(query)
        return (query, stream.makeAsyncIterator())
    }

    /// Says of the next notice that it has been dealt with.
    private func answerNext(of completions: inout AsyncStream<Completion>.Iterator) async throws {
        let completion = try #require(await completions.next())
        completion()
    }

    private func isPending() async throws -> Bool {
        let apps = try await shared.other.connection.status().backgroundApps
        return try #require(apps.first?.types.first).pending
    }

    private func untilNothingIsPending() async throws {
        while try await isPending() {}
    }

    @Test func theCompletionHandlerAcknowledges() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .daily)
        var (query, completions) = observe()
        try await answerNext(of: &completions)
        try await shared.other.save(SharedStore.heartRate(60))
        let completion = try #require(await completions.next())
        #expect(try await isPending())
        completion()
        try await untilNothingIsPending()
        // Once is enough.
        completion()
        shared.store.stop(query)
        query = observe().query
    }

    @Test func aTypeIsDoneWhenEachQueryIsDone() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        var first = observe()
        try await answerNext(of: &first.completions)
        var second = observe()
        try await answerNext(of: &second.completions)
        try await shared.other.save(SharedStore.heartRate(60))
        let open = try #require(await first.completions.next())
        try await answerNext(of: &second.completions)
        // Whoever was told later has answered: the earlier notice is open still. What comes after it says so too.
        try await shared.other.save(SharedStore.heartRate(61, at: 1))
        let last = try #require(await first.completions.next())
        try await answerNext(of: &second.completions)
        open()
        #expect(try await isPending())
        last()
        try await untilNothingIsPending()
    }

    @Test func aQueryThatIsStoppedKeepsNobodyWaiting() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        var stopped = observe()
        try await answerNext(of: &stopped.completions)
        var other = observe()
        try await answerNext(of: &other.completions)
        try await shared.other.save(SharedStore.heartRate(60))
        let never = try #require(await stopped.completions.next())
        let completion = try #require(await other.completions.next())
        shared.store.stop(stopped.query)
        while try await shared.openCalls() > 1 {}
        completion()
        try await shared.other.save(SharedStore.heartRate(61, at: 1))
        try await answerNext(of: &other.completions)
        try await untilNothingIsPending()
        never()
    }

    // MARK: - Named cursors

    private func query(limit: Int? = nil) -> HKAnchoredObjectQueryDescriptor<HKQuantitySample> {
        HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: type)],
            cursor: "upload",
            limit: limit
        )
    }

    @Test func aCursorGoesOnWhenTheAppSaysSo() async throws {
        let samples = (0..<3).map { SharedStore.heartRate(60 + Double($0), at: Double($0)) }
        for sample in samples {
            try await shared.other.save(sample)
        }
        #expect(try await query().result(for: shared.store).addedSamples == samples)
        let first = try await query(limit: 1).result(for: shared.store)
        #expect(first.addedSamples == [samples[0]])
        try await first.acknowledge()
        // Another connection of the same app, as after a new start of it.
        let again = shared.shared.store(appIdentifier: "org.example.one")
        let rest = try await query().result(for: again)
        #expect(rest.addedSamples == [samples[1], samples[2]])
        try await rest.acknowledge()
        // It never goes back.
        try await first.acknowledge()
        #expect(try await query().result(for: shared.store).addedSamples == [])
        // Another app has a cursor of its own, whatever its name.
        #expect(try await query().result(for: shared.other).addedSamples == samples)
    }

    @Test func whatWasNotAcknowledgedComesAgain() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        let sample = SharedStore.heartRate(60)
        try await shared.other.save(sample)
        do {
            let app = shared.shared.store(appIdentifier: "org.example.one")
            var results = query().results(for: app).makeAsyncIterator()
            #expect(try await results.next()?.addedSamples == [sample])
        }
        var results = query().results(for: shared.store).makeAsyncIterator()
        let changes = try #require(try await results.next())
        #expect(changes.addedSamples == [sample])
        #expect(try await isPending())
        try await changes.acknowledge()
        #expect(try await !isPending())
        try await shared.other.delete(sample)
        let deletion = try #require(try await results.next())
        #expect(deletion.deletedObjects.map(\.uuid) == [sample.uuid])
        try await deletion.acknowledge()
        #expect(try await !isPending())
    }

    @Test func aBlockAndACursorDoNotGoTogether() async throws {
        let block = NSPredicate { _, _ in true }
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: block)],
            cursor: "upload"
        )
        await #expect(throws: HKError.self) { try await query.result(for: shared.store) }
    }

    @Test func withoutACursorThereIsNothingToAcknowledge() async throws {
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: type)], anchor: nil)
        try await query.result(for: shared.store).acknowledge()
        #expect(try await shared.other.connection.status().backgroundApps.isEmpty)
    }
}
