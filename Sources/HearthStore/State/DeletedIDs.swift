internal import HearthModel

/// The UUIDs of the deletions that are kept, as far as these tell whose samples they were: a save looks its UUIDs up here,
/// because a deleted UUID stays its app's.
///
/// Until the keys of a block are read, the UUIDs between which its own lie lead to it.
struct DeletedIDs: Sendable {
    private var index: FingerprintIndex<Segment>
    /// The apps whose samples the indexed deletions were, also those that are forgotten since.
    private var apps: Set<AppID> = []

    init(unindexed: [Segment] = []) {
        index = FingerprintIndex(unindexed: unindexed)
    }

    var isComplete: Bool { index.isComplete }
    var keyCount: Int { index.keyCount }
    /// The number of blocks whose keys are not read yet.
    var unindexedCount: Int { index.unindexed.count }

    /// Whether there may be deletions of other apps, so that a save of an app has to look its UUIDs up.
    func concern(_ origin: WriteOrigin) -> Bool {
        guard !origin.isOwnersTool else { return false }
        return !index.isComplete || apps.contains { $0 != origin.app }
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

    mutating func noteReplacement(of old: [Segment], with new: [Segment]) {
        index.noteReplacement(of: old, with: new)
    }

    /// Takes over the keys that an earlier state has of these deletions.
    mutating func takeOver(
        _ earlier: DeletedIDs,
        isKnown: (Segment) -> Bool,
        isCurrent: (Segment) -> Bool
    ) {
        index.takeOver(earlier.index, isKnown: isKnown, isCurrent: isCurrent)
        apps = earlier.apps
    }

    mutating func takeUnindexed(atMost most: Int) -> [Segment] { index.takeUnindexed(atMost: most) }

    mutating func takeUnindexed(withAny ids: [ObjectID]) -> [Segment] { index.takeUnindexed(withAny: ids) }

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
        for (segment, indexes) in index.unindexed(withAny: ids) where snapshot.contains(segment) {
            found.add(indexes, in: segment)
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
