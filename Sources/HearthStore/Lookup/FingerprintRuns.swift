/// The keys of an index, in runs. Four runs of a tier become one of the next, so that there are few runs to ask, and each
/// key is moved a few times in its life.
struct FingerprintRuns: Sendable {
    private var runs: [FingerprintRun] = []

    /// So many runs of a tier become one.
    private static let mergeWidth = 4

    var keyCount: Int { runs.reduce(0) { $0 + $1.count } }

    mutating func add(_ keys: [(hash: UInt32, sequence: UInt64)]) {
        guard !keys.isEmpty else { return }
        runs.append(FingerprintRun(keys))
        var tier = 0
        while mergeRuns(ofTier: tier) {
            tier += 1
        }
    }

    /// Merges the runs of a tier that are many enough; false when none are.
    private mutating func mergeRuns(ofTier tier: Int) -> Bool {
        var byPrefix: [UInt64: [FingerprintRun]] = [:]
        for run in runs where run.tier == tier {
            byPrefix[UInt64(run.prefixBits) << 32 | UInt64(run.prefix), default: []].append(run)
        }
        let due = byPrefix.values.filter { $0.count >= FingerprintRuns.mergeWidth }
        for group in due {
            runs.removeAll { run in group.contains { $0 === run } }
            runs += FingerprintRun.merged(group)
        }
        return !due.isEmpty
    }

    /// Calls `body` for each place where one of the keys may be, with the key's index.
    ///
    /// Keys are asked for in the order of their hashes, in which the runs have them, too: many of them go through the
    /// memory of a run in one direction, which is several times as fast as here and there.
    func forEachPlace(of hashes: [UInt32], _ body: (_ key: Int, _ sequences: ClosedRange<UInt64>) -> Void) {
        guard !runs.isEmpty else { return }
        let sorted = hashes.enumerated().map { UInt64($1) << 32 | UInt64($0) }.sorted()
        for run in runs {
            var next = run.firstCovered(of: sorted)
            while next < sorted.count {
                let hash = UInt32(truncatingIfNeeded: sorted[next] >> 32)
                guard run.covers(hash) else { break }
                run.forEachPlace(of: hash) { body(Int(sorted[next] & 0xFFFF_FFFF), $0) }
                next += 1
            }
        }
    }
}
