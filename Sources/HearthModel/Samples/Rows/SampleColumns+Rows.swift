extension SampleColumns {
    /// The ends, also where they are left out.
    package var filledEnds: [Timestamp] { ends.isEmpty ? starts : ends }

    /// These rows, in this order.
    package func selecting(_ rows: [Int]) -> SampleColumns {
        SampleColumns(
            type: type,
            ids: ids.selecting(rows),
            starts: starts.selecting(rows),
            ends: ends.selecting(rows),
            provenance: provenance.selecting(rows),
            metadata: metadata.selecting(rows),
            payload: payload.selecting(rows)
        )
    }

    /// The rows of columns of one type, one after the other; there is at least one. Routes must have the same columns.
    package static func joined(_ parts: [SampleColumns]) -> SampleColumns {
        var joined = parts[0]
        guard parts.count > 1 else { return joined }
        let rows = parts.map(\.count)
        joined.provenance = .joined(parts.map(\.provenance), missing: Provenance(), rows: rows)
        joined.metadata = .joined(parts.map(\.metadata), missing: .none, rows: rows)
        for part in parts.dropFirst() {
            precondition(joined.type == part.type, "columns of two types")
            joined.payload.append(part.payload, after: joined.ids.count, joined.starts, joined.ends, part)
            appendOptional(&joined.ends, part.ends, own: joined.starts, others: part.starts)
            joined.ids += part.ids
            joined.starts += part.starts
        }
        return joined
    }
}

extension DictionaryColumn {
    /// These rows, in this order, with the entries that they need.
    package func selecting(_ rows: [Int]) -> DictionaryColumn {
        guard !indexes.isEmpty else { return self }
        var renumbered = [UInt32](repeating: .max, count: entries.count)
        var chosen = DictionaryColumn()
        chosen.indexes.reserveCapacity(rows.count)
        for row in rows {
            let index = Int(indexes[row])
            if renumbered[index] == .max {
                renumbered[index] = UInt32(chosen.entries.count)
                chosen.entries.append(entries[index])
            }
            chosen.indexes.append(renumbered[index])
        }
        if chosen.entries.count == 1 {
            chosen.indexes = []
        }
        return chosen
    }

    /// The rows of several columns, one after the other; `missing` is what rows without an entry have among rows with
    /// some.
    package static func joined(_ parts: [DictionaryColumn], missing: Entry, rows: [Int]) -> DictionaryColumn
    where Entry: ExactlyComparable {
        let first = parts[0].entries.first
        if parts.allSatisfy({ $0.indexes.isEmpty && $0.entries.first.isIdentical(to: first) }) {
            return parts[0]
        }
        var distinct = DistinctEntries<Entry>()
        var indexes: [UInt32] = []
        indexes.reserveCapacity(rows.reduce(0, +))
        for (part, count) in zip(parts, rows) {
            let added = (part.entries.isEmpty ? [missing] : part.entries).map { distinct.insert($0) }
            if part.indexes.isEmpty {
                indexes += repeatElement(added[0], count: count)
            } else {
                indexes += part.indexes.map { added[Int($0)] }
            }
        }
        return DictionaryColumn(entries: distinct.entries, indexes: indexes)
    }

    /// Without entries that no row has, and without indexes that all rows share.
    package func compacted() -> DictionaryColumn {
        indexes.isEmpty ? self : selecting(Array(indexes.indices))
    }
}

// MARK: - Columns that may be left out

extension Array {
    /// These rows, in this order; nothing of a column that is left out.
    @inlinable
    package func selecting(_ rows: [Int]) -> [Element] {
        isEmpty ? [] : rows.map { self[$0] }
    }
}

/// Appends to a column that stays left out as long as it is left out on both sides, and else is filled in.
func appendOptional<Element>(
    _ column: inout [Element],
    _ other: [Element],
    own: @autoclosure () -> [Element],
    others: @autoclosure () -> [Element]
) {
    guard !column.isEmpty || !other.isEmpty else { return }
    if column.isEmpty {
        column = own()
    }
    column += other.isEmpty ? others() : other
}
