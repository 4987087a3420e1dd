import HearthModel
import Testing

@testable import HearthStore

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

    /// The keys by which samples are found stay in memory: no write waits for those of the whole store, or reads them.
    @Test(arguments: [false, true]) func afterAFailureNoKeysAreReadAgain(whatWasStored: Bool) throws {
        let store = try ExampleStore(storage, options: UnreadKeysTests.options)
        try store.save(UnreadKeysTests.samples(0..<800))
        try store.save(UnreadKeysTests.workouts)
        for number in 0..<80 {
            let request = AddToWorkout(workout: UnreadKeysTests.workout, stored: [UnreadKeysTests.id(number)])
            try store.commit(.addToWorkout(request))
        }
        try store.save(UnreadKeysTests.samples(800..<1_000), as: ExampleStore.otherApp)
        try store.delete((800..<1_000).map { UnreadKeysTests.id($0) }, as: ExampleStore.otherApp)

        let deleted = (1..<4).map { UnreadKeysTests.id($0) }
        let deletion = Write(origin: ExampleStore.app, operation: .delete(.objects(deleted)))
        let queued = deletion.searched(by: store.reader, in: store.writer.snapshot)
        storage.failure = HearthError(.storageFailed, "failed")
        storage.failsAfterwards = whatWasStored
        let new = UnreadKeysTests.samples(2_000..<2_008)
        #expect(throws: HearthError.self) { try store.save(new) }

        let before = store.writer.reader.work
        #expect(try #require(store.writer.commit([queued])[0].result).get().deleted == 3)
        #expect(storage.reopenings == 1 && store.writer.reader.work - before < 64 * 16)
        let snapshot = store.writer.snapshot
        #expect(snapshot.unreadBlocks(for: ExampleStore.app) == 0 && snapshot.associatedSamples.isComplete)

        // What was stored before is found, and what the commit has stored after all.
        let again = try store.save(new)
        #expect([again.added, again.unchanged] == (whatWasStored ? [0, 8] : [8, 0]))
        #expect(try store.save(UnreadKeysTests.samples(500..<520)).unchanged == 20)
        #expect(try store.save(UnreadKeysTests.samples([500], version: 2)).deleted == 1)
        let error = #expect(throws: HearthError.self) { try store.save(UnreadKeysTests.samples([900])) }
        #expect(error?.code == .identifierConflict)
        try store.writer.verify()
    }

    /// Of a store whose keys were being read when a commit failed, the rest is still read a few blocks at a time.
    @Test func afterAFailureTheKeysThatWereUnreadAreStillRead() throws {
        let options = UnreadKeysTests.options
        let memory = MemoryStorage()
        try ExampleStore(memory, options: options).save(UnreadKeysTests.samples(0..<800))
        let storage = ObservedStorage(memory.reopened())
        let store = try ExampleStore(storage, options: options)
        for _ in 0..<4 {
            _ = try store.writer.maintain()
        }
        let unread = UnreadKeysTests.unread(in: store)
        storage.failure = HearthError(.storageFailed, "failed")
        #expect(throws: HearthError.self) { try store.commit(.setCharacteristics(CharacteristicValues(bloodType: 1))) }
        try store.commit(.setCharacteristics(CharacteristicValues(bloodType: 1)))
        #expect(storage.reopenings == 1 && UnreadKeysTests.unread(in: store) == unread && unread > 0)
        for number in stride(from: 0, to: 800, by: 50) {
            #expect(try store.save(UnreadKeysTests.samples([number])).unchanged == 1, "\(number)")
        }
        try store.finishMaintenance()
        #expect(UnreadKeysTests.unread(in: store) == 0)
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

    /// What a disk cannot read now is merged when it can. A damaged block is left alone.
    @Test(arguments: [ErrorCode.storageFailed, .storageCorrupt]) func whatCouldNotBeReadIsMergedLater(
        _ code: ErrorCode
    ) throws {
        var options = StoreOptions()
        (options.segmentSamples, options.mergeWidth) = (64, 3)
        let store = try ExampleStore(storage, options: options)
        let workout = SampleColumns(
            type: .workout,
            ids: [exampleID(100)],
            starts: [at(1_795_000_000_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        try store.save(workout)
        for number in 1...6 {
            try store.save(exampleRates([number]))
        }
        try failMaintenance(of: store, code)
        let isLater = code == .storageFailed
        #expect(store.writer.snapshot.segmentCount == (isLater ? 3 : 7))

        // Nothing but associations is due.
        for number in 1...6 {
            let request = AddToWorkout(workout: exampleID(100), stored: [exampleID(number)])
            try store.commit(.addToWorkout(request))
        }
        #expect(store.writer.snapshot.associations.count == 6)
        try failMaintenance(of: store, code)
        #expect(store.writer.snapshot.associations.count == (isLater ? 1 : 6))
        try store.writer.verify()
    }

    /// A block that can never be read keeps no other maintenance waiting.
    @Test func deletionsAreForgottenBesideWhatCannotBeRead() throws {
        var options = StoreOptions()
        (options.segmentSamples, options.mergeWidth) = (64, 3)
        (options.retentionNanoseconds, options.retainedDeletions) = (-1, 0)
        let store = try ExampleStore(storage, options: options)
        for number in 1...6 {
            try store.save(exampleRates([number]))
        }
        try store.save(exampleRates([7], of: type("stepCount")))
        try store.delete([exampleID(7)])
        #expect(store.writer.snapshot.deletionCount == 1)
        storage.readFailure = HearthError(.storageFailed, "failed")
        for _ in 0..<20 where store.writer.snapshot.deletionCount > 0 {
            _ = try? store.writer.maintain()
        }
        #expect(store.writer.snapshot.deletionCount == 0 && store.writer.snapshot.segmentCount >= 6)
        storage.readFailure = nil
        try store.finishMaintenance()
        #expect(store.writer.snapshot.segmentCount < 6)
        try store.writer.verify()
    }

    /// Does maintenance without being able to read, and the rest when that is over.
    private func failMaintenance(of store: ExampleStore, _ code: ErrorCode) throws {
        storage.readFailure = HearthError(code, "failed")
        var failures = 0
        for _ in 0..<10 {
            do throws(HearthError) {
                _ = try store.writer.maintain()
            } catch {
                #expect(error.code == code)
                failures += 1
            }
        }
        #expect(failures > 0)
        storage.readFailure = nil
        try store.finishMaintenance()
    }
}
