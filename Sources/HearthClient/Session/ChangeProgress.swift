import HearthModel
import HearthWire

/// How far a stream of changes has come, so that the next connection can continue it.
///
/// A write that does not fit into one batch arrives in several. Only the last of them has a newer anchor. If the
/// connection is lost between them, the whole write is delivered again, after the anchor before it.
struct ChangeProgress: Sendable {
    /// The anchor after the last write that arrived whole.
    private(set) var anchor: EncodedAnchor
    /// The samples and deletions up to the anchor.
    private(set) var count: UInt64 = 0
    /// The batches that arrived after the anchor.
    private(set) var batchesOfOpenWrite = 0
    private var countOfOpenWrite: UInt64 = 0

    init(anchor: EncodedAnchor = []) {
        self.anchor = anchor
    }

    mutating func note(_ batch: ChangeBatch) {
        countOfOpenWrite += UInt64(batch.added.reduce(0) { $0 + $1.count } + (batch.deleted?.count ?? 0))
        guard batch.anchor != anchor || batch.caughtUp else {
            batchesOfOpenWrite += 1
            return
        }
        anchor = batch.anchor
        count += countOfOpenWrite
        countOfOpenWrite = 0
        batchesOfOpenWrite = 0
    }
}
