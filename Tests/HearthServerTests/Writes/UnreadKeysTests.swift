import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// After a start the UUIDs of samples and deletions are not in memory yet, and a write may have to be compared with all of them.
@Suite struct UnreadKeysTests {
    /// Of version 4, which any block may have.
    private static func samples(_ numbers: Range<Int>) -> SampleColumns {
        var columns = exampleSamples(numbers)
        columns.ids = numbers.map {
            ObjectID(high: UInt64($0) &* 0x9E37_79B9_7F4A_7C15 & ~0xF000 | 0x4000, low: 1 << 63)
        }
        return columns
    }

    /// Of stored samples the same holds, for each write that looks them up. Others do not wait.
    /// Four samples in a block.
    private static var options: StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 4
        return options
    }

    /// Commits until nothing is left to do. Returns the number of commits; `committed` gets the number of each.
    private static func finishWrites(of harness: ServerHarness, _ committed: (Int) -> Void = { _ in }) -> Int {
        var rounds = 0
        var hasMore = true
        while hasMore {
            hasMore = harness.core.turn()
            hasMore = harness.readNext() || hasMore
            guard let writes = harness.core.takeWrites() else { continue }
            hasMore = true
            rounds += 1
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
            committed(rounds)
        }
        return rounds
    }

    @Test func smallWritesWaitWhileCommitsReadTheKeysOfSamples() throws {
        let storage = MemoryStorage()
        let first = try ServerHarness(storage: storage, storeOptions: Self.options)
        let owner = try first.open("org.example.app", of: 7)
        owner.send(2, .save(Self.samples(0..<1_000)))
        #expect(owner.receive().committed.map(\.added) == [1_000])

        let harness = try ServerHarness(storage: storage, storeOptions: Self.options)
        let saving = try harness.open("org.example.app", of: 7)
        let deleting = try harness.open("org.example.app", of: 8)
        let other = try harness.open("org.example.other", of: 9)
        saving.send(2, .save(Self.samples(2_000..<2_001)))
        deleting.send(2, .deleteObjects(DeleteObjects(.objects(Self.samples(5..<6).ids))))
        other.send(2, .characteristics(Characteristics(set: CharacteristicValues())))
        var answered: [Int] = []
        let rounds = Self.finishWrites(of: harness) { round in
            while harness.core.turn() {}
            if !other.takeReplies().isEmpty { answered.append(round) }
        }
        #expect(saving.takeReplies().committed.map(\.added) == [1])
        #expect(deleting.takeReplies().committed.map(\.deleted) == [1])
        // 250 blocks of four, 16 in a commit.
        #expect(rounds > 16 && answered.allSatisfy { $0 < 4 } && !answered.isEmpty, "\(rounds), \(answered)")
    }

    @Test func aSmallSaveWaitsWhileCommitsReadDeletions() throws {
        let storage = MemoryStorage()
        let first = try ServerHarness(storage: storage, storeOptions: Self.options)
        let owner = try first.open("org.example.app", of: 7)
        owner.send(2, .save(Self.samples(0..<1_000)))
        owner.send(3, .deleteObjects(DeleteObjects(.objects(Self.samples(0..<1_000).ids))))
        #expect(owner.receive().committed.map(\.deleted) == [0, 1_000])

        let harness = try ServerHarness(storage: storage, storeOptions: Self.options)
        let other = try harness.open("org.example.other", of: 8)
        other.send(2, .save(Self.samples(2_000..<2_001)))
        other.send(3, .save(Self.samples(5..<6)))
        let rounds = Self.finishWrites(of: harness)
        let replies = other.takeReplies()
        #expect(replies.committed.map(\.added) == [1] && replies.calls(refusedWith: .identifierConflict) == [3])
        // 250 blocks of four, 16 in a commit.
        #expect(rounds > 16)
    }
}
