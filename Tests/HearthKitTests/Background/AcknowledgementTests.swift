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

    /// An observer query of the app, and the completion handlers that it hands out; from some time on it calls them
    /// itself.
    private func observe(
        answersItself: Guarded<Bool> = Guarded(false)
    ) -> (query: HKObserverQuery, completions: AsyncStream<Completion>.Iterator) {
        let (stream, feed) = AsyncStream.makeStream(of: Completion.self)
        let query = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
            if answersItself.withLock({ $0 }) {
                completion()
            } else {
                feed.yield(completion)
            }
        }
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

    /// A query whose handler is busy does not take what has arrived for it. It is open nevertheless.
    @Test func aNoticeThatHasArrivedIsOpen() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        let (stream, feed) = AsyncStream.makeStream(of: Completion.self)
        let turns = DispatchSemaphore(value: 0)
        turns.signal()
        defer { (0..<3).forEach { _ in turns.signal() } }
        let busy = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
            feed.yield(completion)
            turns.wait()
        }
        shared.store.execute(busy)
        var completions = stream.makeAsyncIterator()
        try await answerNext(of: &completions)
        var other = observe()
        try await answerNext(of: &other.completions)
        try await shared.other.save(SharedStore.heartRate(60))
        let open = try #require(await completions.next())
        try await answerNext(of: &other.completions)
        try await shared.other.save(SharedStore.heartRate(61, at: 1))
        try await answerNext(of: &other.completions)
        try await untilAllHasArrived()
        open()
        try await untilAcknowledgementsAreStored()
        #expect(try await isPending())
        turns.signal()
        try await answerNext(of: &completions)
        try await untilNothingIsPending()
    }

    /// Until the notices of all that was saved are in the program.
    private func untilAllHasArrived() async throws {
        while true {
            let connections = try await shared.other.connection.status().connections
            guard connections.contains(where: { $0.subscriptions.contains { $0.lag > 0 } }) else { break }
        }
        _ = try await shared.store.connection.ping()
    }

    /// Until the store has written what the app has said so far: it writes in the order in which an app asks.
    private func untilAcknowledgementsAreStored() async throws {
        try await shared.store.save(SharedStore.steps(1, from: 0, to: 1))
    }

    @Test func aQueryThatIsStoppedKeepsNobodyWaiting() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        var stopped = observe()
        try await answerNext(of: &stopped.completions)
        let answersItself = Guarded(false)
        var other = observe(answersItself: answersItself)
        try await answerNext(of: &other.completions)
        try await shared.other.save(SharedStore.heartRate(60))
        let never = try #require(await stopped.completions.next())
        let completion = try #require(await other.completions.next())
        // It is told again of what could not be acknowledged while the stopped query was there.
        answersItself.withLock { $0 = true }
        shared.store.stop(stopped.query)
        while try await shared.openCalls() > 1 {}
        completion()
        try await shared.other.save(SharedStore.heartRate(61, at: 1))
        try await untilNothingIsPending()
        never()
    }

    // MARK: - Named cursors

    private func query(
        cursor: String = "upload",
        limit: Int? = nil
    ) -> HKAnchoredObjectQueryDescriptor<HKQuantitySample> {
        HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: type)],
            cursor: cursor,
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

    /// A cursor goes on at once; a type is done when observer queries and the other cursors are done with it as well.
    @Test func aTypeIsDoneWhenEachCursorIsDone() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        var observer = observe()
        try await answerNext(of: &observer.completions)
        var (uploads, others) = (
            query().results(for: shared.store).makeAsyncIterator(),
            query(cursor: "other").results(for: shared.store).makeAsyncIterator()
        )
        for first in [try await uploads.next(), try await others.next()] {
            try await #require(first).acknowledge()
        }
        let sample = SharedStore.heartRate(60)
        try await shared.other.save(sample)
        let completion = try #require(await observer.completions.next())
        let upload = try #require(try await uploads.next())
        #expect(upload.addedSamples == [sample])
        try await untilAllHasArrived()
        try await upload.acknowledge()
        #expect(try await isPending())
        #expect(try await query().result(for: shared.other).addedSamples == [sample])
        #expect(try await query().result(for: shared.store).addedSamples == [])
        completion()
        try await untilAcknowledgementsAreStored()
        #expect(try await isPending())
        try await #require(try await others.next()).acknowledge()
        try await untilNothingIsPending()
    }

    /// What an iterator has read, and nobody will acknowledge, keeps nobody waiting.
    @Test func aReadingThatIsReleasedKeepsNobodyWaiting() async throws {
        try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
        var observer = observe()
        try await answerNext(of: &observer.completions)
        do {
            var uploads = query().results(for: shared.store).makeAsyncIterator()
            try await #require(try await uploads.next()).acknowledge()
            try await shared.other.save(SharedStore.heartRate(60))
            #expect(try await uploads.next()?.addedSamples.count == 1)
        }
        try await answerNext(of: &observer.completions)
        try await untilNothingIsPending()
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
