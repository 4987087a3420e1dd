import HearthModel
import HearthStore
import HearthWire
import Testing

/// A sample that was saved can be sent: no reply with it alone is longer than a frame.
@Suite struct SampleSizeTests {
    @Test func aCorrelationWithMembersOfMoreThanAFrameIsRefused() throws {
        let store = try ExampleStore()
        // 300 members of 60 KB each: each frame of the save is small enough, the reply is not.
        let error = #expect(throws: HearthError.self) {
            try store.save(members(1...300, bytes: 60_000), correlation(1_000, of: 1...300))
        }
        #expect(error?.code == .limitExceeded && error?.field == "columns[1].correlation.lengths[0]")
        #expect(store.writer.snapshot.sampleCount == 0)
    }

    /// Metadata that members share is sent once.
    @Test func aCorrelationWhoseMembersShareTheirMetadataIsSaved() throws {
        let store = try ExampleStore()
        var shared = members(1...300, bytes: 0)
        shared.metadata = DictionaryColumn(entries: [wide(0, 60_000)])
        try store.save(shared, correlation(1_000, of: 1...300))
        #expect(try store.batches(of: .bloodPressure).map(\.members) == [300])
    }

    @Test func theLargestCorrelationFitsIntoAFrame() throws {
        let store = try ExampleStore()
        let each = 65_000
        let count = Limits.sampleBytes / (each + 150)
        try store.save(members(1...count, bytes: each), correlation(1_000, of: 1...count))
        let batches = try store.batches(of: .bloodPressure)
        #expect(batches.map(\.members) == [count])
        #expect(batches[0].bytes > 16_000_000 && batches[0].bytes <= Int(Limits.standard.frameBytes))
    }

    /// A new version of a member takes the place of the old one, also in correlations that are stored.
    @Test func newVersionsThatMakeAStoredCorrelationTooLargeAreRefused() throws {
        let store = try ExampleStore()
        let all = 1...260
        try store.save(
            members(1...250, bytes: 64_000),
            synced(251...260, version: 1, bytes: 0),
            correlation(1_000, of: all)
        )
        let error = #expect(throws: HearthError.self) {
            try store.save(synced(251...260, as: 2_000, version: 2, bytes: 60_000))
        }
        #expect(error?.code == .limitExceeded && error?.field == "columns[0].metadata")
        #expect(store.writer.snapshot.sampleCount == 261)
        // One of them is no problem, and none that are smaller.
        try store.save(synced(251...251, as: 2_000, version: 2, bytes: 60_000))
        try store.save(synced(252...260, as: 2_000, version: 2, bytes: 0))
        #expect(try store.batches(of: .bloodPressure).map(\.members) == [260])
    }

    /// Readers prepare it: nothing is found or staged for a save that is refused.
    @Test func newVersionsThatAreRefusedAreNotMadeMembersOfWorkouts() throws {
        var options = StoreOptions()
        options.preparedBytes = 1
        let observed = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(observed, options: options)
        let all = 1...260
        try store.save(
            members(1...250, bytes: 64_000),
            synced(251...260, version: 1, bytes: 0),
            correlation(1_000, of: all)
        )
        let workout = SampleColumns(
            type: .workout,
            ids: [exampleID(3_000)],
            starts: [at(1_795_000_000_000_000_000)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        try store.save(workout)
        try store.commit(.addToWorkout(AddToWorkout(workout: exampleID(3_000), stored: all.map { exampleID($0) })))
        let before = observed.written.count
        let save = Write(
            origin: ExampleStore.app,
            operation: .save([synced(251...260, as: 2_000, version: 2, bytes: 60_000)])
        )
        let searched = SearchedWrite(save, preparesSaves: true)
        var result: Result<Receipt, HearthError>?
        for _ in 0..<100 where result == nil {
            result = store.writer.commit([searched.searched(by: store.reader, in: store.writer.snapshot)])[0].result
        }
        let error = #expect(throws: HearthError.self) { try result?.get() }
        #expect(error?.code == .limitExceeded && error?.field == "columns[0].metadata")
        #expect(observed.written[before...].allSatisfy { $0.associationBytes == 0 })
    }

    /// An older version loses against what is stored, which then is the member.
    @Test func aCorrelationWhoseStoredMembersAreTooLargeIsRefused() throws {
        let store = try ExampleStore()
        try store.save(synced(1...300, as: 2_000, version: 2, bytes: 60_000))
        let error = #expect(throws: HearthError.self) {
            try store.save(synced(1...300, version: 1, bytes: 0), correlation(1_000, of: 1...300))
        }
        #expect(error?.code == .limitExceeded && error?.field == "columns[1].correlation.lengths[0]")
    }

    /// A save finds out nothing about correlations that once had its UUIDs, so that the reader keeps to the frame.
    @Test func aCorrelationWithMembersThatWereSavedAgainIsSentWithThoseThatFit() throws {
        let store = try ExampleStore()
        try store.save(
            members(1...250, bytes: 64_000),
            members(251...280, bytes: 0),
            correlation(1_000, of: 1...280)
        )
        try store.delete((251...280).map { exampleID($0) })
        try store.save(members(251...280, bytes: 64_000))
        let batches = try store.batches(of: .bloodPressure)
        #expect(batches.count == 1 && batches[0].members < 280 && batches[0].members >= 250)
        #expect(batches[0].bytes <= Int(Limits.standard.frameBytes))
        #expect(try store.batches(of: .bloodPressureSystolic).reduce(0) { $0 + $1.samples } == 280)
    }

    /// Many segments of deletions, each with one long sync identifier: what its rows share counts as well.
    @Test func deletionsWithLongSyncIdentifiersFillNoMoreThanABatch() throws {
        let store = try ExampleStore()
        let text = String(repeating: "s", count: 4_000)
        var anchor: EncodedAnchor = []
        for version in 1...120 {
            var rates = exampleRates([version])
            rates.metadata = exampleSync(text, version: Int64(version))
            try store.save(rates)
            if version == 1 {
                anchor = try store.changes().anchor
            }
        }
        let request = QueryChanges(clauses: [], anchor: anchor)
        let cursor = try store.reader.changes(request, in: store.writer.snapshot)
        var deleted = 0
        while let batch = try cursor.next() {
            deleted += batch.deleted?.ids.count ?? 0
            let bytes = try FrameEncoder().pack(.changes(batch)).bytes.count
            #expect(bytes <= StoreOptions.standard.batchBytes + 8_192)
        }
        #expect(deleted == 119)
    }

    @Test func aWorkoutWithDetailsOfMoreThanAFrameIsRefused() throws {
        let error = #expect(throws: HearthError.self) { try workout(events: 270_000).validateForSaving() }
        #expect(error?.code == .limitExceeded && error?.field == "workout.details[0]")
    }

    @Test func theLargestWorkoutFitsIntoAFrame() throws {
        let perEvent = (workout(events: 2).eventBytes - workout(events: 1).eventBytes)
        let largest = workout(events: (Limits.sampleBytes - 64) / perEvent)
        try largest.validateForSaving()
        #expect(throws: HearthError.self) { try workout(events: Limits.sampleBytes / perEvent + 1).validateForSaving() }
        let packed = try FrameEncoder().pack(.samples(SampleBatch(columns: [largest], members: [], interleaving: [])))
        #expect(packed.bytes.count <= Int(Limits.standard.frameBytes))
    }

    /// A value can be stored that no number can say in another unit.
    @Test func aValueThatIsTooLargeInTheUnitAskedForIsRefused() throws {
        let store = try ExampleStore()
        try store.save(exampleRates([1]) { _ in 1.797e308 })
        let clauses = [Clause(type: ExampleStore.heartRate, unit: unit("count/d"))]
        let error = #expect(throws: HearthError.self) {
            try store.reader.query(QuerySamples(clauses: clauses), in: store.writer.snapshot).next()
        }
        #expect(error?.code == .valueOutOfRange && error?.field == "clauses[0].unit")
        let changes = #expect(throws: HearthError.self) {
            try store.reader.changes(QueryChanges(clauses: clauses), in: store.writer.snapshot).next()
        }
        #expect(changes?.code == .valueOutOfRange && changes?.field == "clauses[0].unit")
        #expect(try store.rows(ExampleStore.heartRate).count == 1)
    }
}

