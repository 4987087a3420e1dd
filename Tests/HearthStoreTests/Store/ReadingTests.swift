import HearthModel
import HearthStore
import HearthWire
import Testing

/// What a reader may rely on while others write.
@Suite struct StoreReadingTests {
    /// So small that a few samples go through everything that happens to many.
    private static var small: StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 8
        options.mergeWidth = 3
        options.batchSamples = 10
        options.retentionNanoseconds = -1
        options.retainedDeletions = 5
        return options
    }

    /// Whoever could not be told before hears of it later: of what changed nothing may be left but that.
    /// Also when the disk does what it is told, and says in one of the steps that it has failed.
    @Test(arguments: 0..<4) func aForgottenDeletionWasAChangeAllTheSame(doubtfulStep: Int) throws {
        var options = Self.small
        options.retainedDeletions = 0
        let storage = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(storage, options: options)
        try store.save(exampleRates(1...10))
        let before = store.writer.snapshot.head
        try store.delete((1...10).map { exampleID($0) })
        let last = store.writer.snapshot.head
        for _ in 0..<doubtfulStep {
            _ = try store.writer.maintain()
        }
        storage.failure = HearthError(.storageFailed, "failed")
        storage.failsAfterwards = true
        _ = try? store.writer.maintain()
        storage.failure = nil
        try store.finishMaintenance()

        let snapshot = store.writer.snapshot
        #expect(snapshot.oldest == last)
        #expect(snapshot.changedTypes(after: before) == [ExampleStore.heartRate])
        #expect(snapshot.changedTypes(after: last) == [])
        #expect(snapshot.lastChange(of: ExampleStore.heartRate) == last)
    }

    @Test func aSnapshotStaysWhatItIs() throws {
        let store = try ExampleStore(options: Self.small)
        for number in 1...60 {
            try store.save(exampleRates([number]))
        }
        let snapshot = store.writer.snapshot
        let rows = try store.rows(ExampleStore.heartRate, in: snapshot)
        let changes = try store.changes(in: snapshot)
        #expect(rows.count == 60 && changes.added.count == 60)

        for number in stride(from: 1, through: 60, by: 2) {
            try store.delete([exampleID(number)])
            try store.finishMaintenance()
        }
        try store.save(exampleRates(100...120))
        try store.finishMaintenance()
        #expect(try store.rows(ExampleStore.heartRate, in: snapshot) == rows)
        #expect(try store.changes(in: snapshot) == changes)
        #expect(try store.rows(ExampleStore.heartRate).count == 30 + 21)
        try store.writer.verify()
    }

    /// A deletion is reported to those who knew the sample, and to nobody else.
    @Test func changesAreThoseSinceTheAnchor() throws {
        let store = try ExampleStore()
        let first = try store.save(exampleRates(1...3)).anchor
        let second = try store.delete([exampleID(2)]).anchor
        try store.save(exampleRates([4]))

        let sinceFirst = try store.changes(after: first.unsealed)
        #expect(sinceFirst.added.map(\.id) == [exampleID(4)] && sinceFirst.deleted == [exampleID(2)])
        let sinceSecond = try store.changes(after: second.unsealed)
        #expect(sinceSecond.added.map(\.id) == [exampleID(4)] && sinceSecond.deleted.isEmpty)
        let all = try store.changes()
        #expect(Set(all.added.map(\.id)) == Set([1, 3, 4].map { exampleID($0) }) && all.deleted.isEmpty)
        #expect(all.caughtUp && all.anchor == store.writer.snapshot.sealedAnchor)
        let none = try store.changes(after: all.anchor)
        #expect(none.added.isEmpty && none.deleted.isEmpty && none.caughtUp)
    }

    /// Whoever pages through everything comes to the end, also when the deletions of before were forgotten meanwhile.
    @Test func pagingFromTheBeginningOutlivesTrimming() throws {
        let store = try ExampleStore(options: Self.small)
        for number in 1...40 {
            try store.save(exampleRates([number]))
        }
        for number in 1...20 {
            try store.delete([exampleID(number)])
        }
        try store.finishMaintenance()
        #expect(store.writer.snapshot.oldest > 0)

        var page = try store.changes(limit: 7)
        var (added, deleted) = (page.added, page.deleted)
        #expect(added.count == 7 && page.reachedLimit && !page.caughtUp)
        while page.reachedLimit {
            page = try store.changes(after: page.anchor, limit: 7)
            added += page.added
            deleted += page.deleted
        }
        #expect(page.caughtUp && page.anchor == store.writer.snapshot.sealedAnchor)
        #expect(added.map(\.id).sorted() == (21...40).map { exampleID($0) } && deleted.isEmpty)
    }

    /// Who reads all of it has the first of it soon.
    @Test(arguments: [(0, [2, 6, 8, 4]), (5, [2, 3])] as [(UInt64, [Int])]) func theFirstBatchIsSmall(
        _ limit: UInt64,
        _ expected: [Int]
    ) throws {
        let store = try ExampleStore(options: Self.small)
        try store.save(exampleRates(1...20))
        let request = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)], limit: limit)
        let cursor = try store.reader.query(request, in: store.writer.snapshot)
        var ids: [[ObjectID]] = []
        while let batch = try cursor.next() {
            ids.append(batch.columns.flatMap(\.ids))
        }
        #expect(ids.map(\.count) == expected)
        #expect(ids.joined().elementsEqual((1...expected.reduce(0, +)).map { exampleID($0) }))
    }

    @Test func anchorsThatSayNothingAreRefused() throws {
        let store = try ExampleStore(options: Self.small)
        let early = try store.save(exampleRates(1...30)).anchor
        for number in 1...20 {
            try store.delete([exampleID(number)])
        }
        try store.finishMaintenance()
        let newest = store.writer.snapshot.anchor
        var damaged = newest.bytes
        damaged[9] ^= 1
        let refusals: [(EncodedAnchor, ErrorCode)] = [
            (early.unsealed, .anchorExpired),
            (Anchor(storeID: exampleID(1), sequence: newest.sequence).unsealed, .anchorOfOtherStore),
            (Anchor(storeID: newest.storeID, sequence: newest.sequence + 1).unsealed, .anchorInFuture),
            (Anchor(storeID: newest.storeID, sequence: newest.sequence, deletions: .max).unsealed, .anchorInFuture),
            (EncodedAnchor(damaged), .anchorCorrupt),
            ([7], .anchorCorrupt),
        ]
        for (anchor, code) in refusals {
            let error = #expect(throws: HearthError.self) { try store.changes(after: anchor) }
            #expect(error?.code == code && error?.field == "anchor")
        }
        #expect(try store.changes(after: newest.unsealed).caughtUp)
    }
}
