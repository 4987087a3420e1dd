import HearthModel
import HearthWire
import Testing

@testable import HearthStore

/// A store that is never left alone: one commit follows another, and what they leave for later is never all done.
@Suite struct UnrestTests {
    /// Replaced blocks that are still to be deleted.
    private func backlog(_ storage: any Storage) throws -> Int {
        try storage.load().retiredBlocks.count
    }

    /// A sample comes, and the one before it goes: each commit replaces blocks.
    private func commit(_ numbers: ClosedRange<Int>, to store: ExampleStore) throws {
        for number in numbers {
            try store.save(exampleRates([number]))
            try store.delete([exampleID(number - 1)])
        }
    }

    @Test func replacedBlocksAreDeletedByTheNextCommits() throws {
        let storage = MemoryStorage()
        let store = try ExampleStore(storage)
        try store.save(exampleRates([0]))
        try commit(1...200, to: store)
        #expect(try backlog(storage) <= 4)
    }

    @Test func whatALongReadingKeepsIsDeletedAfterIt() throws {
        let storage = MemoryStorage()
        let store = try ExampleStore(storage)
        try store.save(exampleRates([0]))
        var reading: [Snapshot] = []
        for number in 1...100 {
            try commit(number...number, to: store)
            reading.append(store.writer.snapshot)
        }
        let kept = try backlog(storage)
        #expect(kept > 50)
        reading = []
        try commit(101...300, to: store)
        #expect(try backlog(storage) <= 4, "\(kept) were kept")
    }

    @Test func blocksAreDeletedAgainAfterADiskThatRefused() throws {
        let memory = MemoryStorage()
        let storage = ObservedStorage(memory)
        let store = try ExampleStore(storage)
        try store.save(exampleRates([0]))
        for number in 1...100 {
            if number.isMultiple(of: 3) {
                storage.failure = HearthError(.storageFull, "full")
                #expect(throws: HearthError.self) { try store.delete([exampleID(number - 1)]) }
            }
            try commit(number...number, to: store)
        }
        #expect(try backlog(memory) <= 8)
        #expect(try store.rows(ExampleStore.heartRate).count == 1)
    }

    @Test func writesComeBetweenOverdueMerges() throws {
        var options = StoreOptions()
        options.mergeWidth = 4
        let storage = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(storage, options: options)
        for number in 0..<40 {
            try store.save(exampleRates([number]))
        }
        let before = storage.commits
        try store.writer.catchUp { true }
        #expect(storage.commits == before + 1)
        try store.writer.catchUp()
        #expect(storage.commits > before + 2)
    }

    /// Each commit makes a segment of samples or of deletions, and nothing is ever done but what cannot wait.
    @Test func segmentsAreMergedAfterCommits() throws {
        var options = StoreOptions()
        options.mergeWidth = 4
        let storage = MemoryStorage()
        let store = try ExampleStore(storage, options: options)
        try store.save(exampleRates(0...9_999))
        for number in 0..<400 {
            try store.save(exampleRates([10_000 + number]))
            try store.writer.catchUp()
            try store.delete([exampleID(number)])
            try store.writer.catchUp()
        }
        let stored = storage.load()
        for kind in SegmentSummary.Kind.allCases {
            let segments = stored.segments.filter { $0.kind == kind && !stored.retiredBlocks.contains($0.id) }
            #expect(segments.count <= 24, "\(kind)")
        }
        #expect(try store.rows(ExampleStore.heartRate).count == 10_000)
        #expect(store.writer.snapshot.deletionCount == 400)
    }

    /// A workout with a sample under a sync identifier comes, and the one before it goes.
    @Test func indexesForgetWhatIsGone() throws {
        var options = StoreOptions()
        options.staleKeys = 16
        let store = try ExampleStore(options: options)
        for number in 1...300 {
            // UUIDs that say nothing of their age.
            let (workout, sample) = (
                ObjectID(high: UInt64(number) << 32, low: 1), ObjectID(high: UInt64(number) << 32, low: 2)
            )
            var columns = SampleColumns(
                type: .workout,
                ids: [workout],
                starts: [at(1_795_000_000_000_000_000)],
                payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
            )
            columns.metadata = exampleSync("run \(number)", version: 1)
            var rates = exampleRates([number])
            rates.ids = [sample]
            try store.save(columns)
            try store.commit(.addToWorkout(AddToWorkout(workout: workout, columns: [rates])))
            if number > 1 {
                let before = UInt64(number - 1) << 32
                try store.delete([ObjectID(high: before, low: 1), ObjectID(high: before, low: 2)])
            }
            try store.finishMaintenance()
            let snapshot = store.writer.snapshot
            #expect(snapshot.identifiers.keyCount <= 4 + 16)
            #expect(snapshot.syncKeys.keyCount <= 2 + 16)
            #expect(snapshot.associatedSamples.keyCount <= 2 + 16)
        }
        #expect(store.writer.snapshot.sampleCount == 2 && store.writer.snapshot.associations.count == 1)
    }

    /// A merge needs room that there may be for commits alone.
    @Test func commitsGoOnBesideMergesThatCannotBeDone() throws {
        var options = StoreOptions()
        options.mergeWidth = 4
        let storage = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(storage, options: options)
        storage.isTooFullToReplace = true
        var failures = 0
        for number in 1...200 {
            try store.save(exampleRates([number]))
            do throws(HearthError) {
                try store.writer.catchUp()
            } catch {
                #expect(error.code == .storageFull)
                failures += 1
            }
        }
        // Once for as many segments as make it due.
        #expect(failures == 200 / 16)
        storage.isTooFullToReplace = false
        try store.finishMaintenance()
        #expect(store.writer.snapshot.segmentCount < 16)
        #expect(try store.rows(ExampleStore.heartRate).count == 200)
    }

    @Test func segmentsAreMergedThoughThereIsAlwaysSomethingToTidy() throws {
        var options = StoreOptions()
        options.mergeWidth = 4
        let storage = ObservedStorage(MemoryStorage())
        storage.isNeverIdle = true
        let store = try ExampleStore(storage, options: options)
        for number in 1...64 {
            try store.save(exampleRates([number]))
            _ = try store.writer.maintain()
        }
        #expect(store.writer.snapshot.segmentCount < 16)
        #expect(try store.rows(ExampleStore.heartRate).count == 64)
    }
}
