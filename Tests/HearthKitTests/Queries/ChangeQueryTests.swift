import Foundation
import HearthSystem
import Testing

@testable import HearthKit

/// Following.
@Suite struct ChangeQueryTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    private let type = HKQuantityType(.heartRate)

    private func descriptor(_ anchor: HKQueryAnchor? = nil) -> HKAnchoredObjectQueryDescriptor<HKQuantitySample> {
        HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: type)], anchor: anchor)
    }

    @Test func fromAnAnchorOnlyTheDifference() async throws {
        let first = SharedStore.heartRate(60)
        try await shared.store.save(first)
        let state = try await descriptor().result(for: shared.other)
        #expect(state.addedSamples == [first])
        #expect(!state.startedOver)
        let second = SharedStore.heartRate(61, at: 1)
        try await shared.store.save(second)
        try await shared.store.delete(first)
        let data = try NSKeyedArchiver.archivedData(withRootObject: state.newAnchor, requiringSecureCoding: true)
        let kept = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
        let changes = try await descriptor(kept).result(for: shared.other)
        #expect(changes.addedSamples == [second])
        #expect(changes.deletedObjects.map(\.uuid) == [first.uuid])
        #expect(changes.deletedObjects.map(\.sampleType) == [type])
        let nothing = try await descriptor(changes.newAnchor).result(for: shared.other)
        #expect(nothing.addedSamples.isEmpty && nothing.deletedObjects.isEmpty)
    }

    @Test func firstTheStateThenTheChanges() async throws {
        let first = SharedStore.heartRate(60)
        try await shared.store.save(first)
        var results = descriptor().results(for: shared.other).makeAsyncIterator()
        #expect(try await results.next()?.addedSamples == [first])
        let second = SharedStore.heartRate(61, at: 1)
        try await shared.store.save(second)
        #expect(try await results.next()?.addedSamples == [second])
        try await shared.store.delete(second)
        #expect(try await results.next()?.deletedObjects.map(\.uuid) == [second.uuid])
    }

    @Test func anEmptyStateIsDeliveredToo() async throws {
        var results = descriptor().results(for: shared.other).makeAsyncIterator()
        let state = try #require(try await results.next())
        #expect(state.addedSamples.isEmpty && state.deletedObjects.isEmpty)
    }

    @Test func aLimitCountsWhatABlockLetsPass() async throws {
        for value in 0..<40 {
            try await shared.store.save(SharedStore.heartRate(Double(value), at: Double(value)))
        }
        let block = NSPredicate { object, _ in (object as? HKQuantitySample).map { $0.beats >= 17 } ?? false }
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: block)],
            anchor: nil,
            limit: 5
        )
        #expect(try await query.result(for: shared.other).addedSamples.map(\.beats) == [17, 18, 19, 20, 21])
        var found: [Double] = []
        for try await page in query.pages(of: 3, in: shared.other) {
            found += page.addedSamples.map(\.beats)
        }
        #expect(found == (17..<40).map(Double.init))
        let none = NSPredicate { _, _ in false }
        let nothing = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: none)],
            anchor: nil,
            limit: 1
        )
        #expect(try await nothing.result(for: shared.other).addedSamples == [])
    }

    @Test func aLimitDividesWhatOneWriteHasSaved() async throws {
        try await shared.store.save((0..<25).map { SharedStore.heartRate(Double($0), at: Double($0)) })
        var (found, anchor): ([[Double]], HKQueryAnchor?) = ([], nil)
        while found.last != [] {
            let query = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: type)],
                anchor: anchor,
                limit: 10
            )
            let page = try await query.result(for: shared.other)
            found.append(page.addedSamples.map(\.beats))
            anchor = page.newAnchor
        }
        #expect(found.map(\.count) == [10, 10, 5, 0] && found.joined().elementsEqual((0..<25).map(Double.init)))
    }

    @Test func pagesEndWithTheLastChange() async throws {
        let rates = (0..<2_500).map { SharedStore.heartRate(60, at: Double($0)) }
        for chunk in stride(from: 0, to: rates.count, by: 100) {
            try await shared.store.save(Array(rates[chunk..<chunk + 100]))
        }
        var found: [HKQuantitySample] = []
        var pages = 0
        for try await page in descriptor().pages(of: 1_000, in: shared.other) {
            #expect(page.addedSamples.count <= 1_000)
            found += page.addedSamples
            pages += 1
        }
        #expect(found == rates)
        #expect(pages == 3)
    }

    @Test func anAnchorOfAnotherStoreStartsOver() async throws {
        let elsewhere = try SharedStore()
        try await elsewhere.store.save(SharedStore.heartRate(99))
        let foreign = try await descriptor().result(for: elsewhere.store).newAnchor
        let sample = SharedStore.heartRate(60)
        try await shared.store.save(sample)
        let result = try await descriptor(foreign).result(for: shared.store)
        #expect(result.startedOver)
        #expect(result.addedSamples == [sample])
        #expect(try await !descriptor(result.newAnchor).result(for: shared.store).startedOver)
    }

    @Test func aClassicQueryFollowsUntilItIsStopped() async throws {
        let (changes, feed) = AsyncStream.makeStream(of: [UUID].self)
        let query = HKAnchoredObjectQuery(type: type, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
            _,
            samples,
            _,
            _,
            _ in feed.yield(samples?.map(\.uuid) ?? [])
        }
        query.updateHandler = { _, samples, deleted, _, _ in
            feed.yield((samples?.map(\.uuid) ?? []) + (deleted?.map(\.uuid) ?? []))
        }
        shared.other.execute(query)
        var received = changes.makeAsyncIterator()
        #expect(await received.next() == [])
        let sample = SharedStore.heartRate(60)
        try await shared.store.save(sample)
        #expect(await received.next() == [sample.uuid])
        try await shared.store.delete(sample)
        #expect(await received.next() == [sample.uuid])
        shared.other.stop(query)
        try await waitForNoCalls(of: "org.example.other", asking: shared.store)
        feed.finish()
    }

    @Test func anObserverHearsOfMatchingChanges() async throws {
        let (notices, feed) = AsyncStream.makeStream(of: Set<HKSampleType>.self)
        let workouts = HKQueryDescriptor(sampleType: HKObjectType.workoutType(), predicate: nil)
        let query = HKObserverQuery(queryDescriptors: [workouts]) { _, types, completion, _ in
            feed.yield(types ?? [])
            completion()
        }
        shared.other.execute(query)
        var received = notices.makeAsyncIterator()
        #expect(await received.next() == [HKObjectType.workoutType()])
        try await shared.store.save(SharedStore.heartRate(60))
        try await shared.store.save(SharedStore.run())
        #expect(await received.next() == [HKObjectType.workoutType()])
        shared.other.stop(query)
        feed.finish()
    }

    // MARK: - Nothing stays open

    @Test func whatIsCancelledEndsAtTheServer() async throws {
        let (started, feed) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [store = shared.store, descriptor = descriptor()] in
            for try await _ in descriptor.results(for: store) {
                feed.yield()
            }
        }
        var iterator = started.makeAsyncIterator()
        _ = await iterator.next()
        #expect(try await shared.openCalls() == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await waitForNoCalls(of: "org.example.one", asking: shared.other)
    }

    @Test func whatIsDroppedEndsAtTheServer() async throws {
        for _ in 0..<3 {
            var results = descriptor().results(for: shared.store).makeAsyncIterator()
            _ = try await results.next()
        }
        try await waitForNoCalls(of: "org.example.one", asking: shared.other)
    }

    @Test func aStoreTakesItsQueriesWithIt() async throws {
        let (started, feed) = AsyncStream.makeStream(of: Void.self)
        var store: HKHealthStore? = shared.shared.store(appIdentifier: "org.example.gone")
        store?.execute(HKObserverQuery(sampleType: type, predicate: nil) { _, _, _ in feed.yield() })
        var iterator = started.makeAsyncIterator()
        _ = await iterator.next()
        #expect(try await shared.openCalls(of: "org.example.gone") == 1)
        store = nil
        try await waitForNoCalls(of: "org.example.gone", asking: shared.other)
    }

    /// The end of a call reaches the server by itself; each question is an event that lets it get there.
    private func waitForNoCalls(of app: String, asking store: HKHealthStore) async throws {
        while try await store.connection.status().connections.contains(where: {
            $0.bundleIdentifier == app && $0.openCalls > 0
        }) {
            await Task.yield()
        }
    }
}
