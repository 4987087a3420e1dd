import HearthModel
import HearthStore
import HearthWire
import Testing

/// A step of any reading does no more than it may, whatever is asked: counted, as time is not the same twice.
@Suite struct WorkPerStepTests {
    /// What a step may do.
    private static let allowed = 2_048
    /// What one term may do beside that, which is not interrupted: to look up a segment's rows.
    private static let atOnce = 16_384

    private let store: ExampleStore

    /// A few samples with long texts, and many without any.
    init() throws {
        store = try ExampleStore()
        for round in 0..<4 {
            let metadata = try (0..<16).map { row in
                let text = String(repeating: "a", count: 4_000) + "\(round * 16 + row)"
                return try Metadata([Metadata.Entry(key: "k", value: .string(text))])
            }
            var samples = quantities(16, from: round * 16)
            samples.metadata = DictionaryColumn(entries: metadata, indexes: Array(0..<16))
            try store.save(samples)
        }
        try store.save(quantities(8_192, from: 100))
    }

    private func quantities(_ count: Int, from first: Int) -> SampleColumns {
        let numbers = first..<first + count
        return SampleColumns(
            type: ExampleStore.heartRate,
            ids: numbers.map { exampleID($0) },
            starts: numbers.map { at(1_600_000_000_000_000_000 + Int64($0)) },
            payload: .quantity(QuantityColumns(values: numbers.map { Double($0 % 100) }))
        )
    }

    /// 20 texts of 1,000 bytes, of which none occurs.
    private static let texts = Predicate(
        terms: (0..<20).map { index in
            let text = String(repeating: "a", count: 500) + "b\(index)" + String(repeating: "a", count: 500)
            return .metadata(
                MetadataMatch(relation: .contains, entries: [Metadata.Entry(key: "k", value: .string(text))])
            )
        } + [.anyOf(20)]
    )

    private static let inequalities = Predicate(
        terms: (0..<1_000).map {
            // Of a field of which the directory says nothing, so that rows have to be looked at.
            .comparison(Comparison(field: .quantityMaximum, relation: .less, operand: .number(-1 - Double($0), nil)))
        } + [.anyOf(1_000)]
    )

    private static func equalities(_ round: Int) -> Predicate {
        Predicate(
            terms: (0..<1_000).map {
                let number = 1_000 + Double(round * 1_000 + $0)
                return .comparison(Comparison(field: .quantity, relation: .equal, operand: .number(number, nil)))
            } + [.anyOf(1_000)]
        )
    }

    /// Takes steps up to the end; the most work of one, and that of all.
    private func work<Batch>(_ step: (StoreReader, Int) throws -> CursorStep<Batch>) throws -> (most: Int, all: Int) {
        let before = store.reader.work
        var most = 0
        while true {
            let begin = store.reader.work
            let result = try step(store.reader, Self.allowed)
            most = max(most, store.reader.work - begin)
            if case .pause = result { continue }
            return (most, store.reader.work - before)
        }
    }

    private func work(_ clauses: [Clause]) throws -> [(most: Int, all: Int)] {
        let snapshot = store.writer.snapshot
        let query = try store.reader.query(QuerySamples(clauses: clauses), in: snapshot)
        let changes = try store.reader.changes(QueryChanges(clauses: clauses), in: snapshot)
        let sources = try store.reader.sources(ListSources(clauses: clauses), in: snapshot)
        return [try work(query.step), try work(changes.step), try work(sources.step)]
    }

    @Test func aSearchInManyTextsIsInterruptedBetweenThem() throws {
        try checkInterruptions(Self.texts)
    }

    @Test func manyComparisonsAreInterruptedBetweenThem() throws {
        try checkInterruptions(Self.inequalities)
    }

    private func checkInterruptions(_ predicate: Predicate) throws {
        for (most, all) in try work([Clause(type: ExampleStore.heartRate, predicate: predicate)]) {
            #expect(most <= Self.allowed + Self.atOnce)
            // Texts and terms count, not only the rows that are read.
            #expect(all > 20 * 8_192)
        }
    }

    @Test func manyValuesAreLookedUpAndNotComparedOneByOne() throws {
        let clauses = (0..<32).map { Clause(type: ExampleStore.heartRate, predicate: Self.equalities($0)) }
        for (most, all) in try work(clauses) {
            #expect(most <= Self.allowed + Self.atOnce)
            #expect(all < 100 * 8_192)
        }
    }

