import HearthModel
import Testing

@testable import HearthStore

/// The provenances of a store take a bounded part of memory: a save that brings more is refused as a whole, and everything
/// else goes on.
@Suite struct ProvenanceLimitTests {
    private var options = StoreOptions()
    /// A provenance of the example's apps counts with these bytes and the name of the device.
    private static let bytes = 512 + "org.example.runExample1.0".utf8.count

    init() {
        options.provenanceBytesOfSource = 20 * 600
        options.provenanceBytesTotal = 50 * 600
        options.provenanceBytesReserve = 20 * 600
        options.provenanceBytesOfSmallSource = 3 * 600
    }

    /// A sample of each device.
    private static func rates(_ numbers: Range<Int>, _ devices: [Provenance]) -> SampleColumns {
        var columns = exampleRates(numbers)
        columns.provenance = DictionaryColumn(
            entries: devices,
            indexes: numbers.map { UInt32($0 % devices.count) }
        )
        return columns
    }

    private static func devices(_ numbers: Range<Int>) -> [Provenance] {
        numbers.map { Provenance(device: Device(name: "device \(1_000 + $0)")) }
    }

    private func refusal(_ body: () throws -> Receipt) -> HearthError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? HearthError
        }
    }

    @Test func aSourceHasSoManyProvenances() throws {
        var options = options
        options.provenanceBytesTotal *= 2
        let store = try ExampleStore(options: options)
        let room = options.provenanceBytesOfSource / (Self.bytes + "device 1000".utf8.count)
        try store.save(Self.rates(0..<room, Self.devices(0..<room)))
        let before = store.writer.snapshot
        let error = try #require(refusal { try store.save(Self.rates(100..<103, Self.devices(room - 2..<room + 1))) })
        #expect(error.code == .limitExceeded && error.field == "columns[0].provenances[2]")
        #expect(store.writer.snapshot.head == before.head)
        #expect(store.writer.snapshot.provenanceCount == before.provenanceCount)
        // Those that are known can be saved, and an entry that no sample has needs no room.
        var known = Self.rates(100..<103, Self.devices(0..<3))
        known.provenance.entries.append(contentsOf: Self.devices(2_000..<2_040))
        try store.save(known)
        #expect(store.writer.snapshot.provenanceCount == before.provenanceCount)
        // Nor do the same devices in many columns.
        try store.save(exampleRates([200]), as: ExampleStore.otherApp)
        let columns = ["heartRate", "stepCount", "bodyMass"].enumerated().map { index, name in
            var columns = Self.rates(300 + 20 * index..<300 + 20 * index + 15, Self.devices(0..<15))
            columns.type = type(name)
            return columns
        }
        try store.commit(.save(columns), as: ExampleStore.origin("org.example.three"))
    }

    /// One save of a group is refused, and the others of the group are not.
    @Test func theOtherSavesOfAGroupAreDone() throws {
        let store = try ExampleStore(options: options)
        let writes = [
            Write(origin: ExampleStore.app, operation: .save([exampleRates(0..<2)])),
            Write(origin: ExampleStore.app, operation: .save([Self.rates(10..<50, Self.devices(0..<40))])),
            Write(origin: ExampleStore.app, operation: .save([Self.rates(60..<62, Self.devices(0..<2))])),
        ]
        let outcomes = store.writer.commit(writes)
        #expect(try outcomes[0].get().added == 2 && outcomes[2].get().added == 2)
        #expect(throws: HearthError.self) { try outcomes[1].get() }
        #expect(store.writer.snapshot.provenanceCount == 3)
        try store.writer.verify()
    }

    /// What many sources have together is bounded, too, and sources with a few have a part of their own.
    @Test func aReserveIsForSourcesWithFew() throws {
        let store = try ExampleStore(options: options)
        var number = 0
        func save(_ app: String, _ devices: Int) -> HearthError? {
            number += 100
            return refusal {
                try store.save(
                    Self.rates(number..<number + devices, Self.devices(0..<devices)),
                    as: ExampleStore.origin("org.example.\(app)")
                )
            }
        }
        #expect(save("one", 15) == nil && save("two", 15) == nil)
        #expect(save("tri", 15)?.code == .limitExceeded)
        let few = (10..<40).map { save("app\($0)", 2) }
        #expect(few.prefix(8).allSatisfy { $0 == nil } && few.last??.code == .limitExceeded)
        // An app that has nothing learns it without naming a provenance.
        let error = refusal {
            try store.save(exampleRates([90_000]), as: ExampleStore.origin("org.example.last"))
        }
        #expect(error?.field == "columns[0].provenances")
    }

    /// Readers refuse a large save before the writer numbers anything.
    @Test func aLargeSaveIsRefusedBeforeItsCommit() throws {
        let store = try ExampleStore(options: options)
        let write = Write(
            origin: ExampleStore.app,
            operation: .save([exampleRates(0..<4), Self.rates(10..<50, Self.devices(0..<40))])
        )
        let prepared = write.searched(by: store.reader, in: store.writer.snapshot, preparesSaves: true)
        let error = try #require(refusal { try store.writer.commit([prepared])[0].get() })
        #expect(error.code == .limitExceeded && error.field.hasPrefix("columns[1].provenances["))
        #expect(store.writer.snapshot.provenanceCount == 0)
    }

    /// A large save with many provenances gets their numbers in several commits.
    @Test func manyProvenancesAreNumberedInPieces() throws {
        let store = try ExampleStore()
        let count = 5_000
        let save = Write(
            origin: ExampleStore.app,
            operation: .save([Self.rates(0..<count, Self.devices(0..<count))])
        )
        let searched = SearchedWrite(save, preparesSaves: true)
        var counts: [Int] = []
        var receipt: Receipt?
        while receipt == nil {
            let prepared = searched.searched(by: store.reader, in: store.writer.snapshot)
            receipt = try store.writer.commit([prepared])[0].result?.get()
            counts.append(store.writer.snapshot.provenanceCount)
        }
        #expect(receipt?.added == count && counts.prefix(3) == [2_048, 4_096, 5_000])
        let names = try store.rows(ExampleStore.heartRate).map { $0.provenance.device?.name }
        #expect(names == Self.devices(0..<count).map { $0.device?.name })
        try store.writer.verify()
    }

    /// A store that has more than it may opens and is served; only further ones are refused.
    @Test func aStoreWithMoreIsServed() throws {
        let storage = MemoryStorage()
        try ExampleStore(storage).save(Self.rates(0..<80, Self.devices(0..<80)))
        let store = try ExampleStore(storage.reopened(), options: options)
        #expect(try store.rows(ExampleStore.heartRate).count == 80)
        try store.save(Self.rates(100..<180, Self.devices(0..<80)))
        let error = refusal { try store.save(Self.rates(200..<201, Self.devices(80..<81))) }
        #expect(error?.code == .limitExceeded)
        #expect(throws: HearthError.self) {
            try store.save(exampleRates([300]), as: ExampleStore.origin("org.example.new"))
        }
    }

    /// Provenances without samples count no more after the next start. Deletions still know whose samples they are of.
    @Test func provenancesWithoutSamplesMakeRoom() throws {
        let storage = MemoryStorage()
        let first = try ExampleStore(storage, options: options)
        try first.save(Self.rates(0..<15, Self.devices(0..<15)))
        try first.delete((0..<14).map(exampleID))
        let store = try ExampleStore(storage.reopened(), options: options)
        try store.writer.verify()
        try store.save(Self.rates(100..<115, Self.devices(0..<15)))
        #expect(try store.rows(ExampleStore.heartRate).map { $0.provenance.device?.name }.contains("device 1003"))
        let (snapshot, reader) = (store.writer.snapshot, store.writer.reader)
        let deletions = snapshot.deletions.values.flatMap(\.elements)
        let owners = try deletions.flatMap { try reader.deletions(of: $0).owners }
        #expect(owners.count == 14)
        #expect(owners.allSatisfy { snapshot.provenances[$0].owningApp == ExampleStore.app.app })
    }
}
