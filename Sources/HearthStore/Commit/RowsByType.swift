internal import HearthModel

/// Joins the rows of a save by type, in the order in which the types first appear, and sorts those of each type by start.
/// Rows that differ in shape cannot lie in one segment: those of each shape are joined, and the shapes are sorted.
struct RowsByType {
    private let groups: [[SegmentRows]]
    private(set) var joined: [SegmentRows] = []

    /// The work of sorting a row, in rows that are read, and how many rows are looked at for that of one.
    private static let workOfSorting = 4
    private static let comparedPerWork = 16

    private struct Key: Hashable {
        let type: ObjectType
        let shape: UInt8
    }

    init(_ columns: [SegmentRows]) {
        var types: [ObjectType: Int] = [:]
        var parts: [Key: [SegmentRows]] = [:]
        for rows in columns {
            let key = Key(type: rows.samples.type, shape: rows.shape)
            types[key.type] = types[key.type] ?? types.count
            if rows.count > 0 {
                parts[key, default: []].append(rows)
            }
        }
        groups = parts.sorted { (types[$0.key.type] ?? 0, $0.key.shape) < (types[$1.key.type] ?? 0, $1.key.shape) }
            .map(\.value)
    }

    /// Joins the next rows: those of one type and shape. False: all are joined.
    mutating func proceed(_ reader: SegmentReader) -> Bool {
        guard joined.count < groups.count else { return false }
        let rows = SegmentRows.joined(groups[joined.count])
        let isSorted = rows.samples.starts.isAscending
        joined.append(isSorted ? rows : rows.sortedByStart())
        reader.charge(isSorted ? rows.count / RowsByType.comparedPerWork : RowsByType.workOfSorting * rows.count)
        return true
    }
}
