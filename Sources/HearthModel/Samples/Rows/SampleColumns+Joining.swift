extension SampleColumns {
    /// The rows of columns of one type, one after the other; there is at least one. Routes must have the same columns.
    package static func joined(_ parts: [SampleColumns]) -> SampleColumns {
        guard parts.count > 1 else { return parts[0] }
        var joined = parts[0]
        let rows = parts.map(\.count)
        joined.provenance = .joined(parts.map(\.provenance), missing: Provenance(), rows: rows)
        joined.metadata = .joined(parts.map(\.metadata), missing: .none, rows: rows)
        for index in parts.indices.dropFirst() {
            precondition(joined.type == parts[index].type, "columns of two types")
            appendOptional(&joined.ends, parts[index].ends, own: joined.starts, others: parts[index].starts)
            joined.ids += parts[index].ids
            joined.starts += parts[index].starts
        }
        joined.payload = .joined(parts, EarlierRows(parts[0].count, starts: joined.starts, ends: joined.filledEnds))
        return joined
    }
}
