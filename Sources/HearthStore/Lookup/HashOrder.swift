/// Hashes in ascending order, each with the index that it had.
struct HashOrder {
    /// A hash in the upper half of each, its index in the lower half.
    let sorted: [UInt64]

    init(_ hashes: some Collection<UInt32>) {
        var sorted: [UInt64] = []
        sorted.reserveCapacity(hashes.count)
        for hash in hashes {
            sorted.append(UInt64(hash) << 32 | UInt64(sorted.count))
        }
        RadixSort.sort(&sorted, byBitsFrom: 32)
        self.sorted = sorted
    }

    func hash(at position: Int) -> UInt32 { UInt32(truncatingIfNeeded: sorted[position] >> 32) }

    func index(at position: Int) -> Int { Int(sorted[position] & 0xFFFF_FFFF) }

    /// The first position whose hash is not below one.
    func position(of hash: UInt32) -> Int {
        sorted.indices.partition { sorted[$0] < UInt64(hash) << 32 }
    }

    /// Calls `body` with the indexes of each hash that occurs more than once.
    func forEachRepeated(_ body: ([Int]) -> Void) {
        var start = 0
        for position in sorted.indices.dropFirst() where hash(at: position) != hash(at: start) {
            if position - start > 1 {
                body((start..<position).map(index))
            }
            start = position
        }
        if sorted.count - start > 1 {
            body((start..<sorted.count).map(index))
        }
    }
}