// MARK: - Samples

/// Metadata with about so many bytes, of which each number has its own.
private func wide(_ number: Int, _ bytes: Int) -> Metadata {
    let text = String(repeating: "x", count: bytes) + String(number)
    return metadata([Metadata.Entry(key: "k", value: .string(text))])
}

private func members(_ numbers: ClosedRange<Int>, bytes: Int) -> SampleColumns {
    var columns = exampleRates(numbers, of: .bloodPressureSystolic)
    if bytes > 0 {
        columns.metadata = DictionaryColumn(
            entries: numbers.map { wide($0, bytes) },
            indexes: numbers.indices.map { UInt32(numbers.distance(from: numbers.startIndex, to: $0)) }
        )
    }
    return columns
}

/// Members with a sync identifier each, under UUIDs that begin after `first`.
private func synced(_ numbers: ClosedRange<Int>, as first: Int = 0, version: Int64, bytes: Int) -> SampleColumns {
    var columns = exampleRates(numbers.map { first + $0 }, of: .bloodPressureSystolic)
    columns.metadata = DictionaryColumn(
        entries: numbers.map { number in
            metadata(exampleSync("s\(number)", version: version).entries[0].entries + wide(number, bytes).entries)
        },
        indexes: numbers.map { UInt32($0 - numbers.lowerBound) }
    )
    return columns
}

