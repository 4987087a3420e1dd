import HearthModel
import HearthSystem
import HearthTestSupport
import Testing

@testable import HearthStore

/// All readers of a store share one cache of blocks, which is limited in bytes.
@Suite struct BlockCacheTests {
    /// A block that says that it has no rows, and some bytes that a reader skips.
    private func block(bytes: Int) throws -> SegmentBlock {
        var writer = ByteWriter()
        writer.byte(SegmentEncoder.layout)
        writer.number(0)
        writer.byte(255)
        writer.sized([UInt8](repeating: 0, count: bytes))
        return try SegmentBlock(writer.bytes)
    }

    @Test func aBlockThatOneReaderHasReadIsNotReadAgainByAnother() throws {
        let storage = ObservedStorage(MemoryStorage())
        let store = try ExampleStore(storage)
        try store.save(exampleRates(1...100))
        #expect(try store.rows(ExampleStore.heartRate).count == 100)
        let reads = storage.blocksRead.withLock { $0 }
        #expect(reads == 1)
        let other = try store.writer.makeReader()
        let query = QuerySamples(clauses: [Clause(type: ExampleStore.heartRate)])
        let batch = try other.query(query, in: store.writer.snapshot).next()
        #expect(batch?.columns.first?.count == 100)
        #expect(storage.blocksRead.withLock { $0 } == reads)
    }

    @Test func blocksAndMembersStayWithinTheLimit() throws {
        let seed = SeededGenerator.firstSeed(default: 1)
        var random = SeededGenerator(seed: seed)
        let cache = BlockCache(bytesMax: 1 << 20)
        for id in 1...5_000 {
            if Bool.random(using: &random) {
                cache.insert(try block(bytes: Int.random(in: 0...20_000, using: &random)), for: Int64(id))
            } else {
                let members = (0..<Int.random(in: 0...1_000, using: &random)).map { exampleID(id * 1_000 + $0) }
                _ = cache.insert(MemberSet(members), for: .correlations(segment: Int64(id)))
            }
            #expect(cache.byteCount <= 1 << 20, "HEARTH_TEST_SEED=\(seed)")
        }
        #expect(cache.byteCount > 1 << 18)
    }

    /// However large it is, and whatever is read meanwhile: it is in memory once.
    @Test func aSetThatAReaderHoldsIsSharedAndOneThatNobodyHoldsIsForgotten() throws {
        let cache = BlockCache(bytesMax: 64 << 10)
        let key = SharedMembers.Key.workout(lastBlock: 7, blockCount: 2)
        var held: MemberSet? = cache.insert(MemberSet((0..<10_000).map(exampleID)), for: key)
        for id in 1...200 {
            _ = cache.insert(MemberSet((0..<100).map(exampleID)), for: .correlations(segment: Int64(id)))
        }
        #expect(cache.byteCount <= 64 << 10)
        #expect(cache.members(key) === held)
        #expect(cache.insert(MemberSet([]), for: key) === held)
        #expect(cache.members(.workout(lastBlock: 7, blockCount: 3)) == nil)
        held = nil
        #expect(cache.members(key) == nil)
        _ = held
    }

    @Test func aBlockThatIsUsedStaysAndOneThatIsNotIsDropped() throws {
        let cache = BlockCache(bytesMax: 1 << 20)
        for id in 1...3 {
            cache.insert(try block(bytes: 1_000), for: Int64(id))
        }
        for id in 10..<1_000 {
            cache.insert(try block(bytes: 10_000), for: Int64(id))
            #expect(cache.block(1) != nil)
        }
        #expect(cache.block(2) == nil && cache.block(3) == nil)
    }

    @Test func aBlockThatIsTooLargeIsNotKept() throws {
        let cache = BlockCache(bytesMax: 1 << 20)
        cache.insert(try block(bytes: 1 << 20), for: 1)
        #expect(cache.block(1) == nil && cache.byteCount == 0)
    }

    @Test func readersOnManyThreadsFindWhatOthersInsert() throws {
        let cache = BlockCache(bytesMax: 64 << 10)
        let blocks = try (0..<100).map { try block(bytes: 100 * $0) }
        let threads = (0..<4).map { first in
            BackgroundThread {
                for step in 0..<20_000 {
                    let id = (first + step * 7) % blocks.count
                    if let found = cache.block(Int64(id)) {
                        precondition(found.byteCount == blocks[id].byteCount)
                    } else {
                        cache.insert(blocks[id], for: Int64(id))
                    }
                }
            }
        }
        for thread in threads {
            try thread.join()
        }
        #expect(cache.byteCount <= 64 << 10)
    }
}
