extension SampleColumns {
    /// The ends, also where they are left out.
    package var filledEnds: [Timestamp] { ends.isEmpty ? starts : ends }

    /// These rows, in this order.
    package func selecting(_ rows: RowList) -> SampleColumns {
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

    /// Rows that follow each other. Columns are copied in one piece.
    package func slice(_ rows: Range<Int>) -> SampleColumns {
        guard rows != 0..<count else { return self }
        return SampleColumns(
            type: type,
            ids: ids.slice(rows),
            starts: starts.slice(rows),
            ends: ends.slice(rows),
            provenance: provenance.slice(rows),
            metadata: metadata.slice(rows),
            payload: payload.slice(rows)
        )
    }

    /// Seconds from start to end.
    package func span(_ row: Int) -> Double {
        seconds(from: starts[row], to: end(row))
    }
}

extension DictionaryColumn {
    /// These rows, in this order, with the entries that they need.
    package func selecting(_ rows: RowList) -> DictionaryColumn {
        guard !indexes.isEmpty else { return self }
        var renumbered = [UInt32](repeating: .max, count: entries.count)
        var chosen = DictionaryColumn()
        chosen.indexes.reserveCapacity(rows.count)
        for index in indexes.selecting(rows) {
            let index = Int(index)
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

    /// Without entries that no row has, and without indexes that all rows share.
    package func compacted() -> DictionaryColumn {
        indexes.isEmpty ? self : selecting(.range(indexes.indices))
    }
}
