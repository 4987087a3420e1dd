internal import HearthModel

/// How many samples a write changed.
struct ChangeCounts: Sendable {
    var added = 0
    var deleted = 0
    /// Samples that were stored already.
    var unchanged = 0
    /// What a save added, or a deletion deleted, by type.
    var types = SampleCounts()

    /// The receipt of the write. `anchor`: the state right after it.
    func receipt(at anchor: Anchor) -> Receipt {
        Receipt(anchor: anchor, added: added, deleted: deleted, unchanged: unchanged, types: types)
    }
}
