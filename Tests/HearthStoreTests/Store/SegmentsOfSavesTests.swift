import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthStore

/// How many segments a save makes: as few as its samples fit into, whatever it has them in.
@Suite struct SegmentsOfSavesTests {
    /// Routes with and without altitudes cannot lie in one segment. Here their starts alternate.
    @Test(arguments: [false, true]) func routesThatDifferInTheirColumnsMakeASegmentOfEachKind(
        _ isPrepared: Bool
    ) throws {
        var options = StoreOptions()
        options.preparedBytes = isPrepared ? 1 : options.preparedBytes
        let store = try ExampleStore(options: options)
        let columns = [routes(0..<300, every: 2, hasAltitudes: false), routes(0..<300, every: 2, hasAltitudes: true)]
        let write = Write(origin: ExampleStore.app, operation: .save(columns))
        let searched = SearchedWrite(write, preparesSaves: isPrepared)
        var result: Result<Receipt, HearthError>?
        for _ in 0..<100 where result == nil {
            result = store.writer.commit([searched.searched(by: store.reader, in: store.writer.snapshot)])[0].result
        }
        #expect(try result?.get().added == 600)
        #expect(store.writer.snapshot.segmentCount == 2)
        let rows = try store.rows(.workoutRoute)
        #expect(rows.count == 600 && rows.map(\.start) == rows.map(\.start).sorted())
        // In the order of changes, those without altitudes come first.
        let changed = try store.changes().added.map(\.id)
        #expect(changed == columns.flatMap(\.ids))
    }

    /// Two metadata of almost the size that is allowed, of which each row has one.
    @Test func metadataThatRowsShareCountOnceInASegment() throws {
        let store = try ExampleStore()
        var columns = exampleRates(0..<4_096)
        columns.metadata = DictionaryColumn(
            entries: (0..<2).map { number in
                let text = String(repeating: "x", count: 64_000) + String(number)
                return metadata([Metadata.Entry(key: "k", value: .string(text))])
            },
            indexes: (0..<4_096).map { UInt32($0 % 2) }
        )
        try store.save(columns)
        #expect(store.writer.snapshot.segmentCount == 1)
        let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)])
        let cursor = try store.reader.query(request, in: store.writer.snapshot)
        var counts: [Int] = []
        while let batch = try cursor.next() {
            let bytes = try FrameEncoder().pack(.samples(batch)).bytes.count
            #expect(bytes <= StoreOptions.standard.batchBytes)
            counts.append(batch.columns[0].count)
        }
        #expect(counts.reduce(0, +) == 4_096 && counts.count <= 3, "\(counts)")
    }

    @Test(arguments: 0..<40) func sizesAreThoseOfAReference(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = 1 + random.below(60)
        let entries = random.list(1 + random.below(12)) { $0.below(9_000) }
        let indexes = random.list(count) { UInt32($0.below(entries.count)) }
        let own = random.list(count) { $0.below(50) }
        var sizes = RowSizes(fixed: 10, variable: random.chance(50) ? own : [])
        let hasOwn = !sizes.areEqual
        sizes.add(entries: entries, indexes: indexes)
        func bytes(_ rows: Range<Int>) -> Int {
            rows.reduce(sizes.shared) { $0 + 10 + (hasOwn ? own[$1] : 0) }
                + (sizes.shared > 0 ? 0 : Set(indexes[rows]).reduce(0) { $0 + entries[Int($1)] })
        }
        for _ in 0..<20 {
            let start = random.below(count)
            let end = start + 1 + random.below(count - start)
            #expect(sizes.shared + sizes.bytes(of: start..<end) == bytes(start..<end), "seed \(seed)")
            let selected = sizes.selecting(start..<end)
            #expect(selected.shared + selected.bytes(of: 0..<end - start) == bytes(start..<end), "seed \(seed)")
            let limit = random.below(60_000)
            let cut = sizes.end(of: start, in: count, atMost: 25, limit - sizes.shared)
            let fits = cut == start + 1 || bytes(start..<cut) <= limit
            let isMost = cut == count || cut == start + 25 || bytes(start..<cut + 1) > limit
            #expect(fits && isMost, "seed \(seed): \(start)..<\(cut)")
        }
    }
}

/// Routes of one location each, at every so many seconds.
private func routes(_ numbers: Range<Int>, every seconds: Int, hasAltitudes: Bool) -> SampleColumns {
    let offset = hasAltitudes ? 1 : 0
    let starts = numbers.map { at(1_795_000_000_000_000_000 + Int64(seconds * $0 + offset) * 1_000_000_000) }
    return SampleColumns(
        type: .workoutRoute,
        ids: numbers.map { exampleID(2 * $0 + offset) },
        starts: starts,
        payload: .route(
            RouteColumns(
                lengths: numbers.map { _ in 1 },
                timestamps: starts,
                latitudes: numbers.map { _ in 52 },
                longitudes: numbers.map { _ in 13 },
                altitudes: hasAltitudes ? numbers.map { _ in 34 } : []
            )
        )
    )
}
