internal import HearthModel

/// Finds what may hold a key: segments with a UUID that says nothing of its age, or with a sync identifier; associations
/// with a sample.
///
/// Keys of new items come in as runs. Four runs of a tier become one of the next, so that there are few runs to ask,
/// and each key is moved a few times in its life. It is made from the items when a store is opened and lives in
/// memory, 6.5 bytes for each key. What was deleted stays in it and is found to be gone.
struct FingerprintIndex<Item: Sendable>: Sendable {
    private var runs: [FingerprintRun] = []
    /// Items whose keys are not in runs yet, in their order: since the store was opened nobody had to know.
    private(set) var unindexed: [Item] = []

    /// So many runs of a tier become one.
    private static var mergeWidth: Int { 4 }

    var isComplete: Bool { unindexed.isEmpty }

    /// Takes in items without reading them.
    init(unindexed: [Item] = []) {
        self.unindexed = unindexed
    }

    /// Takes some of the items that are not in runs, for their keys to be added.
    mutating func takeUnindexed(atMost most: Int) -> [Item] {
        let taken = Array(unindexed.prefix(most))
        unindexed.removeFirst(taken.count)
        return taken
    }

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
        let due = byPrefix.values.filter { $0.count >= FingerprintIndex.mergeWidth }
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

extension SegmentRows {
    /// What the index of identifiers knows of the samples.
    var identifierKeys: [(hash: UInt32, sequence: UInt64)] {
        zip(samples.ids, sequences).map { ($0.fingerprint, $1) }
    }

    /// What the index of sync identifiers knows of those that have one.
    var syncIndexKeys: [(hash: UInt32, sequence: UInt64)] {
        zip(syncKeys, sequences).compactMap { key, sequence in
            key == 0 ? nil : (SyncKey.fingerprint(of: key), sequence)
        }
    }
}

extension ObjectID {
    /// What the index knows of an identifier.
    var fingerprint: UInt32 {
        UInt32(truncatingIfNeeded: Checksum.avalanche(high &* 0x9E37_79B1_85EB_CA87 ^ low) >> 32)
    }
}
