internal import HearthModel

/// What a prepared save depends on: what of it others must not change before the commit.
///
/// Only the app that saves can change that, as it alone deletes and replaces its samples, except that others may save
/// samples with its UUIDs, and delete them again. What else others do is followed: they save, delete samples in the same
/// segments, and add samples to workouts.
struct SaveDependencies: Sendable {
    enum Check {
        /// Nothing that was decided has become wrong.
        case holds
        /// More has changed meanwhile than may be looked at.
        case tooMuch
        /// The save has to be decided again.
        case fails
    }

    private let origin: WriteOrigin
    /// Samples that were compared with those of the save. They must still be stored.
    private var compared: [LocatedRows]
    /// The rows that the save takes out.
    private(set) var removed: [DeletedRows]
    /// IDs that must still be unused at the commit.
    private let newIDs: SoughtIDs
    /// The hashes of sync identifiers, ascending.
    private let syncKeys: [ObjectType: [UInt64]]
    /// Samples that the save replaces: workouts that have them since also get the newer versions.
    private let replacements: [(old: ObjectID, successor: ObjectID)]
    private let replacesWorkouts: Bool
    private let replacedIDs: SoughtIDs
    private var associations: [Association]
    /// What becomes of associations, if that has changed.
    private var changedAssociations: AssociationChanges?
    /// The number of the last change that is known not to affect the save.
    private var head: UInt64 = 0
    /// The same for associations.
    private var lastAssociation: Int64 = 0

    /// `associations`: those that concern the samples that the save replaces.
    init(
        _ decisions: SaveDecisions,
        _ changes: SaveChanges?,
        _ associations: [Association],
        newIDs: [ObjectID],
        by origin: WriteOrigin,
        in snapshot: Snapshot
    ) {
        self.origin = origin
        compared = decisions.compared
        removed = changes?.removed ?? []
        self.newIDs = SoughtIDs(newIDs)
        syncKeys = decisions.syncKeys
        replacements = changes == nil ? [] : decisions.replacedIDs
        replacesWorkouts = changes != nil && decisions.replacesWorkouts
        replacedIDs = SoughtIDs(replacements.map(\.old))
        self.associations = associations
        note(snapshot)
    }

    private mutating func note(_ snapshot: Snapshot) {
        head = snapshot.head
        lastAssociation = snapshot.associations.last?.id ?? 0
    }

    /// Checks that what has changed since then makes no difference, and follows what has moved, if that concerns no more
    /// than `most` rows.
    mutating func check(
        in snapshot: Snapshot,
        _ reader: SegmentReader,
        atMost most: Int = .max
    ) throws(HearthError) -> Check {
        var follower = RowFollower(in: snapshot, reader, after: head, atMost: most)
        switch try follower.find(compared) {
        case nil: break
        case .all(let found)?: compared = found
        case .notAll?: return .fails
        case .tooMuch?: return .tooMuch
        }
        switch try follower.find(removed.map { LocatedRows($0) }) {
        case nil: break
        case .all(let found)?: removed = found.map { DeletedRows(segment: $0.segment, rows: $0.rows) }
        case .notAll?: return .fails
        case .tooMuch?: return .tooMuch
        }
        var rows = follower.work
        for (type, list) in snapshot.samples {
            for segment in list.segments(after: head) where concerns(segment, of: type) {
                rows += type.kind == .correlation ? max(segment.count, segment.summary.encodedSize / 16) : segment.count
                guard rows <= most else { return .tooMuch }
                if try changes(segment, of: type, in: snapshot, reader) { return .fails }
            }
        }
        for segment in newDeletions(in: snapshot) {
            rows += segment.count
            guard rows <= most else { return .tooMuch }
            if try deletesNewIDs(segment, reader) { return .fails }
        }
        guard try follow(snapshot.associations, in: snapshot, reader, atMost: most - rows) else { return .tooMuch }
        note(snapshot)
        return .holds
    }

    /// What becomes of associations, if the last checks have found that it has changed.
    mutating func takeChangedAssociations() -> AssociationChanges? { changedAssociations.take() }

    /// Whether a segment with new samples could make a difference, as far as the directory says.
    private func concerns(_ segment: Segment, of type: ObjectType) -> Bool {
        newIDs.bounds.map(segment.summary.ids.overlaps) ?? false
            || segment.summary.hasSyncKeys && syncKeys[type] != nil
            || type.kind == .correlation && replacedIDs.bounds != nil
    }

    /// Segments with new deletions that could have UUIDs of the save.
    private func newDeletions(in snapshot: Snapshot) -> [Segment] {
        guard let bounds = newIDs.bounds, snapshot.deletedIDs.concern(origin) else { return [] }
        return snapshot.deletions.values.flatMap { list in
            list.segments(after: head).filter { $0.summary.ids.overlaps(bounds) }
        }
    }

    /// Whether new deletions of the segment have UUIDs of the save.
    private func deletesNewIDs(_ segment: Segment, _ reader: SegmentReader) throws(HearthError) -> Bool {
        guard let rows = try reader.intactDeletions(of: segment) else { return false }
        return rows.ids.indices.contains { rows.sequences[$0] > head && newIDs.contains(rows.ids[$0]) }
    }

    /// Whether new samples of the segment affect the save.
    private func changes(
        _ segment: Segment,
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

    /// Finds what becomes of associations, if some have changed that concern the save. False: that takes more work.
    private mutating func follow(
        _ current: AssociationList,
        in snapshot: Snapshot,
        _ reader: SegmentReader,
        atMost most: Int
    ) throws(HearthError) -> Bool {
        guard replacedIDs.bounds != nil else { return true }
        var rows = 0
        var haveChanged = !associations.allSatisfy { current.current($0)?.workout == $0.workout }
        var position = current.partition { [lastAssociation] in $0.id <= lastAssociation }
        while !haveChanged, position < current.end {
            let association = current[position]
            rows += association.summary.count
            guard rows <= most else { return false }
            haveChanged = replacedIDs.contains(association.workout)
            if !haveChanged {
                haveChanged = try reader.members(of: association).contains(where: replacedIDs.contains)
            }
            position = current.after(position)
        }
        guard haveChanged else { return true }
        rows += replacements.count
        guard rows <= most else { return false }
        var changes = AssociationChanges(replacements, replacesWorkouts: replacesWorkouts, in: snapshot)
        let areFound = try reader.withBudget(rows: most - rows) { () throws(HearthError) in
            try changes.proceed(reader)
        }
        guard areFound else { return false }
        associations = changes.associations
        changedAssociations = changes
        return true
    }
}

extension [UInt64] {
    /// Whether a number is among these, which ascend.
    fileprivate func containsAscending(_ number: UInt64) -> Bool {
        let position = indices.partition { self[$0] < number }
        return position < count && self[position] == number
    }
}
