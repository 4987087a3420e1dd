import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// After a start the UUIDs of deletions are not in memory yet, and a save may have to be compared with all of them.
@Suite struct UnreadDeletionTests {
    /// Of version 4, which any block may have.
    private static func samples(_ numbers: Range<Int>) -> SampleColumns {
        var columns = exampleSamples(numbers)
        columns.ids = numbers.map {
            ObjectID(high: UInt64($0) &* 0x9E37_79B9_7F4A_7C15 & ~0xF000 | 0x4000, low: 1 << 63)
        }
        return columns
    }

    @Test func aSmallSaveWaitsWhileCommitsReadDeletions() throws {
        var options = StoreOptions()
        options.segmentSamples = 4
        let storage = MemoryStorage()
        let first = try ServerHarness(storage: storage, storeOptions: options)
        let owner = try first.open("org.example.app", of: 7)
        owner.send(2, .save(Self.samples(0..<1_000)))
        owner.send(3, .deleteObjects(DeleteObjects(.objects(Self.samples(0..<1_000).ids))))
        #expect(owner.receive().committed.map(\.deleted) == [0, 1_000])

        let harness = try ServerHarness(storage: storage, storeOptions: options)
        let other = try harness.open("org.example.other", of: 8)
        other.send(2, .save(Self.samples(2_000..<2_001)))
        other.send(3, .save(Self.samples(5..<6)))
        var rounds = 0
        var hasMore = true
        while hasMore {
            hasMore = harness.core.turn()
            hasMore = harness.readNext() || hasMore
            guard let writes = harness.core.takeWrites() else { continue }
            hasMore = true
            rounds += 1
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
        }
        let replies = other.takeReplies()
        #expect(replies.committed.map(\.added) == [1] && replies.calls(refusedWith: .identifierConflict) == [3])
        // 250 blocks of four, 64 in a commit.
        #expect(rounds > 4)
    }
}
