import HearthModel
import HearthWire

/// A copy of the store that one who follows changes keeps.
struct Replica {
    private(set) var ids: Set<ObjectID> = []

    /// Returns the samples that were added though they were there already.
    mutating func apply(_ batch: ChangeBatch) -> Set<ObjectID> {
        ids.subtract(batch.deleted?.ids ?? [])
        let added = Set(batch.added.flatMap(\.ids))
        defer { ids.formUnion(added) }
        return ids.intersection(added)
    }
}
