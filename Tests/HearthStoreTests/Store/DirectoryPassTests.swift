import HearthModel
import Testing

@testable import HearthStore

/// A reading passes over the parts of the directory in whose time nothing can match. Counted, as time is not the same twice.
@Suite struct DirectoryPassTests {
    private static let seconds: Range<Int> = 0..<10_240

    private let store: ExampleStore

    /// As many segments as there are samples, but four.
    init() throws {
        var options = StoreOptions()
        options.segmentSamples = 4
        store = try ExampleStore(options: options)
        try store.save(exampleRates(Self.seconds))
        #expect(store.writer.snapshot.segmentCount == Self.seconds.count / 4)
    }

    private func clause(_ seconds: Range<Int>) -> Clause {
        let first: Int64 = 1_795_000_000_000_000_000
        let interval = Interval(
            start: at(first + Int64(seconds.lowerBound) * 1_000_000_000),
            end: at(first + Int64(seconds.upperBound) * 1_000_000_000),
            strictStart: true
        )
        return Clause(type: ExampleStore.heartRate, predicate: Predicate(terms: [.interval(interval)]))
    }

    /// The samples of a few seconds, and the work of finding them.
    private func found(_ seconds: Range<Int>) throws -> (samples: Int, work: Int) {
        let reader = store.reader.beginStep(rows: .max)
        let before = reader.work
        let cursor = try store.reader.query(QuerySamples(clauses: [clause(seconds)]), in: store.writer.snapshot)
        var samples = 0
        while let batch = try cursor.next() {
            samples += batch.columns.reduce(0) { $0 + $1.count }
        }
        return (samples, reader.work - before)
    }

    @Test func statisticsOfAFewSecondsLookAtFewSegments() throws {
        let reader = store.reader.beginStep(rows: .max)
        let before = reader.work
        let request = QueryStatistics(clauses: [clause(10_200..<10_208)], options: [.average], edges: [])
        let cursor = try StatisticsCursor(request, of: 0..<request.bucketCount, in: store.writer.snapshot, store.reader)
        var batch = cursor.newBatch()
        guard case .done = try cursor.step(store.reader, rows: .max, into: &batch) else {
            Issue.record("a step without limits leaves something")
            return
        }
        #expect(batch.merged.counts == [8])
        #expect(reader.work - before < 400, "\(reader.work - before)")
    }

    @Test(arguments: [16, 5_000, 10_200]) func aQueryOfAFewSecondsLooksAtFewSegments(_ start: Int) throws {
        let few = try found(start..<start + 8)
        #expect(few.samples == 8)
        #expect(few.work < 400, "\(few.work)")
        let all = try found(Self.seconds)
        #expect(all.samples == Self.seconds.count && all.work > 2_560, "\(all.work)")
    }
}
