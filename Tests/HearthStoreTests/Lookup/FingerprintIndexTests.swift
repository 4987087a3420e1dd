import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// The index never forgets where a key was saved, and seldom names a place for a key that was not.
@Suite struct FingerprintIndexTests {
    private typealias Key = (hash: UInt32, sequence: UInt64)

    @Test(arguments: [1, 2, 63, 5_000]) func knowsEveryKey(atOnce most: Int) {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 300 + UInt64(most))
        var random = generator
        for first in [1, 1 << 40] as [UInt64] {
            let (index, keys) = Self.filled(&random, keys: min(200 * most, 60_000), atOnce: most, from: first)
            Self.check(index, keys, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// So many that runs are split by the first bits of their hashes.
    @Test func knowsSeveralHundredThousandKeys() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 301)
        var random = generator
        let (index, keys) = Self.filled(&random, keys: 300_000, atOnce: 5_000, from: 1)
        Self.check(index, keys, "HEARTH_TEST_SEED=\(seed)")

        // And there is memory for little more.
        #expect(index.keyCapacity <= index.keyCount + index.keyCount / 20, "HEARTH_TEST_SEED=\(seed)")

        // Each of 300 000 keys may be taken for a stranger once in 2^32 times.
        let strangers = (0..<200_000).map { _ in UInt32(truncatingIfNeeded: random.next()) }
        var places = 0
        index.forEachRange(of: strangers) { _, _ in places += 1 }
        #expect(places < 100, "HEARTH_TEST_SEED=\(seed): \(places) places of keys that nobody saved")
    }

    /// A place is a small part of all when keys come many at a time.
    @Test func placesAreSmall() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 302)
        var random = generator
        let (index, keys) = Self.filled(&random, keys: 200_000, atOnce: 5_000, from: 1)
        var widest: UInt64 = 0
        index.forEachRange(of: keys.prefix(2_000).map(\.hash)) { _, sequences in
            widest = max(widest, sequences.upperBound - sequences.lowerBound + 1)
        }
        #expect(widest <= 4_096, "HEARTH_TEST_SEED=\(seed)")
    }

    /// Nor does it matter how they come: samples that were saved one by one are found as fast.
    @Test func placesOfSingleKeysAreSmall() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 304)
        var random = generator
        let (index, keys) = Self.filled(&random, keys: 20_000, atOnce: 1, from: 1)
        var widest: UInt64 = 0
        index.forEachRange(of: keys.map(\.hash)) { _, sequences in
            widest = max(widest, sequences.upperBound - sequences.lowerBound + 1)
        }
        #expect(widest <= 64, "HEARTH_TEST_SEED=\(seed)")
    }

    /// Hashes at both ends, and many that are equal.
    @Test func knowsKeysWithEqualHashes() {
        var index = FingerprintIndex<Int>()
        var keys: [Key] = []
        for sequence in 1...2_000 as ClosedRange<UInt64> {
            let added: [Key] = [0, .max, 7, 1 << 31].map { ($0, sequence) }
            index.add(added)
            keys += added
        }
        Self.check(index, keys, "")
    }

    /// Items that were saved far apart, as types that are seldom saved are.
    @Test func knowsKeysFarApart() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 303)
        var random = generator
        var index = FingerprintIndex<Int>()
        var keys: [Key] = []
        var sequence: UInt64 = 1
        for _ in 0..<1_000 {
            sequence += random.next() >> 24
            let added: [Key] = random.list(1 + random.below(20)) { random in
                (UInt32(truncatingIfNeeded: random.next()), sequence + UInt64(random.below(1 << 30)))
            }
            index.add(added)
            keys += added
        }
        Self.check(index, keys, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func anEmptyOneKnowsNothing() {
        var index = FingerprintIndex<Int>()
        index.add([])
        index.forEachRange(of: [0, 1, .max]) { _, _ in Issue.record("a place of nothing") }
        #expect(index.isComplete)
    }

    /// Items wait in their order until somebody wants to know.
    @Test func givesOutWhatIsNotIndexed() {
        var index = FingerprintIndex(unindexed: [1, 2, 3, 4, 5])
        #expect(!index.isComplete)
        #expect(index.takeUnindexed(atMost: 2) == [4, 5])
        #expect(index.unindexed == [1, 2, 3])
        #expect(index.takeUnindexed(atMost: .max) == [1, 2, 3])
        #expect(index.isComplete && index.takeUnindexed(atMost: 1).isEmpty)
    }

    /// Of ten items each new one takes the place of the oldest, whose key stays.
    @Test func forgetsTheKeysOfWhatIsGone() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 304)
        var random = generator
        var index = FingerprintIndex<Key>()
        var living: [Key] = []
        var mostKeys = 0
        var readings = 0
        for sequence in 1...2_000 as ClosedRange<UInt64> {
            let key: Key = (UInt32(truncatingIfNeeded: random.next()), sequence)
            index.add([key])
            living.append(key)
            if living.count > 10 {
                living.removeFirst()
            }
            index.beginRenewal(stale: 8, of: living) { _ in 1 }
            if random.chance(50) {
                let hasRenewed = index.renew(atMost: 3) { $0 }
                readings += hasRenewed ? 1 : 0
            }
            mostKeys = max(mostKeys, index.keyCount)
            for key in living {
                var isFound = false
                index.forEachRange(of: [key.hash]) { isFound = isFound || $1.contains(key.sequence) }
                #expect(isFound, "HEARTH_TEST_SEED=\(seed)")
            }
        }
        // Twice the living and some more, and what came while four steps were waited for.
        #expect(mostKeys < 10 * 2 + 8 + 40, "HEARTH_TEST_SEED=\(seed)")
        #expect(readings > 100, "HEARTH_TEST_SEED=\(seed)")
    }

    /// A block that is damaged.
    @Test func staysAsItIsWhenAnItemCannotBeRead() {
        var index = FingerprintIndex<Int>()
        index.add((1...9).map { (7, $0) })
        index.beginRenewal(stale: 1, of: [1, 2, 3]) { _ in 1 }
        let hasTried = index.renew(atMost: 1) { (_) throws(HearthError) in
            throw HearthError(.storageCorrupt, "damaged")
        }
        #expect(hasTried && index.keyCount == 9)
        index.beginRenewal(stale: 1, of: [1, 2, 3]) { _ in 1 }
        #expect(!index.renew(atMost: 1) { _ in [] } && index.keyCount == 9)
    }

    /// Keys in groups, whose sequence numbers ascend from group to group.
    private static func filled(
        _ random: inout SeededGenerator,
        keys count: Int,
        atOnce most: Int,
        from first: UInt64
    ) -> (index: FingerprintIndex<Int>, keys: [Key]) {
        var index = FingerprintIndex<Int>()
        var keys: [Key] = []
        var next = first
        while keys.count < count {
            let added: [Key] = random.list(1 + random.below(most)) { random in
                defer { next += 1 }
                return (UInt32(truncatingIfNeeded: random.next()), next)
            }
            index.add(added.shuffled(using: &random))
            keys += added
        }
        return (index, keys)
    }

    private static func check(_ index: FingerprintIndex<Int>, _ keys: [Key], _ comment: Comment) {
        var isFound = [Bool](repeating: false, count: keys.count)
        index.forEachRange(of: keys.map(\.hash)) { key, sequences in
            isFound[key] = isFound[key] || sequences.contains(keys[key].sequence)
        }
        #expect(isFound.allSatisfy { $0 }, comment)
    }
}
