import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Samples that are equal in all keys of an order.
@Suite struct EqualSamplesTests {
    /// So few that one write has several segments.
    private static var small: StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 8
        options.mergeWidth = 3
        return options
    }

    /// The order that hearth.proto promises: that of the writes, and by start within one, whatever the order of the rows.
    @Test(arguments: [false, true])
    func theyComeInTheOrderOfTheirWritesAndByStartWithinOne(isTidy: Bool) throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 29)
        let store = try ExampleStore(options: Self.small)
        var expected: [ObjectID] = []
        for write in [3, 1, 2] {
            let numbers = Array(write * 100..<write * 100 + 30)
            var columns = exampleSamples(numbers.shuffled(using: &random))
            columns.payload = .quantity(QuantityColumns(values: [Double](repeating: 60, count: 30)))
            try store.save(columns)
            expected += zip(columns.starts, columns.ids).sorted { $0.0 < $1.0 }.map(\.1)
        }
        if isTidy {
            try store.finishMaintenance()
        }
        let order = [SortKey(field: .quantity, descending: true)]
        let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)], order: order)
        let cursor = try store.reader.query(request, in: store.writer.snapshot)
        var ids: [ObjectID] = []
        while let batch = try cursor.next() {
            ids += batch.columns.flatMap(\.ids)
        }
        #expect(ids == expected, "seed \(seed)")
    }
}
