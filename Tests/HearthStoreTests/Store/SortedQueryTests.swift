import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A query in another order than that of time holds a part of its samples at once, and yields all of them in order.
@Suite struct SortedQueryTests {
    private static let count = 3_000
    private static let order = [SortKey(field: .quantity, descending: true)]

    private let store: ExampleStore
    private let options: StoreOptions

    /// Values at random in 100 segments, many of them equal.
    init() throws {
        var options = StoreOptions()
        options.segmentSamples = 30
        options.sortedBytes = 8 << 10
        self.options = options
        store = try ExampleStore(options: options)
        var random = SeededGenerator(seed: 7)
        let values = (0..<Self.count).map { _ in Double(random.below(40)) }
        try store.save(exampleRates(0..<Self.count) { values[$0] })
    }

    private func values(limit: UInt64 = 0, rows: Int) throws -> (values: [Double], ids: Set<ObjectID>) {
        let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)], order: Self.order, limit: limit)
        let cursor = try store.reader.query(request, in: store.writer.snapshot)
        var values: [Double] = []
        var ids: Set<ObjectID> = []
        while true {
            switch try cursor.step(store.reader, rows: rows) {
            case .pause: continue
            case .end: return (values, ids)
            case .batch(let batch):
                for columns in batch.columns {
                    ids.formUnion(columns.ids)
                    if case .quantity(let quantities) = columns.payload {
                        values += quantities.values
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 64, 100_000]) func allSamplesComeOnceAndInOrder(rows: Int) throws {
        let (values, ids) = try values(rows: rows)
        #expect(values.count == Self.count && ids.count == Self.count)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test func aLimitEndsTheQueryWithTheFirstOnes() throws {
        let all = try values(rows: 1_000).values
        #expect(try values(limit: 700, rows: 1_000).values == Array(all.prefix(700)))
    }

    @Test func theSamplesHeldAreBounded() throws {
        let context = ReadingContext(
            store.writer.snapshot,
            SegmentReader(try store.writer.storage.makeReader(), BlockCache()),
            includeSeries: false
        )
        var merge = SampleMerge(
            [try TypeSelection(ExampleStore.heartRate, [], in: nil)],
            try SortOrder(Self.order),
            in: context,
            atMost: .max,
            options.sortedBytes
        )
        var most = 0
        var taken = 0
        while let rows = try merge.next() {
            taken += rows.count
            most = max(most, merge.heldBytes)
        }
        #expect(taken == Self.count)
        // All would be 150 KB.
        #expect(most <= options.sortedBytes)
    }

    /// Runs of one row take more than the row: the arrays of each, and the table of all segments.
    @Test(arguments: [0, 1, 40] as [UInt64], [1, 64, 1_000])
    func whatIsHeldIsCounted(limit: UInt64, rows: Int) throws {
        let order = Self.order + [SortKey(field: .endDate, descending: true)]
        let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)], order: order, limit: limit)
        let cursor = try store.reader.query(request, in: store.writer.snapshot)
        var steps = 0
        reading: while steps < 200 {
            steps += 1
            if case .end = try cursor.step(store.reader, rows: rows) { break reading }
            let (counted, real) = (cursor.held.bytes, ArrayBytes(of: cursor).bytes)
            // Each call counts a kilobyte for itself.
            #expect(counted + 1_024 >= real, "\(real) bytes are held after \(steps) steps, \(counted) are counted")
        }
        #expect(steps > 1)
    }

    /// Passes over samples in the order of time read each segment once.
    @Test func anOrderByTimeReadsEachSegmentOnce() throws {
        let before = store.reader.work
        let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)])
        let cursor = try store.reader.query(request, in: store.writer.snapshot)
        while try cursor.next() != nil {}
        #expect(store.reader.work - before < Self.count + 500)
    }

    /// The first of samples that begin together is the one that was saved first: no other segment is read for it.
    @Test(arguments: [
        [], [SortKey(field: .startDate, descending: true)], [SortKey(field: .startDate), SortKey(field: .quantity)],
    ])
    func aLimitedQueryReadsFewSegmentsThatBeginTogether(order: [SortKey]) throws {
        let store = try ExampleStore()
        for save in 0..<20 {
            var columns = exampleRates(save * 500..<(save + 1) * 500)
            columns.starts = columns.starts.map { _ in at(1_795_000_000_000_000_000) }
            try store.save(columns)
        }
        func read(limit: UInt64) throws -> (ids: [ObjectID], work: Int) {
            let before = store.reader.work
            let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)], order: order, limit: limit)
            let cursor = try store.reader.query(request, in: store.writer.snapshot)
            var ids: [ObjectID] = []
            while let batch = try cursor.next() {
                ids += batch.columns.flatMap(\.ids)
            }
            return (ids, store.reader.work - before)
        }
        let (all, one) = (try read(limit: 0), try read(limit: 1))
        #expect(all.ids.count == 10_000 && one.ids == Array(all.ids.prefix(1)))
        #expect(try read(limit: 700).ids == Array(all.ids.prefix(700)))
        if order.count < 2 {
            #expect(all.ids == (0..<10_000).map { exampleID($0) })
            #expect(one.work * 5 < all.work, "\(one.work) of \(all.work)")
        }
    }
}
