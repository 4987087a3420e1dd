/// The keys of an index, in runs. Four runs of a tier become one of the next, so that few runs are searched, and each key
/// is moved a few times in its life.
struct FingerprintRuns: Sendable {
    private var runs: [FingerprintRun] = []

    /// Runs of a tier that become one.
    private static let mergeWidth = 4

    var keyCount: Int { runs.reduce(0) { $0 + $1.count } }
    /// The number of keys for which there is memory.
    var keyCapacity: Int { runs.reduce(0) { $0 + $1.capacity } }

    /// Adds keys as one run, and merges a few others: what is not merged now is when the next keys are added, so that no
    /// commit waits for all runs.
    mutating func add(_ keys: [(hash: UInt32, sequence: UInt64)]) {
        guard !keys.isEmpty else { return }
        runs.append(FingerprintRun(keys))
        mergeRuns(atMost: max(FingerprintRuns.mergeWidth * keys.count, FingerprintRun.splitCount))
    }

    /// Adds the keys of others, with other numbers.
    mutating func add(_ others: FingerprintRuns, after head: UInt64) {
        guard !others.runs.isEmpty else { return }
        runs += others.runs.map { FingerprintRun($0, after: head) }
        mergeRuns(atMost: FingerprintRun.splitCount)
    }

    private mutating func mergeRuns(atMost most: Int) {
        var room = most
        var tier = 0
        while room > 0, tier <= runs.reduce(0, { max($0, $1.tier) }) {
            let merged = mergeRuns(ofTier: tier, atMost: room)
            room -= merged
            tier += merged == 0 ? 1 : 0
        }
    }

    /// Merges runs of a tier as long as that moves fewer keys than there is room for; returns how many it moved.
    private mutating func mergeRuns(ofTier tier: Int, atMost room: Int) -> Int {
        var byPrefix: [UInt64: [FingerprintRun]] = [:]
        for run in runs where run.tier == tier {
            byPrefix[UInt64(run.prefixBits) << 32 | UInt64(run.prefix), default: []].append(run)
        }
        var moved = 0
        for group in byPrefix.values where group.count >= FingerprintRuns.mergeWidth && moved < room {
            moved += group.reduce(0) { $0 + $1.count }
            runs.removeAll { run in group.contains { $0 === run } }
            runs += FingerprintRun.merged(group)
        }
        return moved
    }

    /// Calls `body` with each range of sequence numbers in which one of the keys may be, with the key's index.
    ///
    /// Keys are searched in the order of their hashes, which is that of the runs: many of them go through the memory of a
    /// run in one direction, which is several times as fast as random access.
    func forEachRange(of keys: HashOrder, _ body: (_ key: Int, _ sequences: ClosedRange<UInt64>) -> Void) {
        for run in runs {
            if run.count * FingerprintRuns.manyMore < keys.sorted.count {
                run.forEachRange(ofAnyIn: keys, body)
                continue
            }
            var next = run.firstCovered(of: keys)
            while next < keys.sorted.count {
                let hash = keys.hash(at: next)
                guard run.covers(hash) else { break }
                run.forEachRange(of: hash) { body(keys.index(at: next), $0) }
                next += 1
            }
        }
    }

    /// Among this many times its own keys, a run searches for its own.
    private static let manyMore = 32
}
