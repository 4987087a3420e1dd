import HearthModel
import HearthStore
import Testing

/// What a disk that fails leaves.
@Suite struct StorageFailureTests {
    private let storage = ObservedStorage(MemoryStorage())

    /// Nothing of the group is stored, everything else is as it was, and when there is room the same writes succeed.
    @Test func aFullDiskLosesOnlyWhatItRefuses() throws {
        let store = try ExampleStore(storage)
        let before = try store.save(exampleRates(1...3)).anchor
        let writes = [4, 5].map { Write(origin: ExampleStore.app, operation: .save([exampleRates([$0])])) }
        storage.failure = HearthError(.storageFull, "full")
        for result in store.writer.commit(writes) {
            let error = #expect(throws: HearthError.self) { try result.get() }
            #expect(error?.code == .storageFull)
        }
        #expect(store.writer.snapshot.anchor == before)
        #expect(try store.rows(ExampleStore.heartRate).count == 3)

        let receipts = try store.writer.commit(writes).map { result throws(HearthError) in try result.get() }
        #expect(receipts.map(\.added) == [1, 1])
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == (1...5).map { exampleID($0) })
        #expect(storage.reopenings == 0)
        try store.writer.verify()
    }

    /// Nobody knows what the disk holds: the store looks before it goes on.
    @Test(arguments: [false, true]) func afterAFailureTheStoreLooks(whatWasStored: Bool) throws {
        let store = try ExampleStore(storage)
        try store.save(exampleRates(1...3))
        storage.failure = HearthError(.storageFailed, "failed")
        storage.failsAfterwards = whatWasStored
        let error = #expect(throws: HearthError.self) { try store.save(exampleRates([4])) }
        #expect(error?.code == .storageFailed && store.writer.snapshot.sampleCount == 3)

        let again = try store.save(exampleRates([4]))
        #expect([again.added, again.unchanged] == (whatWasStored ? [0, 1] : [1, 0]))
        #expect(storage.reopenings == 1)
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == (1...4).map { exampleID($0) })
        try store.writer.verify()
    }

    /// The next write waits for the database, and does not wait behind maintenance that waits as well.
    @Test func maintenanceDoesNotWaitForADatabase() throws {
        let store = try ExampleStore(storage)
        storage.waitsForOthers = true
        (storage.failure, storage.fault) = (HearthError(.storageFailed, "away"), HearthError(.storageFailed, "away"))
        #expect(throws: HearthError.self) { try store.save(exampleRates([1])) }
        #expect(throws: HearthError.self) { try store.writer.maintain() }
        #expect(storage.reopenings == 0)
        storage.fault = nil
        _ = try store.writer.maintain()
        #expect(storage.reopenings == 1)
        try store.save(exampleRates([1]))
    }

    /// Maintenance that fails is done later.
    @Test(arguments: [ErrorCode.storageFull, .storageFailed]) func maintenanceMayFail(_ code: ErrorCode) throws {
        var options = StoreOptions()
        (options.segmentSamples, options.mergeWidth) = (8, 3)
        let store = try ExampleStore(storage, options: options)
        for number in 1...20 {
            try store.save(exampleRates([number]))
        }
        storage.failure = HearthError(code, "failed")
        let error = #expect(throws: HearthError.self) { try store.finishMaintenance() }
        #expect(error?.code == code && store.writer.snapshot.segmentCount == 20)
        try store.save(exampleRates([21]))
        try store.finishMaintenance()
        #expect(store.writer.snapshot.segmentCount < 10)
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == (1...21).map { exampleID($0) })
        try store.writer.verify()
    }
}
