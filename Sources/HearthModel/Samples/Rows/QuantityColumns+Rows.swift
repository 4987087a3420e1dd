extension QuantityColumns {
    /// How many quantities a sample stands for.
    package func count(_ row: Int) -> Int64 { counts.isEmpty ? 1 : counts[row] }

    package func minimum(_ row: Int) -> Double { minimums.isEmpty ? values[row] : minimums[row] }

    package func maximum(_ row: Int) -> Double { maximums.isEmpty ? values[row] : maximums[row] }

    package func mostRecent(_ row: Int) -> Double { mostRecents.isEmpty ? values[row] : mostRecents[row] }

    package func mostRecentStart(_ row: Int, in samples: SampleColumns) -> Timestamp {
        mostRecentStarts.isEmpty ? samples.starts[row] : mostRecentStarts[row]
    }

    package func mostRecentEnd(_ row: Int, in samples: SampleColumns) -> Timestamp {
        mostRecentEnds.isEmpty ? samples.end(row) : mostRecentEnds[row]
    }

    func selecting(_ rows: RowList) -> QuantityColumns {
        QuantityColumns(
            values: values.selecting(rows),
            unit: unit,
            counts: counts.selecting(rows),
            minimums: minimums.selecting(rows),
            maximums: maximums.selecting(rows),
            mostRecents: mostRecents.selecting(rows),
            mostRecentStarts: mostRecentStarts.selecting(rows),
            mostRecentEnds: mostRecentEnds.selecting(rows),
            points: points?.selecting(rows)
        )
    }
}
