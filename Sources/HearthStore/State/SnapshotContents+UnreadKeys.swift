internal import HearthModel

/// The blocks whose keys the indexes of UUIDs, of sync identifiers and of deleted UUIDs lack.
///
/// The keys of the blocks that a store has when it is opened are read later, a few blocks at a time: in idle times, and in
/// the commits of writes that need them. Such a write waits meanwhile, and others do not.
extension SnapshotContents {
    /// Blocks whose keys a commit reads at most, or a step of maintenance.
    static let blocksReadAtOnce = 16

    var hasUnreadKeys: Bool { !identifiers.isComplete || !syncKeys.isComplete || !deletedIDs.isComplete }

    /// The number of blocks whose keys a write of an app may need.
    func unreadBlocks(for origin: WriteOrigin) -> Int {
        identifiers.unindexed.count + syncKeys.unindexed.count + (origin.isOwnersTool ? 0 : deletedIDs.unindexedCount)
    }

    /// Notes that segments were merged, rewritten or written. The keys of the new ones are known if those of the old ones were.
    mutating func noteReplacement(of old: [Segment], with new: [Segment], _ kind: SegmentSummary.Kind) {
        switch kind {
        case .samples:
            if !identifiers.isComplete {
                identifiers.noteReplacement(of: old, with: new.filter(\.summary.hasUnorderedIDs))
            }
            if !syncKeys.isComplete {
                syncKeys.noteReplacement(of: old, with: new.filter(\.summary.hasSyncKeys))
            }
        case .deletions:
            if !deletedIDs.isComplete {
                deletedIDs.noteReplacement(of: old, with: new)
            }
        }
    }
}
