internal import HearthModel

/// The blocks of a snapshot whose keys the indexes of UUIDs, of sync identifiers and of deleted UUIDs lack.
///
/// The keys of the blocks that a store has when it is opened are read later, a few blocks at a time: in idle times, and in
/// the commits of writes that need them. Such a write waits meanwhile, and others do not.
struct UnreadKeys {
    /// Blocks whose keys a commit reads at most, or a step of maintenance.
    static let readAtOnce = 16

    private let snapshot: Snapshot

    init(in snapshot: Snapshot) {
        self.snapshot = snapshot
    }

    var isEmpty: Bool {
        snapshot.identifiers.isComplete && snapshot.syncKeys.isComplete && snapshot.deletedIDs.isComplete
    }

    /// The number of blocks whose keys a write of an app may need.
    func count(for origin: WriteOrigin) -> Int {
        snapshot.identifiers.unindexed.count + snapshot.syncKeys.unindexed.count
            + (origin.isOwnersTool ? 0 : snapshot.deletedIDs.unindexed.count)
    }

    /// Notes that segments were merged, rewritten or written. The keys of the new ones are known if those of the old ones were.
    static func noteReplacement(
        of old: [Segment],
        with new: [Segment],
        _ kind: SegmentSummary.Kind,
        in snapshot: inout Snapshot
    ) {
        switch kind {
        case .samples:
            if !snapshot.identifiers.isComplete {
                snapshot.identifiers.noteReplacement(of: old, with: new.filter(\.summary.hasUnorderedIDs))
            }
            if !snapshot.syncKeys.isComplete {
                snapshot.syncKeys.noteReplacement(of: old, with: new.filter(\.summary.hasSyncKeys))
            }
        case .deletions:
            if !snapshot.deletedIDs.isComplete {
                snapshot.deletedIDs.noteReplacement(of: old, with: new)
            }
        }
    }
}
