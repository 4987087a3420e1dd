internal import HearthModel

/// Finds, step by step, whether a sample that replaces a stored one takes more bytes in a reply than that.
struct ReplacementGrowth {
    private var replacements: ArraySlice<SaveDecisions.Replacement>
    /// The UUIDs of the newer versions.
    private var successors: Set<ObjectID> = []
    private var columns: ArraySlice<SegmentRows>
    /// The bytes of the largest of the newer versions.
    private var largest = 0
    private var replaced: ArraySlice<DeletedRows>

    private static let replacementsAtOnce = 8_192
    /// The work of reading a segment in addition to its rows, in rows that are read.
    private static let workOfSegment = 64

    init(_ decisions: SaveDecisions) {
        replacements = decisions.replacements[...]
        columns = decisions.columns.filter { !$0.syncKeys.isEmpty }[...]
        replaced = decisions.replaced[...]
    }

    /// Does the next step. Nil if there are more.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> Bool? {
        if !replacements.isEmpty {
            let next = replacements.prefix(ReplacementGrowth.replacementsAtOnce)
            replacements = replacements.dropFirst(next.count)
            reader.charge(next.count)
            successors.formUnion(next.lazy.map(\.successor))
            return nil
        }
        if let rows = columns.popFirst() {
            reader.charge(rows.count)
            let bytes = rows.samples.messageBytesOfRows
            for (row, id) in rows.samples.ids.enumerated() where successors.contains(id) {
                largest = max(largest, bytes[row])
            }
            return nil
        }
        guard let next = replaced.popFirst() else { return false }
        reader.charge(ReplacementGrowth.workOfSegment)
        let bytes = try reader.rows(of: next.segment, [.sample, .series]).samples.messageBytesOfRows
        return next.rows.numbers.contains { bytes[$0] < largest } ? true : nil
    }
}
