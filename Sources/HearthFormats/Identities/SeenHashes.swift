/// The hashes that occurred so far, as an open hash table: 8 to 16 bytes for each. Their lowest bits have to be as random
/// as the others.
package struct SeenHashes: Sendable {
    /// 0: free.
    private var table = [UInt64](repeating: 0, count: 1 << 12)
    private var count = 0

    package init() {}

    /// Adds a hash; false when it is there already.
    package mutating func insert(_ hash: UInt64) -> Bool {
        let hash = hash == 0 ? 1 : hash
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] != 0 {
            guard table[place] != hash else { return false }
            place = (place + 1) & (table.count - 1)
        }
        table[place] = hash
        count += 1
        if count * 4 > table.count * 3 {
            grow()
        }
        return true
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: table.count * 2)
        for hash in table where hash != 0 {
            var place = Int(truncatingIfNeeded: hash) & (larger.count - 1)
            while larger[place] != 0 {
                place = (place + 1) & (larger.count - 1)
            }
            larger[place] = hash
        }
        table = larger
    }
}
