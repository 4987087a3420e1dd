internal import HearthModel

/// What a save changes in the store, once it is decided what becomes of its rows.
struct SavePlan {
    /// The rows to be added, sorted and without numbers: the samples, and stored correlations with members that newer
    /// versions replace, as they have to be.
    private(set) var pieces: [SegmentRows]
    /// The rows to be taken out: samples that are replaced, and those correlations as they are.
    let removed: [DeletedRows]
    let replacements: [SaveDecisions.Replacement]
    let addedCount: Int
    let unchangedCount: Int
    /// The sequence numbers that the save takes.
    let changeCount: Int
    private let changedCorrelations: [SegmentRows]

    init(_ decisions: SaveDecisions, in snapshot: Snapshot, _ reader: SegmentReader) throws(HearthError) {
        let correlations = try SavePlan.correlationsToChange(decisions, in: snapshot, reader)
        pieces = decisions.addedRows.joinedByType() + correlations.changed
        removed = SavePlan.joined(decisions.replaced, correlations.old)
        replacements = decisions.replacements
        addedCount = decisions.addedCount
        unchangedCount = decisions.unchanged
        changeCount = addedCount + replacements.count + correlations.old.reduce(0) { $0 + $1.rows.count }
        changedCorrelations = correlations.changed
    }

    /// Throws if a reply could not carry a correlation of the save, or one that it changes.
    func checkSizes(_ decisions: SaveDecisions, _ locator: Locator) throws(HearthError) {
        try CorrelationSizes(decisions: decisions, changed: changedCorrelations, locator: locator).check()
    }

    /// What becomes of the replaced samples: the last of the save's changes, by type.
    var deleted: [DeletedSample] {
        let byType = Dictionary(grouping: replacements.map(\.old), by: \.type)
        return byType.sorted { $0.key.index < $1.key.index }.flatMap(\.value)
    }

    /// Gives the rows numbers after that of the last change.
    mutating func number(after head: UInt64) {
        pieces.number(after: head, commit: head + UInt64(changeCount))
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

    /// Stored correlations with members that newer versions replace: where they are, and as they have to be.
    private static func correlationsToChange(
        _ decisions: SaveDecisions,
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> (old: [DeletedRows], changed: [SegmentRows]) {
        var old: [DeletedRows] = []
        var changed: [SegmentRows] = []
        for (type, list) in snapshot.samples.sorted(by: { $0.key.index < $1.key.index })
        where type.kind == .correlation {
            var successors: [ObjectID: ObjectID] = [:]
            // From the last to the first: of a chain the last one counts.
            for replacement in decisions.replacements.reversed() where type.allowsMember(replacement.old.type) {
                successors[replacement.old.id] = successors[replacement.successor] ?? replacement.successor
            }
            for segment in successors.isEmpty ? [] : list.elements {
                let members = try reader.memberSet(of: segment).ids
                let hasReplaced =
                    members.count < successors.count
                    ? members.contains { successors[$0] != nil } : successors.keys.contains(where: members.contains)
                guard hasReplaced else { continue }
                var rows = try reader.rows(of: segment, .everything)
                guard case .correlation(let columns) = rows.samples.payload else { throw .damagedBlock }
                let replaced = decisions.replacedRows(of: segment)
                let affected = columns.memberships.enumerated().filter { $1.contains { successors[$0] != nil } }
                    .map(\.offset).filter { !replaced.contains($0) }
                guard !affected.isEmpty else { continue }
                old.append(DeletedRows(segment: segment, rows: RowList(ascending: affected)))
                rows = rows.selecting(.each(affected))
                rows.samples.replaceMembers { successors[$0] ?? $0 }
                changed.append(rows)
            }
        }
        return (old, changed)
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
