internal import HearthSystem

/// Keys with the sequence numbers with which they were saved, packed: 32 bits of a hash and 16 bits of a sequence number for each.
///
/// A run answers "where might this key be?" with a range of sequence numbers. It is wrong once in a few hundred times, which
/// reading the segment shows. The hashes are sorted, so that runs are merged in one pass.
final class FingerprintRun: Sendable {
    /// The least sequence number, and the distance between two neighbouring offsets.
    private let base: UInt64
    private let step: UInt64
    /// How far beyond its offset a key can lie, from being rounded down once or more often.
    private let slack: UInt64
    /// The hashes that the run can have: those that begin with these bits.
    let prefix: UInt32
    let prefixBits: UInt32
    /// About the logarithm of its size, in steps of the width of a merge.
    let tier: Int
    private let hashes: [UInt32]
    private let offsets: [UInt16]
    /// Where the hashes of each bucket begin; a bucket is a few leading bits after the prefix.
    private let buckets: [UInt32]
    private let bucketShift: UInt32

    /// Hashes in a bucket on average: about a cache line.
    private static let bucketSize = 8

    private init(_ content: Content, prefix: UInt32, prefixBits: UInt32, tier: Int) {
        base = content.base
        step = content.step
        slack = content.slack
        hashes = content.hashes
        offsets = content.offsets
        self.prefix = prefix
        self.prefixBits = prefixBits
        self.tier = tier
        var bits: UInt32 = 0
        while bits + prefixBits < 32, hashes.count >> Int(bits) > FingerprintRun.bucketSize {
            bits += 1
        }
        bucketShift = 32 - bits
        var buckets = [UInt32](repeating: 0, count: (1 << Int(bits)) + 1)
        for hash in hashes {
            buckets[FingerprintRun.bucket(hash << prefixBits, bucketShift) + 1] += 1
        }
        for bucket in 1..<buckets.count {
            buckets[bucket] += buckets[bucket - 1]
        }
        self.buckets = buckets
    }

    /// The same keys, with numbers that are greater by one number. Numbers below 0, which count from the end of a write, are
    /// those of their bits.
    init(_ other: FingerprintRun, after head: UInt64) {
        base = other.base &+ head
        step = other.step
        slack = other.slack
        prefix = other.prefix
        prefixBits = other.prefixBits
        tier = other.tier
        hashes = other.hashes
        offsets = other.offsets
        buckets = other.buckets
        bucketShift = other.bucketShift
    }

    var count: Int { hashes.count }
    /// The number of keys for which it has memory.
    var capacity: Int { max(hashes.capacity, offsets.capacity) }

    /// The greatest number that a key's offset stands for.
    private var lastSequence: UInt64 { base + UInt64(offsets.max() ?? 0) * step }

    private static func bucket(_ hash: UInt32, _ shift: UInt32) -> Int {
        // A shift by 32 gives 0, as there is one bucket then.
        Int(hash >> shift)
    }

    /// Calls `body` with the ranges of sequence numbers in which a key with this hash may have been saved.
    func forEachRange(of hash: UInt32, _ body: (ClosedRange<UInt64>) -> Void) {
        let bucket = FingerprintRun.bucket(hash << prefixBits, bucketShift)
        for index in Int(buckets[bucket])..<Int(buckets[bucket + 1]) where hashes[index] == hash {
            body(sequences(at: index))
        }
    }

    private func sequences(at index: Int) -> ClosedRange<UInt64> {
        let first = base + UInt64(offsets[index]) * step
        return first...first + slack
    }

    /// Calls `body` with each of many keys that the run may have, and each of its ranges.
    func forEachRange(ofAnyIn keys: HashOrder, _ body: (_ key: Int, _ sequences: ClosedRange<UInt64>) -> Void) {
        for (index, hash) in hashes.enumerated() {
            var position = keys.position(of: hash)
            while position < keys.sorted.count, keys.hash(at: position) == hash {
                body(keys.index(at: position), sequences(at: index))
                position += 1
            }
        }
    }

    /// Where the hashes that the run can have begin among sorted keys.
    func firstCovered(of keys: HashOrder) -> Int {
        prefixBits == 0 ? 0 : keys.position(of: prefix << (32 - prefixBits))
    }

    /// Whether the run can have a key with this hash.
    func covers(_ hash: UInt32) -> Bool {
        prefixBits == 0 || hash >> (32 - prefixBits) == prefix
    }
}

