internal import HearthModel

/// The columns that statistics need of a segment's rows, or of rows of several in order, with what is found by looking at
/// all rows.
final class DatumColumns {
    private(set) var rows: SizedRows?
    let starts: [Timestamp]
    /// Empty: equal to the starts.
    let ends: [Timestamp]
    let values: [Double]
    let isCondensed: Bool
    /// Without rows unless some are condensed.
    let condensed: QuantityColumns
    let points: SeriesPoints?
    /// Of each row the points of its series; empty: there are none.
    let pointRanges: [Range<Int>]
    /// The source and the rank of all rows; nil: each has its own.
    let common: (source: Int, rank: Int)?
    private let provenances: [UInt32]
    private let entries: [UInt32]
    /// By entry of the metadata.
    private let isEntered: [Bool]
    /// Of rows of several segments the origin of each: the number of one in `origins`. Empty: they are of one segment.
    private let turns: ArraySlice<UInt32>
    private let origins: [(source: Int, rank: Int)]

    /// Of no rows.
    init() {
        (starts, ends, values, isCondensed, points, pointRanges) = ([], [], [], false, nil, [])
        condensed = QuantityColumns(values: [])
        (common, provenances, entries, isEntered) = (nil, [], [], [])
        (turns, origins) = ([], [])
    }

    /// Plain rows of several segments in turns, as the parts say that `merged` has them.
    init(_ merged: MergedRows, _ parts: [DatumColumns]) {
        var offset = 0
        var next: [Int] = []
        for part in merged.parts {
            next.append(offset)
            offset += part.range.count
        }
        let rows = merged.turns.map { turn in
            defer { next[Int(turn)] += 1 }
            return next[Int(turn)]
        }
        func gathered<Element>(_ column: (DatumColumns) -> [Element]) -> [Element] {
            var all: [Element] = []
            all.reserveCapacity(offset)
            for (part, columns) in zip(merged.parts, parts) {
                all += column(columns)[part.range]
            }
            return rows.map { all[$0] }
        }
        starts = gathered(\.starts)
        ends = parts.allSatisfy(\.ends.isEmpty) ? [] : gathered { $0.ends.isEmpty ? $0.starts : $0.ends }
        values = gathered(\.values)
        origins = parts.map { $0.common ?? (0, 0) }
        turns = merged.turns
        (isCondensed, condensed, points, pointRanges) = (false, QuantityColumns(values: []), nil, [])
        (common, provenances, entries, isEntered) = (nil, [], [], [])
    }

    /// Whether each row is a single quantity, and all are of one source.
    var isPlain: Bool { common != nil && !isCondensed && pointRanges.isEmpty }

    init(_ rows: SizedRows, _ order: SourceOrder?) throws(HearthError) {
        let samples = rows.rows.samples
        guard case .quantity(let quantities) = samples.payload else { throw .damagedBlock }
        self.rows = rows
        (turns, origins) = ([], [])
        starts = samples.starts
        ends = samples.ends
        values = quantities.values
        isCondensed = quantities.counts.contains { $0 > 1 }
        condensed = isCondensed ? quantities : QuantityColumns(values: [])
        points = quantities.points
        pointRanges = quantities.points.map { Series($0.lengths).ranges } ?? []
        guard let order else {
            common = (0, 0)
            (provenances, entries, isEntered) = ([], [], [])
            return
        }
        provenances = rows.rows.provenances
        order.noteNames(provenances)
        entries = samples.metadata.indexes
        let key = MetadataKey.wasUserEntered.rawValue
        isEntered = samples.metadata.entries.map { $0[key].isTrue }
        let isUniform = entries.isEmpty || !isEntered.contains(true)
        guard let first = provenances.first, isUniform, provenances.allSatisfy({ $0 == first }) else {
            common = nil
            return
        }
        let isFirstEntered = entries.isEmpty && isEntered.first == true
        common = (
            try DatumColumns.source(first, order), order.rank(ofProvenance: first, isEntered: isFirstEntered)
        )
    }

    /// The memory in addition to that of the rows.
    var heldBytes: Int {
        let ofTurns = turns.isEmpty ? 0 : (starts.count + ends.count + values.count) * 8 + turns.count * 4
        return pointRanges.count * 16 + isEntered.count + ofTurns
    }

    /// Whether a merge has the rows too, so that more of them may come.
    var isInUse: Bool { !isKnownUniquelyReferenced(&rows) }

    /// Whether each row has an origin of its own that is known without looking at the provenance.
    var hasOrigins: Bool { !turns.isEmpty }

    /// The origin of a row of several segments.
    @inline(__always)
    func origin(of row: Int) -> (source: Int, rank: Int) { origins[Int(turns[turns.startIndex + row])] }

    func sourceAndRank(of row: Int, _ order: SourceOrder) throws(HearthError) -> (source: Int, rank: Int) {
        guard turns.isEmpty else { return origin(of: row) }
        let entry = entries.isEmpty ? 0 : Int(entries[row])
        let isRowEntered = entry < isEntered.count && isEntered[entry]
        return (
            try DatumColumns.source(provenances[row], order),
            order.rank(ofProvenance: provenances[row], isEntered: isRowEntered)
        )
    }

    private static func source(_ provenance: UInt32, _ order: SourceOrder) throws(HearthError) -> Int {
        let source = order.source(ofProvenance: provenance)
        guard source >= 0 else { throw .damagedBlock }
        return source
    }
}

extension MetadataValue? {
    /// Whether it says yes, in any of the forms in which apps say so.
    fileprivate var isTrue: Bool {
        switch self {
        case .boolean(let flag)?: flag
        case .integer(let number)?: number != 0
        case .double(let number)?: number != 0
        default: false
        }
    }
}
