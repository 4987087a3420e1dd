import HearthModel
import HearthStore
import HearthTestSupport
import Testing

/// The rows of a bucket's sources come in the order of the sources' identifiers, whoever was first.
@Suite struct SourceRowsTests {
    private static let start: Int64 = 1_795_000_000_000_000_000

    private static func origin(_ name: String) -> Write.Origin {
        Write.Origin(source: Source(bundleIdentifier: "org.example.phone", name: name))
    }

    /// The names of the only source, batch by batch, as a reader sees them who may read steps.
    private func names(
        in store: ExampleStore,
        edges: [Int64] = [],
        predicate: Predicate? = nil,
        _ options: StatisticsOptions = .sum
    ) throws -> [[String]] {
        let view = AccessView(of: "org.example.reader", [Grant(.stepCount, read: .allowed)], asks: true)
        let request = QueryStatistics(
            clauses: [Clause(type: .stepCount, predicate: predicate)],
            options: options,
            edges: edges.map { Timestamp(nanoseconds: Self.start + $0 * 1_000_000_000) },
            bySource: true
        )
        let snapshot = store.writer.snapshot.seen(through: view)
        let cursor = try StatisticsCursor(request, of: 0..<max(edges.count - 1, 1), in: snapshot, store.reader)
        var names: [[String]] = []
        var isDone = false
        while !isDone {
            var batch = cursor.newBatch()
            if case .done = try cursor.step(store.reader, rows: .max, into: &batch) {
                isDone = true
            }
            names.append(batch.sources.map(\.source.name))
        }
        return names.filter { !$0.isEmpty }
    }

    /// A name that only hidden samples have is none. The segments are counted whole, or read.
    @Test(arguments: [StatisticsOptions.sum, [.sum, .mostRecent]], [false, true])
    func aSourceHasTheLastNameOfWhatIsRead(_ options: StatisticsOptions, isRead: Bool) throws {
        let store = try ExampleStore()
        try store.save(exampleSamples([1], of: .stepCount), as: Self.origin("Phone"))
        try store.save(exampleSamples([11], of: .stepCount), as: Self.origin("Phone 2"))
        try store.save(exampleSamples([2], of: .heartRate), as: Self.origin("Alice's new phone"))
        let predicate = isRead ? Predicate(terms: [.correlated(false)]) : nil
        #expect(try names(in: store, predicate: predicate, options) == [["Phone 2"]])
        let end = Timestamp(nanoseconds: Self.start + 5_000_000_000)
        let before = Predicate(terms: [.interval(Interval(start: nil, end: end))])
        #expect(try names(in: store, predicate: before, options) == [["Phone"]], "the rest does not take part")
        #expect(try names(in: store, edges: [0, 5, 20], predicate: predicate, options) == [["Phone 2"]])
    }

    @Test(arguments: [false, true]) func noBatchHasANameOfHiddenSamples(isMerged: Bool) throws {
        var options = StoreOptions()
        options.batchSamples = 1
        let store = try ExampleStore(options: options)
        if isMerged {
            // Overlaps all others, so that none of them is counted whole.
            try store.save(exampleSamples([3, 13, 23], of: .stepCount), as: Self.origin("Phone"))
        }
        for number in 0..<3 {
            let origin = Self.origin("Phone \(number)")
            try store.save(exampleSamples([10 * number + 1], of: .stepCount), as: origin)
            try store.save(exampleSamples([10 * number + 2], of: .heartRate), as: Self.origin("Hidden \(number)"))
        }
        let names = try names(in: store, edges: [0, 10, 20, 30], isMerged ? [.sum, .mostRecent] : .sum)
        // How much is read before the first batch depends on the segments.
        #expect(names.count == 3 && names.last == ["Phone 2"])
        #expect(names.allSatisfy { $0.allSatisfy { $0.hasPrefix("Phone") } })
    }

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
