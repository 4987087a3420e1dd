import HearthModel
import Testing

@testable import HearthStore

/// Samples are found again after their segments were replaced, a few segments at a time.
@Suite struct RowFollowerTests {
    /// Each sample has a segment of its own: to read these is the work, not their rows.
    @Test func fewSegmentsAreReadInAStepHoweverFewRowsTheyHave() throws {
        let count = 300
        var options = StoreOptions()
        options.mergeWidth = 100
        let store = try ExampleStore(options: options)
        for number in 0..<count {
            try store.save(exampleRates([number]))
        }
        let before = store.writer.snapshot
        let segments = try #require(before.samples[ExampleStore.heartRate]).elements.filter { $0.count == 1 }
        try store.finishMaintenance()
        let now = store.writer.snapshot
        let gone = segments.filter { !now.contains($0) }
        #expect(gone.count >= 100)
        let located = gone.map { LocatedRows(segment: $0, rows: [0]) }
        var follower = RowFollower(located, in: now, after: before.head)
        let reader = store.reader.segments
        var works: [Int] = []
        var found: RowFollower.Found?
        while found == nil {
            let done = reader.work
            reader.beginStep(rows: 200)
            found = try follower.proceed(reader)
            works.append(reader.work - done)
        }
        guard case .all? = found else {
            Issue.record("a sample is not found")
            return
        }
        #expect(follower.located.reduce(0) { $0 + $1.rows.count } == gone.count)
        #expect(works.count > gone.count / 4 && works.allSatisfy { $0 < 200 + 2 * count }, "\(works)")
    }
}
