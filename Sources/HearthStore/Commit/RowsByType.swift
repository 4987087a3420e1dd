internal import HearthModel

extension [SegmentRows] {
    /// The rows of each type together and sorted by start, in the order in which the types first appear; cut where the
    /// shape changes.
    func joinedByType() -> [SegmentRows] {
        var types: [ObjectType] = []
        var parts: [ObjectType: [SegmentRows]] = [:]
        for rows in self {
            let type = rows.samples.type
            if parts[type] == nil {
                types.append(type)
            }
            parts[type, default: []] += rows.count > 0 ? [rows] : []
        }
        var pieces: [SegmentRows] = []
        for type in types {
            let parts = parts[type] ?? []
            guard let first = parts.first else { continue }
            if parts.allSatisfy({ $0.shape == first.shape }) {
                pieces.append(SegmentRows.joined(parts).sortedByStart())
            } else {
                pieces += parts.joinedByShape()
            }
        }
        return pieces
    }

    /// Rows of one type sorted by start; neighbours of one shape together.
    private func joinedByShape() -> [SegmentRows] {
        let places = indices.flatMap { part in self[part].samples.ids.indices.map { (part, $0) } }
        let sorted = places.enumerated().sorted { left, right in
            let starts = [left, right].map { self[$0.element.0].samples.starts[$0.element.1] }
            return (starts[0], left.offset) < (starts[1], right.offset)
        }
        var pieces: [[SegmentRows]] = []
        for (_, (part, row)) in sorted {
            let single = self[part].selecting(.range(row..<row + 1))
            if let last = pieces.last?.last, last.shape == single.shape {
                pieces[pieces.count - 1].append(single)
            } else {
                pieces.append([single])
            }
        }
        return pieces.map(SegmentRows.joined)
    }
}