// MARK: - Making runs

extension FingerprintRun {
    private struct Content {
        var base: UInt64
        var step: UInt64
        var slack: UInt64
        var hashes: [UInt32] = []
        var offsets: [UInt16] = []
    }

    private static let placesMax: UInt64 = 1 << 16

    /// The smallest step with which all numbers of a range have an offset.
    private static func step(from first: UInt64, to last: UInt64) -> UInt64 {
        (last - first) / placesMax + 1
    }

    /// A run of keys by their hashes, each with the sequence number of its own sample, or the number of its association.
    convenience init(_ keys: [(hash: UInt32, sequence: UInt64)]) {
        let sequences = keys.map(\.sequence).bounds
        let step = FingerprintRun.step(from: sequences.lowerBound, to: sequences.upperBound)
        var content = Content(base: sequences.lowerBound, step: step, slack: step - 1)
        var packed = keys.map { key in
            UInt64(key.hash) << 16 | (key.sequence - content.base) / content.step
        }
        RadixSort.sort(&packed, byBitsFrom: 16)
        content.hashes = packed.map { UInt32($0 >> 16) }
        content.offsets = packed.map { UInt16(truncatingIfNeeded: $0) }
        self.init(content, prefix: 0, prefixBits: 0, tier: (Int.bitWidth - 1 - keys.count.leadingZeroBitCount) / 2)
    }

    /// The number of hashes that begin with the bits of a prefix.
    private func count(beginningWith prefix: UInt32, of bits: UInt32) -> Int {
        guard bits > 0 else { return count }
        let first = hashes.indices.partition { hashes[$0] >> (32 - bits) < prefix }
        return hashes.indices.partition { hashes[$0] >> (32 - bits) <= prefix } - first
    }

    /// A run of more hashes than this is split by two more bits of prefix, so that no merge takes long.
    static let splitCount = 1 << 18

    /// Runs of one prefix as one, or as four when it would be large.
    static func merged(_ runs: [FingerprintRun]) -> [FingerprintRun] {
        let base = runs.reduce(.max) { min($0, $1.base) }
        let step = step(from: base, to: runs.reduce(0) { max($0, $1.lastSequence) })
        // Each rounding adds to how far an offset can be off; without one, as when a run is small, it stays exact.
        let slack = runs.reduce(0) { max($0, $1.slack) } + step - 1
        let total = runs.reduce(0) { $0 + $1.count }
        let (prefix, prefixBits, tier) = (runs[0].prefix, runs[0].prefixBits, runs[0].tier + 1)
        let parts = total > splitCount && prefixBits < 28 ? 4 : 1
        let partBits: UInt32 = parts == 4 ? 2 : 0
        var contents = [Content](repeating: Content(base: base, step: step, slack: slack), count: parts)
        for part in contents.indices {
            // Exactly: an array that grows by one takes twice the memory.
            let most = runs.reduce(0) {
                $0 + $1.count(beginningWith: prefix << partBits | UInt32(part), of: prefixBits + partBits)
            }
            contents[part].hashes.reserveCapacity(most)
            contents[part].offsets.reserveCapacity(most)
        }
        var heads = [Int](repeating: 0, count: runs.count)
        for _ in 0..<total {
            var least: UInt64 = .max
            var source = 0
            for index in runs.indices where heads[index] < runs[index].count {
                let hash = UInt64(runs[index].hashes[heads[index]])
                if hash < least {
                    least = hash
                    source = index
                }
            }
            let run = runs[source]
            let sequence = run.base + UInt64(run.offsets[heads[source]]) * run.step
            heads[source] += 1
            let part = partBits == 0 ? 0 : Int(least >> UInt64(32 - prefixBits - partBits)) & 3
            let offset = UInt16((sequence - base) / step)
            // The versions of one sync identifier, for example: one entry does for all that are close.
            guard contents[part].hashes.last != UInt32(least) || contents[part].offsets.last != offset else { continue }
            contents[part].hashes.append(UInt32(least))
            contents[part].offsets.append(offset)
        }
        return contents.enumerated().filter { !$0.element.hashes.isEmpty }.map { part, content in
            FingerprintRun(
                content,
                prefix: prefix << partBits | UInt32(part),
                prefixBits: prefixBits + partBits,
                tier: tier
            )
        }
    }
}
