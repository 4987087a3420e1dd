internal import HearthModel

/// What a prepared save depends on: what of it others must not change before the commit.
struct SaveDependencies: Sendable {
    enum Check {
        /// Nothing that was decided has become wrong.
        case holds
        /// More was saved meanwhile than may be looked at.
        case tooMuch
        /// The save has to be decided again.
        case fails
    }

    /// Segments with samples that were compared with those of the save, or that it takes out.
    private let segments: [Segment]
    /// IDs that must still be unused at the commit.
    private let newIDs: SoughtIDs
    /// The hashes of sync identifiers, ascending.
    private let syncKeys: [ObjectType: [UInt64]]
    /// Of the samples that the save replaces: correlations and workouts that have them since have to get the newer versions.
    private let replacedIDs: SoughtIDs
    private let associations: [Association]
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
        in snapshot: Snapshot
    ) {
        segments = decisions.comparedSegments + (changes?.removed.map(\.segment) ?? [])
        self.newIDs = SoughtIDs(newIDs)
        syncKeys = decisions.syncKeys
        replacedIDs = SoughtIDs(changes == nil ? [] : decisions.replacements.map(\.old.id))
        self.associations = associations
        note(snapshot)
    }

    private mutating func note(_ snapshot: Snapshot) {
        head = snapshot.head
        lastAssociation = snapshot.associations.last?.id ?? 0
    }

    /// Checks that saves and deletions since then make no difference, if they concern no more than `most` rows.
    mutating func check(
        in snapshot: Snapshot,
        _ reader: SegmentReader,
        atMost most: Int = .max
    ) throws(HearthError) -> Check {
        guard segments.allSatisfy(snapshot.contains) else { return .fails }
        var rows = 0
        for (type, list) in snapshot.samples {
            for segment in list.segments(after: head) where concerns(segment, of: type) {
                rows += type.kind == .correlation ? max(segment.count, segment.summary.encodedSize / 16) : segment.count
                guard rows <= most else { return .tooMuch }
                if try changes(segment, of: type, reader) { return .fails }
            }
        }
        guard replacedIDs.bounds != nil else {
            note(snapshot)
            return .holds
        }
        guard associations.allSatisfy({ snapshot.associations.current($0)?.workout == $0.workout }) else {
            return .fails
        }
        var position = snapshot.associations.partition { [lastAssociation] in $0.id <= lastAssociation }
        while position < snapshot.associations.end {
            let association = snapshot.associations[position]
            rows += association.summary.count
            guard rows <= most else { return .tooMuch }
            if replacedIDs.contains(association.workout) { return .fails }
            if try reader.members(of: association).contains(where: replacedIDs.contains) { return .fails }
            position = snapshot.associations.after(position)
        }
        note(snapshot)
        return .holds
    }

    /// Whether a segment with new samples could make a difference, as far as the directory says.
    private func concerns(_ segment: Segment, of type: ObjectType) -> Bool {
        newIDs.bounds.map(segment.summary.ids.overlaps) ?? false
            || segment.summary.hasSyncKeys && syncKeys[type] != nil
            || type.kind == .correlation && replacedIDs.bounds != nil
    }

    /// Whether the segment's contents affect the save.
    private func changes(_ segment: Segment, of type: ObjectType, _ reader: SegmentReader) throws(HearthError) -> Bool {
        if let bounds = newIDs.bounds, segment.summary.ids.overlaps(bounds),
            try reader.ids(of: segment).contains(where: newIDs.contains)
        {
            return true
        }
        if segment.summary.hasSyncKeys, let sought = syncKeys[type],
            try reader.syncKeys(of: segment).contains(where: sought.containsAscending)
        {
            return true
        }
        guard type.kind == .correlation, replacedIDs.bounds != nil else { return false }
        return try reader.memberSet(of: segment).ids.contains(where: replacedIDs.contains)
    }
}

extension [UInt64] {
    /// Whether a number is among these, which ascend.
    fileprivate func containsAscending(_ number: UInt64) -> Bool {
        let position = indices.partition { self[$0] < number }
        return position < count && self[position] == number
    }
}
