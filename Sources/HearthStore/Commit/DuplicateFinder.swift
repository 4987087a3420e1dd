internal import HearthModel

/// Finds identifiers that occur twice.
enum DuplicateFinder {
    /// The position of the first that occurred before; nil when all differ.
    static func firstDuplicate(in ids: [ObjectID]) -> Int? {
        ids.isStrictlyAscending ? nil : search(ids)
    }

    /// An open hash table of positions, at most half full. The hashes depend on random numbers of the process, so that no
    /// client can choose identifiers that collide.
    private static func search(_ ids: [ObjectID]) -> Int? {
        var capacity = 16
        while capacity < 2 * ids.count {
            capacity *= 2
        }
        var slots = [Int32](repeating: -1, count: capacity)
        for (row, id) in ids.enumerated() {
            var slot =
                Int(truncatingIfNeeded: Checksum.avalanche((id.high ^ seed) &* multiplier &+ id.low)) & (capacity - 1)
            while slots[slot] >= 0 {
                if ids[Int(slots[slot])] == id {
                    return row
                }
                slot = (slot + 1) & (capacity - 1)
            }
            slots[slot] = Int32(row)
        }
        return nil
    }

    private static let seed = UInt64.random(in: 0 ... .max)
    private static let multiplier = UInt64.random(in: 0 ... .max) | 1
}
