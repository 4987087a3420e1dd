import HearthModel
import Testing

@testable import HearthStore

/// A deletion of very many samples: readers make the blocks that note them, so that its commit does not take longer the
/// more samples there are.
@Suite struct NotedDeletionTests {
    private static let count = 6_000
    private let storage = MemoryStorage()
    private let store: ExampleStore
    /// A store in which each commit does all of its deletions.
    private let other: ExampleStore

    init() throws {
        var options = StoreOptions()
        options.segmentSamples = 64
        options.preparedBytes = 1 << 10
        options.rewrittenRows = 512
        store = try ExampleStore(storage, options: options)
        other = try ExampleStore(options: options)
        for store in [store, other] {
            // Two apps, and samples with sync identifiers.
            try store.save(exampleRates(0..<Self.count))
            try store.save(exampleRates(Self.count..<Self.count + 200), as: ExampleStore.otherApp)
            try store.save(Self.synced)
        }
    }

    private static var synced: SampleColumns {
        var samples = exampleRates(count + 200..<count + 400)
        let entries = (0..<200).map { exampleSync("s\($0)", version: 1).entries[0] }
        samples.metadata = DictionaryColumn(entries: entries, indexes: (0..<200).map { UInt32($0) })
        return samples
    }

    private var deletion: Write {
        Write(origin: ExampleStore.app, operation: .delete(.matching(Clause(type: ExampleStore.heartRate))))
    }

    /// Of the same samples, the last ones first.
    private var deletionOfIDs: Write {
        deletion(of: (0..<Self.count).reversed() + Array(Self.count + 200..<Self.count + 400))
    }

    private func deletion(of numbers: [Int]) -> Write {
        Write(origin: ExampleStore.app, operation: .delete(.objects(numbers.map { exampleID($0) })))
    }

    /// Commits the deletion until it is done, and other writes between. Returns how often it was left out.
    private func complete(
        _ deletion: Write,
        between: (Int) throws -> Void = { _ in }
    ) throws -> (receipt: Receipt, rounds: Int) {
        let searched = SearchedWrite(deletion)
        for round in 0..<100 {
            let write = searched.searched(by: store.reader, in: store.writer.snapshot)
            let (before, count) = (store.writer.reader.work, store.writer.snapshot.sampleCount)
            let result = store.writer.commit([write])[0].result
            // A part of the rows.
            #expect(store.writer.reader.work - before < 1_000)
            if let result { return (try result.get(), round) }
            #expect(store.writer.snapshot.sampleCount == count)
            try between(round)
        }
        throw HearthError(.unknown, "the deletion is never done")
    }

    /// The deletions after an anchor, in their order, and what is kept of each.
    private func deletions(in store: ExampleStore, after anchor: Anchor) throws -> ([ObjectID], [Metadata]) {
        let clauses = [Clause(type: ExampleStore.heartRate)]
        let cursor = try store.reader.changes(
            QueryChanges(clauses: clauses, anchor: anchor.unsealed),
            in: store.writer.snapshot
        )
        var ids: [ObjectID] = []
        var kept: [Metadata] = []
        while let batch = try cursor.next() {
            guard let deleted = batch.deleted else { continue }
            ids += deleted.ids
            kept += deleted.ids.indices.map { deleted.metadata[$0] ?? .none }
        }
        return (ids, kept)
    }