    @Test func manyTermsAboutManyDevicesAreInterruptedBetweenThem() throws {
        let count = 4_096
        var samples = quantities(count, from: 20_000)
        let devices = (0..<count).map { Provenance(device: Device(name: "Strap \($0)", model: "M\($0 % 7)")) }
        samples.provenance = DictionaryColumn(entries: devices, indexes: (0..<count).map(UInt32.init))
        try store.save(samples)
        let terms = (0..<400).flatMap { number in
            [
                Predicate.Term.deviceProperty(DevicePropertyMatch(property: .model, values: ["M\(number + 3)"])),
                .noneOf(1),
            ]
        }
        // Preparing a term does not examine every device of the store: that would be 400 x 4,096 texts in one step.
        let clause = Clause(type: ExampleStore.heartRate, predicate: Predicate(terms: terms + [.allOf(400)]))
        for (most, _) in try work([clause]) {
            #expect(most <= Self.allowed + Self.atOnce)
        }
        let query = try store.reader.query(QuerySamples(clauses: [clause]), in: store.writer.snapshot)
        var found = 0
        var isAtEnd = false
        while !isAtEnd {
            switch try query.step(store.reader, rows: Self.allowed) {
            case .batch(let batch): found += batch.columns.reduce(0) { $0 + $1.count }
            case .pause: continue
            case .end: isAtEnd = true
            }
        }
        // Of the seven models three are not named by any term; the other samples have no device.
        #expect(found == (0..<count).count { $0 % 7 < 3 } + 64 + 8_192)
    }

    @Test func aStepComparesOnlySomeOfManyDeletions() throws {
        try store.delete((100..<4_196).map { exampleID($0) })
        let clauses = [Clause(type: ExampleStore.heartRate, predicate: Self.inequalities)]
        let anchor = Anchor(storeID: store.writer.snapshot.storeID, sequence: 8_256).unsealed
        let request = QueryChanges(clauses: clauses, anchor: anchor)
        let changes = try store.reader.changes(request, in: store.writer.snapshot)
        #expect(try work(changes.step).most <= Self.allowed + Self.atOnce)
    }

    /// A stream that lacks many deletions, as its reader may see more than before. The UUIDs are in use again, half of them by
    /// samples that the stream brings: the deletions of these would take them away.
    @Test func deletionsOfUUIDsInUseAreJudgedTogether() throws {
        let count = 1_024
        let ids = (100..<100 + count).map { exampleID($0) }
        let before = store.writer.snapshot.head
        try store.delete(ids)
        try store.save(quantities(count, from: 100))
        let snapshot = store.writer.snapshot
        // Nothing is remembered of the view that it has had.
        let visibility = StreamVisibility(view: 7, withheld: before)
        let anchor = Anchor(storeID: snapshot.storeID, sequence: snapshot.head, visibility: visibility)
        let low = Comparison(field: .quantity, relation: .less, operand: .number(50, nil))
        let clauses = [Clause(type: ExampleStore.heartRate, predicate: Predicate(terms: [.comparison(low)]))]
        let changes = try store.reader.changes(QueryChanges(clauses: clauses, anchor: anchor.unsealed), in: snapshot)
        var deleted: [ObjectID] = []
        var (most, all) = (0, 0)
        var isAtEnd = false
        while !isAtEnd {
            let begin = store.reader.work
            switch try changes.step(store.reader, rows: Self.allowed) {
            case .batch(let batch): deleted += batch.deleted?.ids ?? []
            case .pause: break
            case .end: isAtEnd = true
            }
            most = max(most, store.reader.work - begin)
            all += store.reader.work - begin
        }
        #expect(deleted == (100..<100 + count).filter { $0 % 100 >= 50 }.map { exampleID($0) })
        #expect(most <= Self.allowed + Self.atOnce, "\(most) in one step")
        #expect(all < 100 * count, "\(all) for \(count) deletions")
    }

    // MARK: - Provenances

    /// Samples of as many devices.
    private func saveDevices(_ count: Int) throws {
        for first in stride(from: 0, to: count, by: 4_096) {
            var samples = quantities(4_096, from: 100_000 + first)
            samples.provenance = DictionaryColumn(
                entries: (first..<first + 4_096).map { Provenance(device: Device(name: "device \($0)")) },
                indexes: Array(0..<4_096)
            )
            try store.save(samples)
        }
    }

    @Test func aListOfTheSourcesOfManyDevicesIsInterrupted() throws {
        try saveDevices(16_384)
        let search = try store.reader.sources(ListSources(), in: store.writer.snapshot)
        let (most, all) = try work(search.step)
        #expect(most <= Self.allowed + 8_192)
        #expect(all >= 16_384)
    }
}
