internal import HearthModel

/// What a save changes in the store, once it is decided what becomes of its rows.
struct SaveChanges {
    /// The rows to be added, sorted and without numbers: the samples, and stored correlations with members that newer
    /// versions replace, as they have to be.
    private(set) var pieces: [SegmentRows]
    /// The rows to be taken out: samples that are replaced, and those correlations as they are.
    let removed: [DeletedRows]
    let replacements: [SaveDecisions.Replacement]
    let addedCount: Int
    let unchangedCount: Int
    /// What is added, by type.
    let types: SampleCounts
    /// The sequence numbers that the save takes.
    let changeCount: Int
    private let changedCorrelations: [SegmentRows]

    /// `correlations`: all that the save changes.
    init(_ decisions: SaveDecisions, _ correlations: CorrelationChanges) {
        let added = decisions.addedRows.joinedByType()
        pieces = added + correlations.changed
        var types = SampleCounts()
        for rows in added {
            types.add(UInt64(rows.count), of: rows.samples.type)
        }
        self.types = types
        removed = SaveChanges.joined(decisions.replaced, correlations.old)
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
}

extension SampleColumns {
    /// Puts other members into correlations.
    mutating func replaceMembers(_ replacement: (ObjectID) -> ObjectID) {
        guard case .correlation(var columns) = payload else { return }
        columns.members = columns.members.map(replacement)
        payload = .correlation(columns)
    }
}
