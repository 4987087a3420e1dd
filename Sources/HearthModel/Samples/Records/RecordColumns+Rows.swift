extension RecordColumns {
    func selecting(_ rows: RowList) -> RecordColumns {
        let series = HearthModel.Series(lengths)
        return RecordColumns(
            records: records.selecting(rows),
            lengths: lengths.selecting(rows),
            counts: counts.selecting(rows),
            voltages: series.elements(voltages, of: rows),
            contents: series.elements(contents, of: rows)
        )
    }

    func slice(_ rows: Range<Int>) -> RecordColumns {
        let elements = lengths.elements(of: rows)
        return RecordColumns(
            records: records.slice(rows),
            lengths: lengths.slice(rows),
            counts: counts.slice(rows),
            voltages: voltages.slice(elements),
            contents: contents.slice(elements)
        )
    }
}

extension RecordColumns: JoinableColumns {
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows) {
        guard case .record(let other) = others.payload else { preconditionFailure("payloads of two kinds") }
        appendCounts(&counts, of: lengths, other.counts, of: other.lengths)
        records += other.records
        lengths += other.lengths
        voltages += other.voltages
        contents += other.contents
    }
}
