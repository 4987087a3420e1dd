internal import HearthModel

/// Rows of a segment on their way into batches, with what they take there. A class: where segments cover the same time,
/// each of their rows is handed on by itself.
final class SizedRows {
    let rows: SegmentRows
    let sizes: RowSizes
    /// See `SegmentRows.shape`.
    let shape: UInt8

    init(rows: SegmentRows, sizes: RowSizes) {
        self.rows = rows
        self.sizes = sizes
        shape = rows.shape
    }

    /// What all of them take.
    var bytes: Int { sizes.shared + sizes.bytes(of: 0..<rows.count) }

    /// The memory that they hold: what a batch does not have of them, too. An entry of the metadata takes about twice what
    /// it takes in a message.
    var heldBytes: Int {
        bytes + sizes.shared
            + 8 * (rows.sequences.count + rows.commits.count + rows.syncKeys.count) + sizes.heldBytes
    }
}

extension ReadingContext {
    /// Finds out what rows take in a batch: also what a segment does not hold but a batch does.
    func sized(_ rows: SegmentRows) throws(HearthError) -> SizedRows {
        var sizes = RowSizes(of: rows.samples)
        addProvenances(rows.provenances, &sizes)
        if case .correlation(let columns) = rows.samples.payload {
            sizes.add(try memberSizes(columns))
        }
        return SizedRows(rows: rows, sizes: sizes)
    }

    private func addProvenances(_ numbers: [UInt32], _ sizes: inout RowSizes) {
        let column = DictionaryColumn(numbers: numbers)
        sizes.add(entries: column.entries.map { snapshot.provenances[$0].messageBytes }, indexes: column.indexes)
    }

    /// What the members of each correlation take.
    private func memberSizes(_ columns: CorrelationColumns) throws(HearthError) -> [Int] {
        try reader.spend(columns.members.count * Locator.workOfMember)
        let locations = try locator.locate(columns.members)
        var visibility = Visibility(in: snapshot)
        var bySegment: [Int64: RowSizes] = [:]
        var sizes: [Int] = []
        for range in Series(columns.lengths).ranges {
            var encodedSize = 0
            for case let location? in locations[range] where try visibility.sees(location, reader) {
                let segment = location.segment
                if bySegment[segment.id] == nil {
                    bySegment[segment.id] = try sizesOfMembers(segment)
                }
                guard let ofSegment = bySegment[segment.id] else { throw .damagedBlock }
                encodedSize += ofSegment.shared + ofSegment.bytes(of: location.row..<location.row + 1)
            }
            sizes.append(encodedSize)
        }
        return sizes
    }

    private func sizesOfMembers(_ segment: Segment) throws(HearthError) -> RowSizes {
        let rows = snapshot.redacted(try reader.rows(of: segment, parts))
        var sizes = RowSizes(of: rows.samples)
        addProvenances(rows.provenances, &sizes)
        return sizes
    }
}