private func correlation(_ number: Int, of members: ClosedRange<Int>) -> SampleColumns {
    SampleColumns(
        type: .bloodPressure,
        ids: [exampleID(number)],
        starts: [at(1_795_000_000_000_000_000)],
        payload: .correlation(
            CorrelationColumns(lengths: [UInt32(members.count)], members: members.map { exampleID($0) })
        )
    )
}

/// A workout of which replies carry more than a save: the key of each event has a longer name now.
private func workout(events: Int) -> SampleColumns {
    let start = at(1_795_000_000_000_000_000)
    let entry = Metadata.Entry(key: "HKMetadataKeyQuantityClampedToLowerBound", value: .boolean(true))
    let event = WorkoutEvent(type: .marker, start: start, end: start, metadata: metadata([entry]))
    return SampleColumns(
        type: .workout,
        ids: [exampleID(1)],
        starts: [start],
        payload: .workout(
            WorkoutColumns(
                activityTypes: [WorkoutActivityType(rawValue: 37)],
                details: [WorkoutDetail(events: Array(repeating: event, count: events))]
            )
        )
    )
}

extension SampleColumns {
    fileprivate var eventBytes: Int {
        guard case .workout(let columns) = payload else { return 0 }
        return columns.details[0].messageBytes
    }
}

extension ExampleStore {
    /// The batches of a query: samples, members, and the length of the frame.
    fileprivate func batches(
        of type: ObjectType
    ) throws(HearthError) -> [(samples: Int, members: Int, bytes: Int)] {
        let cursor = try reader.query(QuerySamples(clauses: [Clause(type: type)]), in: writer.snapshot)
        var batches: [(samples: Int, members: Int, bytes: Int)] = []
        while let batch = try cursor.next() {
            let samples = batch.columns.reduce(0) { $0 + $1.count }
            let members = batch.members.reduce(0) { $0 + $1.count }
            batches.append((samples, members, try FrameEncoder().pack(.samples(batch)).bytes.count))
        }
        return batches
    }
}
