internal import HearthModel

extension FingerprintIndex<Segment> {
    /// Takes the segments without keys that may have some of the UUIDs.
    mutating func takeUnindexed(withAny ids: [ObjectID]) -> [Segment] {
        guard !isComplete, !ids.isEmpty else { return [] }
        let order = ids.sortedIndexes
        return takeUnindexed { !order.within($0.summary.ids, of: ids).isEmpty }
    }

    /// The segments without keys that may have some of the UUIDs, each with the indexes of those.
    func unindexed(withAny ids: [ObjectID]) -> [(segment: Segment, ids: [Int])] {
        guard !isComplete else { return [] }
        let order = ids.sortedIndexes
        return unindexed.compactMap { segment in
            let indexes = order.within(segment.summary.ids, of: ids)
            return indexes.isEmpty ? nil : (segment, Array(indexes))
        }
    }

    /// Notes that segments were replaced. If one of them was without keys, so are the new ones.
    mutating func noteReplacement(of old: [Segment], with new: [Segment]) {
        let replaced = Set(old.map(\.id))
        guard !takeUnindexed(where: { replaced.contains($0.id) }).isEmpty else { return }
        addUnindexed(new)
    }
}
