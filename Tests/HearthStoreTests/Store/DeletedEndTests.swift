import HearthModel
import Testing

@testable import HearthStore

/// A deletion keeps when its sample ended: an app that may read a type since a time sees only those of samples that ended
/// then or later.
@Suite struct DeletedEndTests {
    private static let reader: AppID = "org.example.reader"
    private let storage = MemoryStorage()
    private let store: ExampleStore

    init() throws {
        var options = StoreOptions()
        options.segmentSamples = 64
        options.mergeWidth = 3
        store = try ExampleStore(storage, options: options)
    }

    /// Samples that take ten seconds.
    private static func samples(_ numbers: Range<Int>, sync: String? = nil, version: Int64 = 1) -> SampleColumns {
        var samples = exampleRates(numbers)
        samples.ends = samples.starts.map { Timestamp(nanoseconds: $0.nanoseconds + 10_000_000_000) }
        if let sync {
            samples.metadata = exampleSync(sync, version: version)
        }
        return samples
    }

    private static func end(_ number: Int) -> Timestamp { samples(number..<number + 1).filledEnds[0] }

    private func deletions(_ store: ExampleStore) throws -> [DeletionRows] {
        let segments = store.writer.snapshot.deletions[ExampleStore.heartRate]?.elements ?? []
        return try segments.map { try store.writer.reader.deletions(of: $0) }
    }

    private func ends(_ store: ExampleStore) throws -> [ObjectID: Timestamp?] {
        var ends: [ObjectID: Timestamp?] = [:]
        for rows in try deletions(store) {
            for (row, id) in rows.ids.enumerated() {
                ends[id] = .some(rows.end(row))
            }
        }
        return ends
    }

    private static func view(since number: Int) -> AccessView {
        AccessView(of: reader, [Grant(.heartRate, read: .allowed, since: end(number))], asks: false)
    }

    /// The deletions that come through a view.
    private func seen(
        _ store: ExampleStore,
        _ view: AccessView?,
        where predicate: Predicate? = nil,
        after anchor: Anchor
    ) throws -> [ObjectID: Metadata] {
        let clauses = [Clause(type: ExampleStore.heartRate, predicate: predicate)]
        let cursor = try store.reader.changes(
            QueryChanges(clauses: clauses, anchor: anchor.unsealed),
            in: store.writer.snapshot.seen(through: view)
        )
        var seen: [ObjectID: Metadata] = [:]
        while let batch = try cursor.next() {
            guard let deleted = batch.deleted else { continue }
            for (row, id) in deleted.ids.enumerated() {
                seen[id] = deleted.metadata[row] ?? Metadata.none
            }
        }
        return seen
    }

    @Test func eachWayOfDeletingKeepsTheEnd() throws {
        try store.save(Self.samples(0..<200))
        try store.save(Self.samples(200..<201, sync: "one"))
        let anchor = store.writer.snapshot.anchor
        try store.delete([exampleID(3), exampleID(150)])
        // Newer versions, of a stored sample and of one of the same save.
        let versions = [2, 3].map { Self.samples(199 + $0..<200 + $0, sync: "one", version: Int64($0)) }
        try store.save(versions[0], versions[1])
        let predicate = Predicate(terms: [.ids((10..<100).map(exampleID))])
        try store.commit(.delete(.matching(Clause(type: ExampleStore.heartRate, predicate: predicate))))
        let deleted = [3, 150, 200, 201] + Array(10..<100)
        let expected = Dictionary(uniqueKeysWithValues: deleted.map { (exampleID($0), Optional(Self.end($0))) })
        #expect(try ends(store) == expected)
        try store.finishMaintenance()
        try store.writer.verify()
        #expect(try ends(store) == expected)
        let restarted = try ExampleStore(storage.reopened())
        #expect(try ends(restarted) == expected)
        for since in [0, 50, 150, 201, 300] {
            let ids = try seen(restarted, Self.view(since: since), after: anchor).keys
            #expect(Set(ids) == Set(deleted.filter { $0 >= since }.map(exampleID)), "since \(since)")
        }
    }

    @Test func readersThatNoteALargeDeletionKeepTheEnds() throws {
        var options = StoreOptions()
        options.segmentSamples = 64
        options.preparedBytes = 1 << 10
        options.rewrittenRows = 512
        let store = try ExampleStore(MemoryStorage(), options: options)
        try store.save(Self.samples(0..<4_000))
        let deletion = Write(
            origin: ExampleStore.app,
            operation: .delete(.matching(Clause(type: ExampleStore.heartRate)))
        )
        let searched = SearchedWrite(deletion)
        var result: Result<Receipt, HearthError>?
        var rounds = 0
        while result == nil {
            rounds += 1
            let write = searched.searched(by: store.reader, in: store.writer.snapshot)
            result = store.writer.commit([write])[0].result
        }
        let receipt = try #require(result).get()
        #expect(rounds > 2 && receipt.deleted == 4_000)
        let expected = Dictionary(uniqueKeysWithValues: (0..<4_000).map { (exampleID($0), Optional(Self.end($0))) })
        #expect(try ends(store) == expected)
    }

