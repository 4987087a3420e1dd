import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// The rows of a bucket's sources come in the order of the sources' identifiers, whoever was first.
@Suite struct SourceRowsTests {
    @Test func sourcesComeByIdentifier() throws {
        let apps = ["org.example.c", "org.example.b", "org.example.a", "org.example.d"]
        var options = StoreOptions()
        // A row a batch.
        options.batchSamples = 1
        let store = try ExampleStore(options: options)
        for (index, app) in apps.enumerated() {
            try store.save(exampleSamples([index, index + 10], of: .stepCount), as: ExampleStore.origin(app))
        }
        let start: Int64 = 1_795_000_000_000_000_000
        let request = QueryStatistics(
            clauses: [Clause(type: .stepCount)],
            options: .sum,
            edges: [0, 5, 20].map { Timestamp(nanoseconds: start + $0 * 1_000_000_000) },
            bySource: true
        )
        let cursor = try StatisticsCursor(request, of: 0..<2, in: store.writer.snapshot, store.reader)
        var seen: [[String]] = [[], []]
        var isDone = false
        while !isDone {
            var batch = cursor.newBatch()
            if case .done = try cursor.step(store.reader, rows: .max, into: &batch) {
                isDone = true
            }
            for source in batch.sources {
                seen[Int(source.columns.buckets[0])].append(source.source.bundleIdentifier)
            }
        }
        #expect(seen == [apps.sorted(), apps.sorted()])
    }
}
