import HearthModel
import Testing

@testable import HearthStore

/// A deletion from many segments with long texts does little work in each commit, and is done as a whole.
@Suite struct PreparedDeletionTests {
    private static let count = 400
    private let storage = MemoryStorage()
    private let store: ExampleStore

    /// 400 samples with texts of 60 KB, 17 in a segment.
    init() throws {
        var options = StoreOptions()
        // Blocks of a text that repeats itself are small.
        options.preparedBytes = 16 << 10
        store = try ExampleStore(storage, options: options)
        try store.save(Self.wide(0..<Self.count))
        try store.finishMaintenance()
    }

    private static func wide(_ numbers: Range<Int>) throws -> SampleColumns {
        var samples = exampleRates(numbers)
        let entries = try numbers.map { number in
            let text = String(repeating: "\(number)", count: 60_000 / "\(number)".count)
            return try Metadata([
                Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string("\(number)")),
                Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(1)),
                Metadata.Entry(key: "k", value: .string(text)),
            ])
        }
        samples.metadata = DictionaryColumn(entries: entries, indexes: numbers.map { UInt32($0) })
        return samples
    }

    private var evenIDs: [ObjectID] { stride(from: 0, to: Self.count, by: 2).map { exampleID($0) } }

    private var deletionOfIDs: Write { Write(origin: ExampleStore.app, operation: .delete(.objects(evenIDs))) }

    private var deletionByPredicate: Write {
        let clause = Clause(type: ExampleStore.heartRate, predicate: Predicate(terms: [.ids(evenIDs)]))
        return Write(origin: ExampleStore.app, operation: .delete(.matching(clause)))
    }

    /// Commits a deletion until it is done, and other writes between. Returns how often it was left out.
    private func complete(_ deletion: Write, between: (Int) throws -> Void = { _ in }) throws -> Int {
        let searched = SearchedWrite(deletion)
        for round in 0..<100 {
            let write = searched.searched(by: store.reader, in: store.writer.snapshot)
            let before = store.writer.reader.work
            let result = store.writer.commit([write])[0].result
            // What a commit does is a small part of the 24 MB that are rewritten.
            #expect(store.writer.reader.work - before < 20_000)
            if let result {
                #expect(try result.get().deleted == Self.count / 2)
                return round
            }
            // Nothing is deleted before all of it is.
            #expect(store.writer.snapshot.sampleCount > Self.count * 9 / 10)
            try between(round)
        }
        Issue.record("the deletion is never done")
        return 0
    }

    private func checkResult() throws {
        try store.writer.verify()
        let odd = stride(from: 1, to: Self.count, by: 2).map { exampleID($0) }
        #expect(try store.rows(ExampleStore.heartRate).map(\.id) == odd)
        let changes = try store.reader.changes(
            QueryChanges(clauses: [Clause(type: ExampleStore.heartRate)], anchor: anchorBefore),
            in: store.writer.snapshot
        )
        var deleted: [Deletions] = []
        while let batch = try changes.next() {
            deleted += batch.deleted.map { [$0] } ?? []
        }
        // Those of one write are in any order.
        let ids = deleted.flatMap(\.ids)
        let order = ids.indices.sorted { ObjectID.isLess(ids[$0], ids[$1]) }
        #expect(order.map { ids[$0] } == evenIDs)
        // The sync identifiers of deleted samples are kept, and nothing else of their metadata.
        let kept = deleted.flatMap { deletions in deletions.ids.indices.map { deletions.metadata[$0] ?? .none } }
        let identifiers = order.map { kept[$0][MetadataKey.syncIdentifier.rawValue] }
        #expect(identifiers == stride(from: 0, to: Self.count, by: 2).map { .string("\($0)") })
        #expect(kept.allSatisfy { $0["k"] == nil })
    }

    private var anchorBefore: EncodedAnchor {
        Anchor(storeID: store.writer.snapshot.storeID, sequence: UInt64(Self.count)).unsealed
    }

    @Test func aDeletionByUUIDsIsPreparedInPieces() throws {
        #expect(try complete(deletionOfIDs) > 1)
        try checkResult()
    }

    @Test func aDeletionByPredicateIsPreparedInPieces() throws {
        #expect(try complete(deletionByPredicate) > 1)
        try checkResult()
    }

    @Test func othersSaveBetweenThePieces() throws {
        let left = try complete(deletionOfIDs) { round in
            try store.save(exampleRates([1_000 + round]))
        }
        #expect(left > 1)
        #expect(store.writer.snapshot.sampleCount == Self.count / 2 + left)
        try store.finishMaintenance()
        try store.writer.verify()
    }

    /// A sample of a segment that is prepared already is deleted by another write.
    @Test func aSegmentThatChangesIsPreparedAgain() throws {
        var gone: [ObjectID] = []
        let left = try complete(deletionOfIDs) { round in
            guard round == 0 else { return }
            gone = [exampleID(1), exampleID(Self.count - 1)]
            try store.delete(gone)
        }
        #expect(left > 1)
        try store.writer.verify()
        #expect(store.writer.snapshot.sampleCount == Self.count / 2 - gone.count)
    }

    /// What was staged for a deletion that is given up is deleted, at once or by the next start.
    @Test func nothingIsLeftOfADeletionThatIsGivenUp() throws {
        var searched: SearchedWrite? = SearchedWrite(deletionOfIDs)
        for _ in 0..<2 {
            let write = try #require(searched).searched(by: store.reader, in: store.writer.snapshot)
            #expect(store.writer.commit([write])[0].result == nil)
        }
        #expect(!storage.load().retiredBlocks.isEmpty)
        let copy = storage.reopened()
        let restarted = try ExampleStore(copy)
        try restarted.writer.verify()
        searched = nil
        for store in [store, restarted] {
            try store.finishMaintenance()
            #expect(store.writer.snapshot.sampleCount == Self.count)
            try store.writer.verify()
        }
        #expect(storage.load().retiredBlocks.isEmpty && copy.load().retiredBlocks.isEmpty)
    }

    @Test func anUnknownUUIDAmongManyIsNamed() throws {
        var ids = evenIDs
        ids[150] = exampleID(100_000)
        let write = Write(origin: ExampleStore.app, operation: .delete(.objects(ids)))
        let searched = write.searched(by: store.reader, in: store.writer.snapshot)
        let error = #expect(throws: HearthError.self) { try store.writer.commit([searched])[0].get() }
        #expect(error?.code == .objectNotFound && error?.field == "objects.uuids[150]")
        #expect(store.writer.snapshot.sampleCount == Self.count)
    }

    @Test func anotherAppsSamplesAreRefused() throws {
        let write = Write(origin: ExampleStore.otherApp, operation: .delete(.objects(evenIDs)))
        let searched = write.searched(by: store.reader, in: store.writer.snapshot)
        let error = #expect(throws: HearthError.self) { try store.writer.commit([searched])[0].get() }
        #expect(error?.code == .notOwner && error?.field == "objects.uuids[0]")
    }

    /// Each segment is read a few times, however the samples are mixed in the request.
    @Test func mixedSamplesAreDeletedSegmentBySegment() throws {
        let store = try ExampleStore()
        try store.save(exampleRates(0..<20_000))
        let anchor = store.writer.snapshot.sealedAnchor
        // From one segment to the next, and each twice.
        var ids = (0..<2_000).flatMap { row in (0..<5).map { exampleID($0 * 4_000 + row) } }
        let deleted = ids
        ids += ids.prefix(100)
        let before = store.writer.reader.work
        let deletion = Write(origin: ExampleStore.app, operation: .delete(.objects(ids)))
        let searched = deletion.searched(by: store.reader, in: store.writer.snapshot)
        #expect(try store.writer.commit([searched])[0].get().deleted == deleted.count)
        #expect(store.writer.reader.work - before < 10 * 20_000)
        let changes = try store.reader.changes(QueryChanges(clauses: [], anchor: anchor), in: store.writer.snapshot)
        var found: [ObjectID] = []
        while let batch = try changes.next() {
            found += batch.deleted?.ids ?? []
        }
        #expect(found == deleted.sorted())
        try store.writer.verify()
    }
}
