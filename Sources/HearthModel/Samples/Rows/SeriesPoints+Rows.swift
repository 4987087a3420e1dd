extension SeriesPoints {
    /// These samples' points, in this order.
    package func selecting(_ rows: RowList) -> SeriesPoints {
        let series = Series(lengths)
        return SeriesPoints(
            lengths: lengths.selecting(rows),
            starts: series.elements(starts, of: rows),
            ends: series.elements(ends, of: rows),
            values: series.elements(values, of: rows)
        )
    }

    /// The points of samples that follow each other.
    func slice(_ rows: Range<Int>) -> SeriesPoints {
        let elements = lengths.elements(of: rows)
        return SeriesPoints(
            lengths: lengths.slice(rows),
            starts: starts.slice(elements),
            ends: ends.slice(elements),
            values: values.slice(elements)
        )
    }

    /// The points of samples without any.
    init(noneFor rows: Int) {
        self.init(lengths: Array(repeating: 0, count: rows), starts: [], values: [])
    }

    mutating func append(_ other: SeriesPoints) {
        appendOptional(&ends, other.ends, own: starts, others: other.starts)
        lengths += other.lengths
        starts += other.starts
        values += other.values
    }
}
