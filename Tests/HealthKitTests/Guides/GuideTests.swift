import Foundation
import HealthKit
import HearthTestSupport
import HearthTesting
import Testing

/// The Swift code of the guides is that of files of the tests, word by word, and does what the guides say.
@Suite struct GuideTests {
    private static let guides =
        Repository.paths(below: "Sources/HearthKit/HearthKit.docc/Guides")
        + ["BackgroundDelivery", "FindingTheStore"].map { "Sources/HearthKit/HearthKit.docc/\($0).md" }
    /// What belongs to an app is in the module of one, so that its tests import it as a reader's do.
    private static let files =
        ["Tests/HeartLog/StepGoal.swift"]
        + Repository.paths(below: "Tests/HealthKitTests/Guides").filter { !$0.hasSuffix("/GuideTests.swift") }

    @Test func theirCodeIsThatOfTheFiles() throws {
        let written = try Self.guides.flatMap { try Self.blocks(of: Repository.text($0)) }
        let texts = try Self.files.map { try Repository.text($0) }
        #expect(Set(written) == Set(texts))
        #expect(written.count == texts.count)
    }

    @Test(arguments: guides)
    func aGuideIsShortAndListed(_ path: String) throws {
        let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 150)
        let name = try #require(path.split(separator: "/").last?.dropLast(".md".count))
        #expect(try Repository.text("Sources/HearthKit/HearthKit.docc/HearthKit.md").contains("- <doc:\(name)>"))
    }

    private static func blocks(of text: String) -> [String] {
        text.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.output.1) }
    }

    private let type = HKQuantityType(.heartRate)

    private func save(_ beats: Double, in store: HKHealthStore) async throws {
        let quantity = HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: beats)
        try await store.save(HKQuantitySample(type: type, quantity: quantity, start: .now, end: .now))
    }

    @Test func theModelShowsWhatIsStoredAndWhatIsSavedLater() async throws {
        let store = try HKHealthStore.ephemeral()
        let model = HeartRateModel(store: store)
        try await model.authorize()
        try await save(62, in: store)
        var shown: [Double] = []
        for try await rates in model.rates() {
            shown += rates
            if shown == [62] {
                try await save(75, in: store)
            }
            if shown.count >= 2 { break }
        }
        #expect(shown == [62, 75])
    }

    @Test func aKeptAnchorContinuesWithoutRepeats() async throws {
        let store = try HKHealthStore.ephemeral()
        try await save(62, in: store)
        var kept: HKQueryAnchor?
        try await followHeartRates(store, from: nil) { anchor, added, _ in
            kept = anchor
            return added.isEmpty
        }
        try await save(75, in: store)
        var later: [HKQuantitySample] = []
        try await followHeartRates(store, from: kept) { _, added, _ in
            later += added
            return later.isEmpty
        }
        #expect(later.count == 1)
    }

    private func saveSteps(_ count: Double, in store: HKHealthStore) async throws {
        let quantity = HKQuantity(unit: .count(), doubleValue: count)
        try await store.save(
            HKQuantitySample(type: HKQuantityType(.stepCount), quantity: quantity, start: .now, end: .now)
        )
    }

    @Test func anObserverIsCalled() async throws {
        let store = try HKHealthStore.ephemeral()
        let (calls, feed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await observeSteps(store) { feed.yield() }
        try await saveSteps(500, in: store)
        var received = calls.makeAsyncIterator()
        #expect(await received.next() != nil)
    }

    @Test func whatWasNotUploadedIsReceivedAgain() async throws {
        let store = try HKHealthStore.ephemeral()
        try await saveSteps(500, in: store)
        var received: [[Double]] = []
        for _ in 0..<2 {
            do {
                try await uploadSteps(store) { added, _ in
                    guard !added.isEmpty else { return }
                    received.append(added.map { $0.quantity.doubleValue(for: .count()) })
                    guard received == [[500]] else { throw CancellationError() }
                    try await saveSteps(700, in: store)
                }
            } catch is CancellationError {}
        }
        #expect(received == [[500], [700], [700]])
    }

    @Test func daysWithoutStepsAreMissing() async throws {
        let store = try HKHealthStore.ephemeral()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let start = Date(timeIntervalSince1970: 0)
        let walk = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: 500),
            start: start,
            end: start.addingTimeInterval(600)
        )
        try await store.save(walk)
        let days = try await dailySteps(store, in: DateInterval(start: start, duration: 3 * 86_400), calendar: calendar)
        #expect(days == [start: 500])
    }
}