    @Test(arguments: [false, true]) func theDeletionsAreThoseOfOneCommit(byPredicate: Bool) throws {
        let deletion = byPredicate ? deletion : deletionOfIDs
        let anchors = [store, other].map { $0.writer.snapshot.anchor }
        let (receipt, rounds) = try complete(deletion)
        let expected = try other.writer.commit([deletion])[0].get()
        #expect(rounds > 2 && receipt.deleted == Self.count + 200 && receipt.deleted == expected.deleted)
        #expect(receipt.anchor.sequence == expected.anchor.sequence)
        #expect(try store.rows(ExampleStore.heartRate) == other.rows(ExampleStore.heartRate))
        try store.writer.verify()
        let (ids, kept) = try deletions(in: store, after: anchors[0])
        let (otherIDs, otherKept) = try deletions(in: other, after: anchors[1])
        // In another order.
        #expect(ids.count == otherIDs.count)
        #expect(
            Dictionary(zip(ids, kept)) { one, _ in one } == Dictionary(zip(otherIDs, otherKept)) { one, _ in one }
        )
        let restarted = try ExampleStore(storage.reopened())
        try restarted.writer.verify()
        #expect(try deletions(in: restarted, after: anchors[0]).0 == ids)
        // A deletion is one write: a limit does not divide it for a client that asks without one.
        #expect(try store.changes(after: anchors[0].unsealed).anchor == store.writer.snapshot.sealed(receipt.anchor))
    }

    /// What others delete and save meanwhile is looked at again.
    @Test func othersChangeSegmentsMeanwhile() throws {
        let anchor = store.writer.snapshot.anchor
        let gone = [exampleID(70), exampleID(Self.count - 70)]
        let (receipt, rounds) = try complete(deletion) { round in
            if round == 1 { try store.delete(gone) }
            if round == 2 { try store.save(exampleRates(100_000..<100_100)) }
        }
        #expect(rounds > 2 && receipt.deleted == Self.count + 300 - gone.count)
        try store.writer.verify()
        try store.finishMaintenance()
        try store.writer.verify()
        let (ids, _) = try deletions(in: store, after: anchor)
        #expect(ids.count == Self.count + 300 && Set(ids).count == ids.count)
        let changes = UInt64(gone.count + 100 + receipt.deleted)
        #expect(receipt.anchor.sequence == anchor.sequence + changes, "no numbers are left out")
        // The log can be read in pieces.
        var page = try store.changes(after: anchor.unsealed, limit: 500)
        var inPieces = page.deleted
        while page.reachedLimit {
            page = try store.changes(after: page.anchor, limit: 500)
            inPieces += page.deleted
        }
        #expect(inPieces == ids)
    }

    /// Others save all the time, and delete what they have saved: only what is noted of the newest segments is made again.
    @Test func theNewestSegmentsChangeAllTheTime() throws {
        let anchor = store.writer.snapshot.anchor
        var saved: [ObjectID] = []
        var gone = 0
        let (receipt, rounds) = try complete(deletion) { _ in
            if let last = saved.last {
                try store.delete([last])
                gone += 1
            }
            let samples = exampleRates(100_000 + saved.count..<100_000 + saved.count + 8)
            try store.save(samples)
            try store.finishMaintenance()
            saved += samples.ids
        }
        #expect(rounds > 2 && rounds < 20 && receipt.deleted == Self.count + 200 + saved.count - gone)
        try store.writer.verify()
        let (ids, _) = try deletions(in: store, after: anchor)
        #expect(ids.count == receipt.deleted + gone && Set(ids).count == ids.count)
        let changes = UInt64(saved.count + ids.count)
        #expect(receipt.anchor.sequence == anchor.sequence + changes, "no numbers are left out")
    }

    /// Of several types: the deletions of each are noted apart. Some segments are merged and others lose samples meanwhile.
    @Test func samplesOfSeveralTypesAreDeletedInOneCommit() throws {
        let steps = type("stepCount")
        let numbers = Self.count + 1_000..<Self.count + 3_000
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 20) {
            try store.save(exampleRates(start..<start + 20, of: steps))
        }
        let anchor = store.writer.snapshot.anchor
        let mixed = (0..<2_000).flatMap { [$0, numbers.lowerBound + $0] } + [0, 1]
        let (receipt, rounds) = try complete(deletion(of: mixed)) { round in
            if round == 1 { try store.finishMaintenance() }
            if round == 2 { try store.delete([exampleID(3_000), exampleID(2_001)]) }
        }
        #expect(rounds > 2 && receipt.deleted == 4_000)
        #expect(receipt.anchor.sequence == anchor.sequence + 4_002, "no numbers are left out")
        try store.writer.verify()
        let changes = try store.changes(after: anchor.unsealed)
        #expect(Set(changes.deleted).count == 4_002 && changes.deleted.count == 4_002)
        #expect(try store.rows(steps).isEmpty)
        #expect(try store.rows(ExampleStore.heartRate).count == Self.count - 2_002 + 400)
    }

    @Test func aRefusedDeletionIsRefusedAtOnce() throws {
        let refused = [(Self.count + 100, ErrorCode.notOwner), (1_000_000, .objectNotFound)]
        for (number, code) in refused {
            let write = deletion(of: Array(0..<3_000) + [number] + Array(3_000..<6_000))
            let searched = write.searched(by: store.reader, in: store.writer.snapshot)
            let error = #expect(throws: HearthError.self) { try store.writer.commit([searched])[0].get() }
            #expect(error?.code == code && error?.field == "objects.uuids[3000]")
        }
        #expect(store.writer.snapshot.sampleCount == Self.count + 400)
    }

    @Test func nothingIsLeftOfADeletionThatIsGivenUp() throws {
        var searched: SearchedWrite? = SearchedWrite(deletion)
        for _ in 0..<2 {
            let write = try #require(searched).searched(by: store.reader, in: store.writer.snapshot)
            #expect(store.writer.commit([write])[0].result == nil)
        }
        #expect(!storage.load().retiredBlocks.isEmpty)
        searched = nil
        try store.finishMaintenance()
        #expect(storage.load().retiredBlocks.isEmpty && store.writer.snapshot.sampleCount == Self.count + 400)
        try store.writer.verify()
    }
}
