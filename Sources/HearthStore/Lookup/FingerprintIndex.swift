internal import HearthModel

/// Finds what may hold a key: segments with a UUID that is not time-ordered, with a sync identifier, or with the deletion
/// of a UUID; associations with a sample.
///
/// It is made from the items when a store is opened and lives in memory, 6.5 bytes for each key. Keys of new items come
/// in; keys of removed items stay, and are found to be stale, until they are the majority. Then the index is renewed, a few
/// items at a time, while the old keys still answer.
struct FingerprintIndex<Item: Sendable>: Sendable {
    private var keys = FingerprintRuns()
    /// Items whose keys were not needed since the store was opened, in their order.
    private(set) var unindexed: [Item] = []
    private var renewal: Renewal?
    /// An item could not be read again: the index stays as it is until the store is opened again.
    private var isNeverRenewed = false

    /// Keys that are to replace all keys, and items that they still lack.
    private struct Renewal {
        var keys = FingerprintRuns()
        var unread: [Item]
    }

    /// Takes in items without reading them.
    init(unindexed: [Item] = []) {
        self.unindexed = unindexed
    }

    var isComplete: Bool { unindexed.isEmpty }

    var keyCount: Int { keys.keyCount }
    /// The number of keys for which the index has memory.
    var keyCapacity: Int { keys.keyCapacity }

    /// Takes some of the items whose keys are not known, for them to be added.
    mutating func takeUnindexed(atMost most: Int) -> [Item] {
        FingerprintIndex.take(from: &unindexed, atMost: most)
    }

    /// Takes those of the items whose keys are not known that meet a condition, for them to be added.
    mutating func takeUnindexed(where isTaken: (Item) -> Bool) -> [Item] {
        let taken = unindexed.filter(isTaken)
        if !taken.isEmpty {
            unindexed.removeAll(where: isTaken)
        }
        return taken
    }

    /// Takes in further items without reading them.
    mutating func addUnindexed(_ items: [Item]) {
        unindexed += items
    }

    /// Takes over the keys of an earlier index. Its stale keys and those of items that are gone come with it. `isKnown`: whether
    /// it was made with an item; the others stay without keys. `isCurrent`: whether an item that it has no keys of is still
    /// there.
    mutating func takeOver(
        _ earlier: FingerprintIndex,
        isKnown: (Item) -> Bool,
        isCurrent: (Item) -> Bool
    ) {
        let new = unindexed.filter { !isKnown($0) }
        self = earlier
        unindexed = unindexed.filter(isCurrent) + new
    }

    private static func take(from items: inout [Item], atMost most: Int) -> [Item] {
        let taken = Array(items.suffix(most))
        items.removeLast(taken.count)
        return taken
    }

    mutating func add(_ added: [(hash: UInt32, sequence: UInt64)]) {
        keys.add(added)
        renewal?.keys.add(added)
    }

    /// Adds keys that have numbers from 1 on, with those that follow a number.
    mutating func add(_ added: FingerprintRuns, after head: UInt64) {
        keys.add(added, after: head)
        renewal?.keys.add(added, after: head)
    }

    /// Calls `body` with each range of sequence numbers in which one of the keys may be, with the key's index.
    func forEachRange(of hashes: HashOrder, _ body: (_ key: Int, _ sequences: ClosedRange<UInt64>) -> Void) {
        keys.forEachRange(of: hashes, body)
    }

    /// The same for hashes that come in any order.
    func forEachRange(of hashes: [UInt32], _ body: (_ key: Int, _ sequences: ClosedRange<UInt64>) -> Void) {
        guard keyCount > 0 else { return }
        keys.forEachRange(of: HashOrder(hashes), body)
    }
}

// MARK: - Renewing

extension FingerprintIndex {
    /// Begins to renew the index from all items that there are, if it has twice as many keys as these may have, and some
    /// more.
    mutating func beginRenewal(stale: Int, of items: @autoclosure () -> [Item], _ keyCountOf: (Item) -> Int) {
        guard renewal == nil, !isNeverRenewed, isComplete, keyCount > stale else { return }
        let items = items()
        guard keyCount > 2 * items.reduce(0, { $0 + keyCountOf($1) }) + stale else { return }
        renewal = Renewal(unread: items)
    }

    /// Adds the keys of some of the items that a renewal lacks, and ends it when there are none left; false when there is
    /// no renewal.
    mutating func renew(
        atMost most: Int,
        _ keysOf: ([Item]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)]
    ) -> Bool {
        guard var next = renewal else { return false }
        do throws(HearthError) {
            next.keys.add(try keysOf(FingerprintIndex.take(from: &next.unread, atMost: most)))
            renewal = next
        } catch {
            // The next look-up in it reports the error.
            renewal = nil
            isNeverRenewed = true
            return true
        }
        if next.unread.isEmpty {
            keys = next.keys
            renewal = nil
        }
        return true
    }
}
