internal import HearthModel

/// What a save changes in the store. `SavePlanner` decides it, `SaveEncoder` replaces the rows of a large save by blocks, and
/// `apply` is the only code that applies them.
struct SaveChanges: Sendable {
    /// What the save adds: its samples, stored correlations with newer members, and last the deletions of the samples that
    /// it replaces.
    enum Additions: Sendable {
        /// Sorted and without numbers: the commit encodes them.
        case rows([SegmentRows], ReplacedSamples)
        /// Readers have encoded them.
        case blocks(SaveBlocks)
    }

    let counts: ChangeCounts
    /// The sequence numbers that the save takes.
    let changeCount: Int
    /// The rows to be taken out: samples that are replaced, and correlations before they get newer members.
    private(set) var removed: [DeletedRows]
    /// What readers have prepared for the segments of those rows. Nil if the commit rewrites these segments itself.
    var rewrites: SegmentRewrites?
    var additions: Additions
    /// Associations of replaced workouts, and the workouts that get them.
    private(set) var moved: [(association: Association, workout: ObjectID)] = []
    /// Newer versions that become members of workouts.
    private(set) var members = NewMembers()
    /// The UUIDs under which the samples are stored, if they are needed.
    var ids: [ObjectID] = []

    /// `added`: the rows that the save adds, by type. `correlations`: all that it changes. What becomes of workouts is still
    /// to be found.
    init(_ decisions: SaveDecisions, adding added: [SegmentRows], _ correlations: CorrelationChanges) {
        let replacements = decisions.replacements
        var types = SampleCounts()
        for rows in added {
            types.add(UInt64(rows.count), of: rows.samples.type)
        }
        counts = ChangeCounts(
            added: decisions.addedCount,
            deleted: replacements.count,
            unchanged: decisions.unchanged,
            types: types
        )
        changeCount =
            decisions.addedCount + replacements.count + correlations.old.reduce(0) { $0 + $1.rows.count }
        removed = SaveChanges.joined(decisions.replaced, correlations.old)
        additions = .rows(
            added + correlations.changed,
            ReplacedSamples(replacements.map(\.old), of: decisions.columns.firstProvenance)
        )
    }

    /// Takes what becomes of workouts.
    mutating func set(_ memberships: FollowedMemberships) {
        (moved, members) = memberships.changes
    }

    /// The same after what has changed in the store since it was planned.
    func following(_ dependencies: SaveDependencies) -> SaveChanges {
        var changes = self
        changes.removed = dependencies.removed
        changes.set(dependencies.memberships)
        return changes
    }

    /// Rows to be taken out, each segment once, in the order of their numbers. A correlation may be among both: a newer
    /// version replaces it, and another correlation of the segment has other members.
    private static func joined(_ replaced: [DeletedRows], _ changed: [DeletedRows]) -> [DeletedRows] {
        let bySegment = Dictionary(grouping: replaced + changed) { $0.segment.id }
        return bySegment.values.map { parts in
            parts.count == 1
                ? parts[0]
                : DeletedRows(
                    segment: parts[0].segment,
                    rows: RowList(ascending: parts.flatMap(\.rows.numbers).sorted())
                )
        }
        .sorted { $0.segment.id < $1.segment.id }
    }
}

extension SampleColumns {
    /// Puts other members into correlations.
    mutating func replaceMembers(_ replacement: (ObjectID) -> ObjectID) {
        guard case .correlation(var columns) = payload else { return }
        columns.members = columns.members.map(replacement)
        payload = .correlation(columns)
    }
}
