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

    func selecting(_ rows: [Int]) -> QuantityColumns {
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

    /// Appends quantities of the same unit to those of samples with these times.
    mutating func append(
        _ other: QuantityColumns,
        after rows: Int,
        _ starts: [Timestamp],
        _ ends: [Timestamp],
        _ others: SampleColumns
    ) {
        precondition(unit == other.unit, "columns in two units")
        appendOptional(
            &counts,
            other.counts,
            own: Array(repeating: 1, count: rows),
            others: Array(repeating: 1, count: others.count)
        )
        appendOptional(&minimums, other.minimums, own: values, others: other.values)
        appendOptional(&maximums, other.maximums, own: values, others: other.values)
        appendOptional(&mostRecents, other.mostRecents, own: values, others: other.values)
        appendOptional(&mostRecentStarts, other.mostRecentStarts, own: starts, others: others.starts)
        let ownEnds = ends.isEmpty ? starts : ends
        appendOptional(&mostRecentEnds, other.mostRecentEnds, own: ownEnds, others: others.filledEnds)
        if points != nil || other.points != nil {
            var joined = points ?? SeriesPoints(noneFor: rows)
            points = nil
            joined.append(other.points ?? SeriesPoints(noneFor: others.count))
            points = joined
        }
        values += other.values
    }
}

extension SeriesPoints {
    /// What samples have that carry no points.
    init(noneFor rows: Int) {
        self.init(lengths: Array(repeating: 0, count: rows), starts: [], values: [])
    }

    /// These samples' points, in this order.
    package func selecting(_ rows: [Int]) -> SeriesPoints {
        let series = Series(lengths)
        return SeriesPoints(
            lengths: lengths.selecting(rows),
            starts: series.elements(starts, of: rows),
            ends: series.elements(ends, of: rows),
            values: series.elements(values, of: rows)
        )
    }

    mutating func append(_ other: SeriesPoints) {
        appendOptional(&ends, other.ends, own: starts, others: other.starts)
        lengths += other.lengths
        starts += other.starts
        values += other.values
    }
}
