internal import HearthModel

/// Rows of a segment on their way into batches, with what they take there. A class: where segments cover the same time,
/// each of their rows is handed on by itself.
final class SizedRows {
    let rows: SegmentRows
    let weights: RowSizes
    /// See `SegmentRows.shape`.
    let shape: UInt8

    init(rows: SegmentRows, weights: RowSizes) {
        self.rows = rows
        self.weights = weights
        shape = rows.shape
    }

    /// What all of them take.
    var bytes: Int { weights.shared + weights.bytes(of: 0..<rows.count) }
}

extension ReadingContext {
    /// Finds out what rows take in a batch: also what a segment does not hold but a batch does.
    func weigh(_ rows: SegmentRows) throws(HearthError) -> SizedRows {
        var weights = RowSizes(of: rows.samples)
        addProvenances(rows.provenances, &weights)
        if case .correlation(let columns) = rows.samples.payload {
            weights.add(try membersWeights(columns))
        }
        return SizedRows(rows: rows, weights: weights)
    }

    private func addProvenances(_ numbers: [UInt32], _ weights: inout RowSizes) {
        let column = DictionaryColumn(numbers: numbers)
        weights.add(entries: column.entries.map { snapshot.provenances[$0].messageBytes }, indexes: column.indexes)
    }

    /// What the members of each correlation take.
    private func membersWeights(_ columns: CorrelationColumns) throws(HearthError) -> [Int] {
        try reader.spend(columns.members.count * ReadingContext.workOfMember)
        let locations = try locator.locate(columns.members)
        var bySegment: [Int64: RowSizes] = [:]
        var weights: [Int] = []
        for range in Series(columns.lengths).ranges {
            var encodedSize = 0
            for location in locations[range].compactMap({ $0 }) {
                let segment = location.segment
                if bySegment[segment.id] == nil {
                    bySegment[segment.id] = try weighMembers(segment)
                }
                guard let ofSegment = bySegment[segment.id] else { throw .damagedBlock }
                encodedSize += ofSegment.shared + ofSegment.bytes(of: location.row..<location.row + 1)
            }
            weights.append(encodedSize)
        }
        return weights
    }

    /// The work of finding a member of a correlation, in rows.
    static let workOfMember = 8

    private func weighMembers(_ segment: Segment) throws(HearthError) -> RowSizes {
        let rows = try reader.rows(of: segment, parts)
        var weights = RowSizes(of: rows.samples)
        addProvenances(rows.provenances, &weights)
        return weights
    }
}
