import HearthModel
import HearthStore
import HearthWire
import Testing

/// What an app may rely on when it saves.
@Suite struct StoreSavingTests {
    @Test func whatWasSavedIsReadInTheOrderOfTime() throws {
        let store = try ExampleStore()
        let receipt = try store.save(exampleRates([5, 3, 9]))
        #expect([receipt.added, receipt.deleted, receipt.unchanged] == [3, 0, 0])
        #expect(receipt.anchor == store.writer.snapshot.anchor && receipt.anchor.sequence == 3)

        let rows = try store.rows(ExampleStore.heartRate)
        #expect(rows.map(\.id) == [3, 5, 9].map { exampleID($0) })
        #expect(rows.map(\.content.value) == [63, 65, 69])
        #expect(rows.allSatisfy { $0.provenance.source == ExampleStore.app.source && $0.provenance.version == "1.0" })
        #expect(try store.rows(ExampleStore.heartRate, limit: 2).map(\.id) == [3, 5].map { exampleID($0) })
    }

    @Test func valuesAreKeptInTheUnitOfTheType() throws {
        let store = try ExampleStore()
        var columns = exampleRates([1]) { _ in 1.5 }
        columns.payload = .quantity(QuantityColumns(values: [1.5], unit: unit("count/s")))
        try store.save(columns)
        #expect(try store.rows(ExampleStore.heartRate).map(\.content.value) == [90])
    }

    /// Many small writes that come at once cost as much as one.
    @Test func writesOfAGroupShareASegmentAndATransaction() throws {
        let storage = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(storage)
        let writes = (1...64).map { Write(origin: ExampleStore.app, operation: .save([exampleRates([$0])])) }
        let results = store.writer.commit(writes)
        let receipts = try results.map { result throws(HearthError) in try result.get() }
        #expect(receipts.map(\.anchor.sequence) == Array(1...64) && receipts.allSatisfy { $0.added == 1 })
        #expect(storage.commits == 1)
        #expect(store.writer.snapshot.segmentCount == 1)
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == (1...64).map { exampleID($0) })
    }

    /// One write that is refused takes nothing from the others, and leaves nothing of itself.
    @Test func aRefusedWriteIsRefusedAlone() throws {
        let store = try ExampleStore()
        let columns = [exampleRates([1]), exampleRates([2, 3, 2]), exampleRates([4])]
        let results = store.writer.commit(columns.map { Write(origin: ExampleStore.app, operation: .save([$0])) })
        #expect(results.map { (try? $0.get()) != nil } == [true, false, true])
        #expect(throws: (any Error).self) { try results[1].get() }
        if case .failure(let error) = results[1].result {
            #expect(error.code == .invalidArgument && error.field == "columns[0].uuids[2]")
        }
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == [1, 4].map { exampleID($0) })
    }

    @Test func savingTheSameAgainChangesNothing() throws {
        let store = try ExampleStore()
        let first = try store.save(exampleRates(1...10))
        let again = try store.save(exampleRates(1...10))
        #expect([again.added, again.deleted, again.unchanged] == [0, 0, 10])
        #expect(again.anchor == first.anchor && store.writer.snapshot.sampleCount == 10)
        let more = try store.save(exampleRates(8...12))
        #expect([more.added, more.unchanged] == [2, 3])
    }

    @Test func anotherSampleWithTheSameIdentifierIsRefused() throws {
        let store = try ExampleStore()
        try store.save(exampleRates([1, 2]))
        let error = #expect(throws: HearthError.self) {
            try store.save(exampleRates([3]), exampleRates([4, 2]) { _ in 1 })
        }
        #expect(error?.code == .identifierConflict && error?.field == "columns[1].uuids[1]")
        let others = #expect(throws: HearthError.self) {
            try store.save(exampleRates([1]), as: ExampleStore.otherApp)
        }
        #expect(others?.code == .identifierConflict)
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == [1, 2].map { exampleID($0) })
    }

    /// A newer version under the same sync identifier takes the place of the older one, and an older one does not.
    @Test func aNewerVersionReplacesTheOlder() throws {
        let store = try ExampleStore()
        let save = { (number: Int, version: Int64, app: Write.Origin) throws(HearthError) -> Receipt in
            var columns = exampleRates([number])
            columns.metadata = exampleSync("today", version: version)
            return try store.save(columns, as: app)
        }
        _ = try save(1, 1, ExampleStore.app)
        let newer = try save(2, 3, ExampleStore.app)
        #expect([newer.added, newer.deleted, newer.unchanged] == [1, 1, 0])
        let older = try save(3, 2, ExampleStore.app)
        #expect([older.added, older.deleted, older.unchanged] == [0, 0, 1])
        let others = try save(4, 1, ExampleStore.otherApp)
        #expect([others.added, others.deleted, others.unchanged] == [1, 0, 0])
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == [2, 4].map { exampleID($0) })
        #expect(store.writer.snapshot.deletionCount == 1)
    }

    @Test func aLargeSaveIsOneWrite() throws {
        let store = try ExampleStore()
        let steps = exampleRates(4_001...7_000, of: type("stepCount"))
        let sleep = SampleColumns(
            type: type("sleepAnalysis"),
            ids: (7_001...10_000).map { exampleID($0) },
            starts: (7_001...10_000).map { at(1_795_000_000_000_000_000 + Int64($0)) },
            payload: .category(CategoryColumns(values: (7_001...10_000).map { Int64($0 % 3) }))
        )
        let receipt = try store.save(exampleRates((1...4_000).reversed()), steps, sleep)
        #expect(receipt.added == 10_000 && receipt.anchor.sequence == 10_000)
        let rows = try store.rows(ExampleStore.heartRate, type("stepCount"), type("sleepAnalysis"))
        #expect(rows.count == 10_000 && Set(rows.map(\.id)).count == 10_000)
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.start <= $1.start })
        #expect(try store.changes().added.count == 10_000)
    }
}

extension SampleRow.Content {
    fileprivate var value: Double? {
        if case .quantity(let quantity) = self { quantity.value } else { nil }
    }
}
