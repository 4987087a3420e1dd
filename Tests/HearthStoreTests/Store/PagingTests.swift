import HearthModel
import HearthStore
import HearthWire
import Testing

/// A reader with a limit gets pages of exactly that, and goes on inside a write.
@Suite struct PagingTests {
    /// All pages from an anchor.
    private func pages(_ store: ExampleStore, of limit: UInt64, after anchor: EncodedAnchor = []) throws
        -> [ExampleChanges]
    {
        var pages = [try store.changes(after: anchor, limit: limit)]
        while let last = pages.last, !last.caughtUp {
            #expect(last.reachedLimit && last.added.count + last.deleted.count == Int(limit))
            pages.append(try store.changes(after: last.anchor, limit: limit))
        }
        return pages
    }

    private func ids(_ numbers: some Sequence<Int>) -> [ObjectID] { numbers.map { exampleID($0) } }

    @Test func oneSaveComesInPagesOfTheLimit() throws {
        let store = try ExampleStore()
        try store.save(exampleRates(1...25))
        let pages = try pages(store, of: 10)
        #expect(pages.map(\.added.count) == [10, 10, 5])
        #expect(pages.flatMap(\.added).map(\.id) == ids(1...25))
        #expect(pages.last?.anchor == store.writer.snapshot.sealedAnchor)
        // A page that ends with the write ends between two.
        #expect(try self.pages(store, of: 5).map(\.added.count) == [5, 5, 5, 5, 5])
        #expect(try self.pages(store, of: 25).count == 1)
    }

    @Test func withoutALimitTheRestOfAWriteComesOnce() throws {
        let store = try ExampleStore()
        try store.save(exampleRates(1...25), exampleRates(101...125, of: type("stepCount")))
        let page = try store.changes(limit: 30)
        let rest = try store.changes(after: page.anchor)
        #expect(Set(page.added.map(\.id)).isDisjoint(with: rest.added.map(\.id)))
        #expect(Set((page.added + rest.added).map(\.id)) == Set(ids(1...25) + ids(101...125)))
        #expect(page.added.count == 30 && rest.caughtUp)
    }

    @Test func theAnchorsOfAReaderWithoutALimitLieBetweenWrites() throws {
        var options = StoreOptions()
        options.batchSamples = 7
        let store = try ExampleStore(options: options)
        try store.save(exampleRates(1...25))
        try store.save(exampleRates(31...50))
        let cursor = try store.reader.changes(QueryChanges(clauses: []), in: store.writer.snapshot)
        var sequences: Set<UInt64> = []
        while let batch = try cursor.next() {
            sequences.insert(try Anchor(decoding: batch.anchor, store.writer.snapshot.anchorSeal).sequence)
        }
        #expect(sequences.isSubset(of: [0, 25, 45]))
    }

    @Test func deletionsComeBeforeTheSamplesOfTheirWrite() throws {
        func synced(_ numbers: ClosedRange<Int>, version: Int64) throws -> SampleColumns {
            var columns = exampleRates(numbers)
            let first = numbers.lowerBound
            let entries = try numbers.map { number in
                try Metadata([
                    Metadata.Entry(key: "HKMetadataKeySyncIdentifier", value: .string("s\((number - first) % 10)")),
                    Metadata.Entry(key: "HKMetadataKeySyncVersion", value: .integer(version)),
                ])
            }
            columns.metadata = DictionaryColumn(entries: entries, indexes: Array(0..<UInt32(numbers.count)))
            return columns
        }
        let store = try ExampleStore()
        try store.save(try synced(1...10, version: 1))
        let before = store.writer.snapshot.sealedAnchor
        try store.save(try synced(101...110, version: 2))
        let pages = try pages(store, of: 3, after: before)
        #expect(pages.flatMap(\.deleted) == ids(1...10))
        #expect(pages.flatMap(\.added).map(\.id) == ids(101...110))
        #expect(pages.map(\.deleted.count) == [3, 3, 3, 1, 0, 0, 0])
    }

    @Test func oneDeletionOfSeveralTypesComesInPages() throws {
        let store = try ExampleStore()
        try store.save(exampleRates(1...20), exampleRates(101...120, of: type("stepCount")))
        let before = store.writer.snapshot.sealedAnchor
        try store.delete(ids([101, 2, 3, 104, 5, 106, 7, 108, 9, 110, 11, 112]))
        let pages = try pages(store, of: 5, after: before)
        #expect(pages.map(\.deleted.count) == [5, 5, 2] && pages.allSatisfy { $0.added.isEmpty })
        #expect(Set(pages.flatMap(\.deleted)) == Set(ids([101, 2, 3, 104, 5, 106, 7, 108, 9, 110, 11, 112])))
        // Other clauses go on from the same place.
        let steps = QueryChanges(clauses: [Clause(type: type("stepCount"))], anchor: pages[0].anchor)
        let cursor = try store.reader.changes(steps, in: store.writer.snapshot)
        let deleted = try cursor.next()?.deleted?.ids ?? []
        #expect(Set(deleted) == Set(pages[1...].flatMap(\.deleted)).intersection(ids(101...120)))
    }

    @Test(arguments: [1 << 63, UInt64.max - 1, UInt64.max] as [UInt64]) func aLimitThatNothingReachesIsNone(
        _ limit: UInt64
    ) throws {
        let store = try ExampleStore()
        try store.save(exampleRates(1...3))
        try store.save(exampleRates(4...6))
        try store.delete(ids([5]))
        let changes = try store.changes(limit: limit)
        #expect(changes.added.map(\.id) == ids([1, 2, 3, 4, 6]) && changes.caughtUp && !changes.reachedLimit)
    }
}
