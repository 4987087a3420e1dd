internal import HearthModel

/// The UUIDs of the deletions that are kept, as far as these tell whose samples they were: a save looks its UUIDs up here,
/// because a deleted UUID stays its app's.
///
/// The keys of blocks that a store has when it is opened are read later, a few blocks at a time or when a save may need
/// them. Until then the UUIDs between which those of a block lie lead to it.
struct DeletedIDs: Sendable {
    /// Blocks that a commit reads for a save that needs their keys.
    static let readAtOnce = 64

    private var index: FingerprintIndex<Segment>
    /// The apps whose samples the indexed deletions were, also those that are forgotten since.
    private var apps: Set<AppID> = []

    init(unindexed: [Segment] = []) {
        index = FingerprintIndex(unindexed: unindexed)
    }

    var isComplete: Bool { index.isComplete }
    var keyCount: Int { index.keyCount }

    /// Whether there may be deletions of other apps, so that a save of an app has to look its UUIDs up.
    func concern(_ origin: WriteOrigin) -> Bool {
        guard !origin.isOwnersTool else { return false }
        return !index.isComplete || apps.contains { $0 != origin.app }
    }

    /// Whether saves of an app, of more than a few samples, have to wait until the index is complete.
    func isIncomplete(for origin: WriteOrigin) -> Bool { !origin.isOwnersTool && !index.isComplete }

    /// Whether a save of an app, of however few samples, may have to wait for more blocks than one commit reads.
    func lacksMany(for origin: WriteOrigin) -> Bool {
        !origin.isOwnersTool && index.unindexed.count > DeletedIDs.readAtOnce
    }

    /// Adds deletions that a commit makes, or whose block was read.
    mutating func add(_ rows: DeletionRows, _ provenances: ProvenanceTable) {
        index.add(IndexKeys.deletions(of: rows))
        var last: UInt32?
        for owner in rows.owners where owner != last {
            last = owner
            noteOwner(owner, provenances)
        }
    }

    /// Adds deletions in blocks that readers have made, with the numbers that follow a number. `owner`: the number of a
    /// provenance of their app.
    mutating func add(_ keys: FingerprintRuns, after head: UInt64, of owner: UInt32, _ provenances: ProvenanceTable) {
        guard keys.keyCount > 0 else { return }
        index.add(keys, after: head)
        noteOwner(owner, provenances)
    }

    private mutating func noteOwner(_ number: UInt32, _ provenances: ProvenanceTable) {
        guard let app = provenances.owner(number) else { return }
        apps.insert(app)
    }

    /// Notes that segments were merged, or written.
    mutating func noteReplacement(of old: [Segment], with new: [Segment]) {
        guard !index.isComplete else { return }
        let replaced = Set(old.map(\.id))
        guard !index.takeUnindexed(where: { replaced.contains($0.id) }).isEmpty else { return }
        index.addUnindexed(new)
    }

    mutating func takeUnindexed(atMost most: Int) -> [Segment] { index.takeUnindexed(atMost: most) }

    /// Takes the segments without keys that may have some of the UUIDs.
    mutating func takeUnindexed(withAny ids: [ObjectID]) -> [Segment] {
        let order = ids.sortedIndexes
        return index.takeUnindexed { !order.within($0.summary.ids, of: ids).isEmpty }
    }

    mutating func giveBack(_ unindexed: [Segment]) {
        index.addUnindexed(unindexed)
    }

    /// Frees the index of the keys of forgotten deletions, a few segments at a time; false if it has few of them.
    mutating func renew(
        atMost most: Int,
        stale: Int,
        of segments: @autoclosure () -> [Segment],
        _ keysOf: ([Segment]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)]
    ) -> Bool {
        index.beginRenewal(stale: stale, of: segments(), \.count)
        return index.renew(atMost: most, keysOf)
    }

    /// The segments of a snapshot that may have some of the UUIDs, each with the indexes of those. `order`: that of their
    /// fingerprints, where it is known.
    func candidates(
        for ids: [ObjectID],
        order: HashOrder? = nil,
        in snapshot: Snapshot
    ) -> [(segment: Segment, ids: [Int])] {
        var found = CandidateSegments()
        if !index.isComplete {
            let order = ids.sortedIndexes
            for segment in index.unindexed where snapshot.contains(segment) {
                let indexes = order.within(segment.summary.ids, of: ids)
                if !indexes.isEmpty {
                    found.add(Array(indexes), in: segment)
                }
            }
        }
        guard keyCount > 0 else { return found.all }
        let lists = snapshot.deletions.values
        index.forEachRange(of: order ?? HashOrder(ids.lazy.map(\.fingerprint))) { index, sequences in
            for segment in lists.lazy.flatMap({ $0.segments(with: sequences) })
            where segment.summary.ids.contains(ids[index]) {
                found.add(index, in: segment)
            }
        }
        return found.all
    }
}