    /// Its own samples an app sees with all their deletions.
    @Test func theAppThatSavedTheSampleSeesItsDeletion() throws {
        try store.save(Self.samples(1..<2, sync: "own"))
        let anchor = store.writer.snapshot.anchor
        try store.delete([exampleID(1)])
        let grants = [Grant(.heartRate, read: .allowed, since: Self.end(100))]
        let own = AccessView(of: ExampleStore.app.app, grants, asks: false)
        #expect(try seen(store, own, after: anchor)[exampleID(1)]?.entries.isEmpty == false)
        #expect(try seen(store, Self.view(since: 100), after: anchor).isEmpty)
    }

    // MARK: - Rows of earlier versions

    /// What an earlier version stored: the same without the ends.
    private func withoutEnds() throws -> MemoryStorage {
        let stored = storage.load()
        let old = storage.reopened()
        var changes = StorageChanges(header: stored.header)
        let coder = MetadataCoder()
        for summary in stored.segments where summary.kind == .deletions {
            let block = try SegmentBlock(old.readBlock(.segment(summary.id)))
            var rows = try SegmentDecoder(block: block, type: .heartRate, attachments: coder).deletions()
            #expect(!rows.ends.isEmpty)
            rows.ends = []
            var without = summary
            without.id = summary.id + 1_000
            let encoded = SegmentEncoder.encode(rows, coder)
            without.blockChecksum = Checksum.of(encoded)
            changes.newSegments.append((without, encoded))
            changes.retiredBlocks.append(summary.id)
            changes.header.manifest &+= without.checksum &- summary.checksum
        }
        old.commit(changes)
        return old
    }

    @Test func deletionsWithoutEndsComeAsBeforeAndWithoutSyncKeys() throws {
        for number in 0..<4 {
            try store.save(Self.samples(number..<number + 1, sync: "old \(number)"))
        }
        let anchor = store.writer.snapshot.anchor
        try store.delete([exampleID(0), exampleID(1)])
        let restarted = try ExampleStore(withoutEnds().reopened(), options: store.writer.options)
        try restarted.writer.verify()
        #expect(try ends(restarted) == [exampleID(0): nil, exampleID(1): nil])
        for number in 2..<4 {
            try restarted.delete([exampleID(number)])
        }
        // Old rows and new ones lie in one segment afterwards.
        try restarted.finishMaintenance()
        try restarted.writer.verify()
        #expect(try deletions(restarted).count == 1)
        #expect(
            try ends(restarted)
                == [exampleID(0): nil, exampleID(1): nil, exampleID(2): Self.end(2), exampleID(3): Self.end(3)]
        )
        let limited = try seen(restarted, Self.view(since: 3), after: anchor)
        #expect(Set(limited.keys) == Set([0, 1, 3].map(exampleID)))
        #expect([0, 1].allSatisfy { limited[exampleID($0)] == Metadata.none })
        #expect(limited[exampleID(3)]?.entries.isEmpty == false)
        // A predicate about what the app does not see says nothing of it.
        for identifier in ["old 0", "another"] {
            let key = Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string(identifier))
            let predicate = Predicate(terms: [.metadata(MetadataMatch(relation: .equal, entries: [key]))])
            let matching = try seen(restarted, Self.view(since: 3), where: predicate, after: anchor)
            #expect(Set(matching.keys) == Set([0, 1].map(exampleID)))
        }
        #expect(try seen(restarted, nil, after: anchor).values.allSatisfy { !$0.entries.isEmpty })
    }

    /// A server that hid no deletions may have brought what is older than the limit.
    @Test func anAnchorOfAnEarlierVersionGetsTheDeletionsThatAreHiddenFromNowOn() throws {
        try store.save(Self.samples(0..<5))
        let view = Self.view(since: 3)
        let snapshot = store.writer.snapshot.seen(through: view)
        var anchor = snapshot.anchor
        anchor.visibility = StreamVisibility(view: .max)
        let adapted = try #require(try anchor.adapted(to: snapshot).visibility)
        #expect(adapted.withheld == anchor.deletions)
        #expect(adapted.pass == .init(to: view.number, .samples, after: 0), "all that it may read comes again")
        #expect(try snapshot.anchor.adapted(to: snapshot) == snapshot.anchor)
    }
}

extension ObjectType {
    fileprivate static let heartRate = ExampleStore.heartRate
}
