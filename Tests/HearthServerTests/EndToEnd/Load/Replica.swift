import HearthModel
import HearthTestSupport
import HearthWire

/// The copy that a subscriber keeps, by the rules of chapter 7 of the protocol, which says what may not come.
struct Replica {
    private(set) var anchor: EncodedAnchor = []
    private(set) var ids: Set<ObjectID> = []
    private var gone: Set<ObjectID> = []
    /// What came with or after the anchor, and may be part of a write of which the rest was still to come.
    private var unfinished: Set<ObjectID> = []
    /// What may come again, as the connection ended within its write.
    private var repeatable: Set<ObjectID> = []
    mutating func take(_ batch: ChangeBatch) throws {
        if batch.anchor != anchor {
            unfinished = []
        }
        anchor = batch.anchor
        for id in batch.deleted?.ids ?? [] {
            guard gone.insert(id).inserted || repeatable.contains(id) else {
                throw Unexpected("a deletion came twice")
            }
            ids.remove(id)
            unfinished.insert(id)
        }
        for id in try NumberedSamples.ids(in: batch.added) {
            guard !gone.contains(id) else { throw Unexpected("a sample came after its deletion") }
            guard ids.insert(id).inserted || repeatable.contains(id) else { throw Unexpected("a sample came twice") }
            unfinished.insert(id)
        }
        if batch.caughtUp {
            unfinished = []
            repeatable = []
        }
    }

    /// The connection has ended: the stream is resumed from the anchor.
    mutating func interrupt() {
        repeatable.formUnion(unfinished)
        unfinished = []
    }
}
