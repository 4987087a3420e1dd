internal import HearthModel

/// Stored correlations with members that newer versions replace, found step by step: where they are, and as they have to be.
///
/// One sample of a hundred bytes may be a member of many large correlations, and each is stored again. So their members are
/// limited, together.
struct CorrelationChanges {
    /// The rows as they are.
    private(set) var old: [DeletedRows] = []
    /// The rows as they have to be.
    private(set) var changed: [SegmentRows] = []
    private let decisions: SaveDecisions
    /// The types of correlations that can have the replaced samples, with what replaces these. A correlation also names
    /// members that were deleted, whose UUIDs samples of any type may have since.
    private var types: ArraySlice<(type: ObjectType, replacements: Replacements)> = []
    private var segments: ArraySlice<Segment> = []
    private let snapshot: Snapshot
    private var memberCount = 0
    private let membersMax: Int

    /// The work of copying a member, in rows that are read.
    private static let workOfCopying = 2

    init(_ decisions: SaveDecisions, in snapshot: Snapshot, _ options: StoreOptions) {
        self.decisions = decisions
        self.snapshot = snapshot
        let rows = decisions.columns.reduce(0) { $0 + $1.count }
        membersMax = options.changedMembers + Limits.changedMembersOfSample * rows
        guard !decisions.replacements.isEmpty else { return }
        let correlations = snapshot.samples.keys.filter { $0.kind == .correlation }.sorted { $0.index < $1.index }
        types =
            correlations.compactMap { type in
                let replacements = decisions.replacements.filter { type.allowsMember($0.old.type) }
                guard !replacements.isEmpty else { return nil }
                return (type, Replacements(replacements.map { ($0.old.id, $0.successor) }))
            }[...]
        segments = types.first.flatMap { snapshot.samples[$0.type]?.elements[...] } ?? []
    }

    /// Returns whether all are found. If not, the step has done its work, and there is more.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> Bool {
        while let (_, replacements) = types.first {
            while let segment = segments.first {
                guard !reader.isExhausted else { return false }
                segments.removeFirst()
                try change(segment, replacements, reader)
            }
            types.removeFirst()
            segments = types.first.flatMap { snapshot.samples[$0.type]?.elements[...] } ?? []
        }
        return true
    }

    private mutating func change(
        _ segment: Segment,
        _ replacements: Replacements,
        _ reader: SegmentReader
    ) throws(HearthError) {
        reader.charge(1)
        guard replacements.replacesAny(of: try reader.memberSet(of: segment).ids) else { return }
        var rows = try reader.rows(of: segment, .everything)
        guard case .correlation(let columns) = rows.samples.payload else { throw .damagedBlock }
        let replaced = decisions.replacedRows(of: segment)
        let affected = columns.memberships.enumerated().filter { $1.contains(where: replacements.replaces) }
            .map(\.offset).filter { !replaced.contains($0) }
        guard !affected.isEmpty else { return }
        let count = affected.reduce(0) { $0 + Int(columns.lengths[$1]) }
        memberCount += count
        guard memberCount <= membersMax else { throw tooMany }
        reader.charge(CorrelationChanges.workOfCopying * count)
        old.append(DeletedRows(segment: segment, rows: RowList(ascending: affected)))
        rows = rows.selecting(.each(affected))
        rows.samples.replaceMembers { replacements.last(from: $0) ?? $0 }
        changed.append(rows)
    }

    private var tooMany: HearthError {
        let type = types.first?.type
        let column = decisions.columns.firstIndex { type?.allowsMember($0.samples.type) ?? false } ?? 0
        return HearthError(
            .limitExceeded,
            "The correlations with the samples that these replace have more than \(membersMax) members together: delete them, or"
                + " save new versions of them.",
            field: "columns[\(column)].metadata"
        )
    }
}
