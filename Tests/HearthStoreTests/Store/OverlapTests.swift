import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// Segments that cover the same time are merged many rows at a time: all samples come once and in order, in full batches.
@Suite struct OverlapTests {
    @Test(arguments: [1, 2, 3, 17]) func samplesComeInOrder(apps: Int) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: UInt64(700 + apps))
        var random = generator
        for _ in 0..<6 {
            let saves = try OverlappingSaves(&random, apps: apps, saves: 12, rows: 900)
            for descending in [false, true] {
                let order = [SortKey(field: .startDate, descending: descending)]
                for types in [0..<1, 0..<2] {
                    let asked = Array(OverlappingSaves.types[types])
                    let read = try saves.ids(asked, order, rows: random.pick([1, 400, .max]))
                    #expect(read.ids == saves.expected(types, descending: descending), "HEARTH_TEST_SEED=\(seed)")
                }
            }
            try saves.store.finishMaintenance()
            let read = try saves.ids(OverlappingSaves.types, [], rows: .max)
            #expect(read.ids == saves.expected(0..<2, descending: false), "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// A batch ends where it is full, and not where a segment begins.
    @Test func batchesAreFull() throws {
        var random = SeededGenerator(seed: 77)
        let saves = try OverlappingSaves(&random, apps: 4, saves: 0, rows: 1)
        for app in 0..<4 {
            let samples = exampleRates(stride(from: app, to: 8_000, by: 4))
            try saves.store.save(samples, as: ExampleStore.origin("org.example.app\(app)"))
        }
        let read = try saves.ids([ExampleStore.heartRate], [], rows: .max)
        #expect(read.ids == (0..<8_000).map { exampleID($0) })
        #expect(read.batches.dropFirst().dropLast().allSatisfy { $0 == saves.options.batchSamples })
    }
}

/// Samples of two types that several apps have saved.
private struct OverlappingSaves {
    static let types = [ExampleStore.heartRate, type("bodyMass")]
    private static let first: Int64 = 1_795_000_000_000_000_000

    /// A sample as it was saved.
    private struct Saved {
        let id: ObjectID
        let type: Int
        let start: Int64
        /// Which of all saved samples.
        let number: Int
    }

    private var saved: [Saved] = []
    let store: ExampleStore
    let options: StoreOptions

    /// Saves of several apps. Many starts are equal, and samples have metadata of many sizes.
    init(_ random: inout SeededGenerator, apps: Int, saves: Int, rows: Int) throws {
        var options = StoreOptions()
        options.segmentSamples = 500
        options.batchSamples = 300
        self.options = options
        store = try ExampleStore(options: options)
        for _ in 0..<saves {
            let app = random.below(apps)
            let type = random.below(2)
            try save(&random, app, type, 1 + random.below(rows))
        }
    }

    private mutating func save(_ random: inout SeededGenerator, _ app: Int, _ type: Int, _ count: Int) throws {
        let start = Self.first + Int64(random.below(3_000)) * 1_000_000_000
        let step = random.pick([0, 1, 7, 60])
        let starts = (0..<count).map { start + Int64($0 * step + random.below(3)) * 1_000_000_000 }
        let ids = (0..<count).map { exampleID(saved.count + $0) }
        let notes = (0..<4).map { number in
            metadata([Metadata.Entry(key: "note", value: .string(String(repeating: "x", count: 1 << (3 * number))))])
        }
        let columns = SampleColumns(
            type: Self.types[type],
            ids: ids,
            starts: starts.map { at($0) },
            metadata: random.chance(50) ? DictionaryColumn(notes.shuffledRows(count, &random)) : DictionaryColumn(),
            payload: .quantity(QuantityColumns(values: starts.indices.map { Double($0 % 9) }))
        )
        try store.save(columns, as: ExampleStore.origin("org.example.app\(app)"))
        for (id, start) in zip(ids, starts) {
            saved.append(Saved(id: id, type: type, start: start, number: saved.count))
        }
    }

    func ids(_ types: [ObjectType], _ order: [SortKey], rows: Int) throws -> (ids: [ObjectID], batches: [Int]) {
        let request = QuerySamples(clauses: types.map { Clause(type: $0) }, order: order)
        let cursor = try store.reader.query(request, in: store.writer.snapshot)
        var ids: [ObjectID] = []
        var batches: [Int] = []
        while true {
            switch try cursor.step(store.reader, rows: rows) {
            case .pause: continue
            case .end: return (ids, batches)
            case .batch(let batch):
                var next = batch.columns.map { _ in 0 }
                let count = batch.columns.reduce(0) { $0 + $1.count }
                let turns = batch.interleaving.isEmpty ? Array(repeating: 0, count: count) : batch.interleaving
                for turn in turns.map(Int.init) {
                    ids.append(batch.columns[turn].ids[next[turn]])
                    next[turn] += 1
                }
                batches.append(count)
            }
        }
    }

    /// Of equal starts the sample comes first that was saved first.
    func expected(_ types: Range<Int>, descending: Bool) -> [ObjectID] {
        saved.filter { types.contains($0.type) }.sorted { left, right in
            guard left.start == right.start else { return (left.start < right.start) != descending }
            return left.number < right.number
        }.map(\.id)
    }
}

extension [Metadata] {
    /// One of these for each row.
    fileprivate func shuffledRows(_ count: Int, _ random: inout SeededGenerator) -> [Metadata] {
        (0..<count).map { _ in self[random.below(self.count)] }
    }
}
