internal import HearthModel

/// What a prepared save depends on: what of it others must not change before the commit.
///
/// Only the app that saves can change that, as it alone deletes and replaces its samples, except that others may save
/// samples with its UUIDs, and delete them again. What else others do is followed: they save, delete samples in the same
/// segments, and add samples to workouts. `SaveCheck` follows it step by step.
struct SaveDependencies: Sendable {
    private let origin: WriteOrigin
    /// Samples that were compared with those of the save. They must still be stored.
    private(set) var compared: [LocatedRows]
    /// The rows that the save takes out.
    private(set) var removed: [DeletedRows]
    /// IDs that must still be unused at the commit.
    private let newIDs: SoughtIDs
    /// The hashes of sync identifiers, ascending.
    private let syncKeys: [ObjectType: [UInt64]]
    private let replacedIDs: SoughtIDs
    /// What becomes of workouts: those that have the samples that the save replaces also get the newer versions.
    var memberships: FollowedMemberships
    /// The number of the last change that is known not to affect the save.
    private(set) var head: UInt64

    /// `followsMembers`: whether the save becomes a member of workouts, which one that is refused does not.
    init(
        _ decisions: SaveDecisions,
        _ changes: SaveChanges?,
        followsMembers: Bool,
        newIDs: [ObjectID],
        by origin: WriteOrigin,
        in snapshot: Snapshot
    ) {
        self.origin = origin
        compared = decisions.compared
        removed = changes?.removed ?? []
        self.newIDs = SoughtIDs(newIDs)
        syncKeys = decisions.syncKeys
        let replacements = changes == nil ? [] : decisions.replacedIDs
        replacedIDs = SoughtIDs(replacements.map(\.old))
        memberships = FollowedMemberships(
            followsMembers ? replacements : [],
            replacesWorkouts: decisions.replacesWorkouts
        )
        head = snapshot.head
    }

    /// Nothing up to a change affects the save; the samples are found where they are now.
    mutating func note(_ head: UInt64, compared: [LocatedRows], removed: [LocatedRows]) {
        self.head = head
        self.compared = compared
        self.removed = removed.map { DeletedRows(segment: $0.segment, rows: $0.rows) }
    }

    /// Segments with new samples that could make a difference, as far as the directory says.
    func newSegments(in snapshot: Snapshot) -> [(segment: Segment, type: ObjectType)] {
        var segments: [(segment: Segment, type: ObjectType)] = []
        for (type, list) in snapshot.samples {
            segments += list.segments(after: head).filter { concerns($0, of: type) }.map { ($0, type) }
        }
        return segments
    }

    /// Whether a segment with new samples could make a difference, as far as the directory says.
    private func concerns(_ segment: Segment, of type: ObjectType) -> Bool {
        newIDs.bounds.map(segment.summary.ids.overlaps) ?? false
            || segment.summary.hasSyncKeys && syncKeys[type] != nil
            || type.kind == .correlation && replacedIDs.bounds != nil
    }

    /// Segments with new deletions that could have UUIDs of the save.
    func newDeletions(in snapshot: Snapshot) -> [Segment] {
        guard let bounds = newIDs.bounds, snapshot.deletedIDs.concern(origin) else { return [] }
        return snapshot.deletions.values.flatMap { list in
            list.segments(after: head).filter { $0.summary.ids.overlaps(bounds) }
        }
    }

    /// Whether new deletions of the segment have UUIDs of the save.
    func deletesNewIDs(_ segment: Segment, _ reader: SegmentReader) throws(HearthError) -> Bool {
        guard let rows = try reader.intactDeletions(of: segment) else { return false }
        return rows.ids.indices.contains { rows.sequences[$0] > head && newIDs.contains(rows.ids[$0]) }
    }

    /// Whether new samples of the segment affect the save.
    func areAffected(
        by segment: Segment,
        of type: ObjectType,
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> Bool {
        if let bounds = newIDs.bounds, segment.summary.ids.overlaps(bounds) {
            let ids = try reader.ids(of: segment)
            if try areNew(ids.indices.filter { newIDs.contains(ids[$0]) }, in: segment, reader) { return true }
        }
        if segment.summary.hasSyncKeys, let sought = syncKeys[type] {
            let keys = try reader.syncKeys(of: segment)
            let found = keys.indices.filter { sought.containsAscending(keys[$0]) }
            if try areNew(found, ofAppIn: snapshot.provenances, in: segment, reader) { return true }
        }
        guard type.kind == .correlation, replacedIDs.bounds != nil,
            try reader.memberSet(of: segment).ids.contains(where: replacedIDs.contains)
        else { return false }
        guard case .correlation(let columns) = try reader.rows(of: segment, .payload).samples.payload else {
            throw .damagedBlock
        }
        let memberships = columns.memberships.enumerated()
        let found = memberships.filter { $1.contains(where: replacedIDs.contains) }.map(\.offset)
        return try areNew(found, in: segment, reader)
    }

    /// Whether one of the rows was not there before: a segment that was merged has others, too. `ofAppIn`: only those of the
    /// app count.
    private func areNew(
        _ rows: [Int],
        ofAppIn provenances: ProvenanceTable? = nil,
        in segment: Segment,
        _ reader: SegmentReader
    ) throws(HearthError) -> Bool {
        guard !rows.isEmpty else { return false }
        let stored = try reader.rows(of: segment, provenances == nil ? .log : [.log, .provenances])
        return rows.contains { row in
            stored.sequences[row] > head
                && provenances.map { $0[stored.provenances[row]].isSaved(by: origin) } ?? true
        }
    }
}

extension [UInt64] {
    /// Whether a number is among these, which ascend.
    fileprivate func containsAscending(_ number: UInt64) -> Bool {
        let position = indices.partition { self[$0] < number }
        return position < count && self[position] == number
    }
}
