import HearthModel
import HearthWire

/// The samples that a query must give, in order and without the limit.
struct ExpectedRows {
    var rows: [SampleRow]
    /// For each row the rows that may as well stand there; nil: only this one.
    var alternatives: [[SampleRow]?]
}

extension ReferenceStore {
    func query(_ clauses: [Clause], order: [SortKey], includeSeries: Bool) -> ExpectedRows {
        let keys = order.isEmpty ? [SortKey(field: .startDate)] : order
        let sorted = matching(clauses)
            .map { stored in (stored: stored, values: keys.map { FieldValue($0.field, of: stored.row) }) }
            .sorted { left, right in
                for (index, key) in keys.enumerated() {
                    switch precedes(left.values[index], right.values[index], descending: key.descending) {
                    case .before: return true
                    case .after: return false
                    case .equal: continue
                    }
                }
                if left.stored.commit != right.stored.commit {
                    return left.stored.commit < right.stored.commit
                }
                return left.stored.rank < right.stored.rank
            }
        let rows = sorted.map { shown($0.stored.row, clauses, includeSeries: includeSeries) }
        var alternatives = [[SampleRow]?](repeating: nil, count: rows.count)
        for moved in rows.indices where sorted[moved].stored.isMoved {
            let tied = rows.indices.filter {
                sorted[$0].stored.commit == sorted[moved].stored.commit && sorted[$0].values == sorted[moved].values
            }
            for index in tied {
                alternatives[index] = tied.map { rows[$0] }
            }
        }
        return ExpectedRows(rows: rows, alternatives: alternatives)
    }

    /// A sample as a reply has it.
    func shown(_ row: SampleRow, _ clauses: [Clause], includeSeries: Bool) -> SampleRow {
        let row = includeSeries ? row : row.condensed
        let unit = clauses.lazy.filter { $0.type == row.type }.compactMap(\.unit).first
        guard let unit, let storage = row.type.storageUnit,
            let conversion = try? UnitConversion(from: storage, to: unit)
        else { return row }
        return row.converted(conversion)
    }

    /// The stored members of correlations, as a reply has them.
    func shownMembers(of correlations: [SampleRow], _ clauses: [Clause], includeSeries: Bool) -> Set<SampleRow> {
        let members = correlations.flatMap { correlation in
            correlation.members.compactMap { stored($0) }.filter { correlation.type.allowsMember($0.row.type) }
        }
        return Set(members.map { shown($0.row, clauses, includeSeries: includeSeries) })
    }
}

private enum Placement {
    case before
    case equal
    case after
}

/// How two samples stand by one key. What has no value comes last in both directions.
private func precedes(_ left: FieldValue?, _ right: FieldValue?, descending: Bool) -> Placement {
    guard let left else { return right == nil ? .equal : .after }
    guard let right else { return .before }
    if left == right { return .equal }
    return left.isLess(than: right) != descending ? .before : .after
}
