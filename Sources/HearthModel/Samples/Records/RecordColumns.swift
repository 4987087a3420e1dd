/// Records: samples with a few values by name, and the series of those that have one, one after the other.
package struct RecordColumns: Hashable, Sendable {
    package var records: [Record]
    /// For each record, the elements of its series in these columns. Empty: none are included, or the type has no series.
    package var lengths: [UInt32]
    /// For each record, the elements of its whole series. Empty: the same as `lengths`.
    package var counts: [Int64]
    /// Microvolts.
    package var voltages: [Double]
    /// The bytes of documents.
    package var contents: [UInt8]

    package init(
        records: [Record],
        lengths: [UInt32] = [],
        counts: [Int64] = [],
        voltages: [Double] = [],
        contents: [UInt8] = []
    ) {
        self.records = records
        self.lengths = lengths
        self.counts = counts
        self.voltages = voltages
        self.contents = contents
    }

    /// The elements of a record's whole series.
    package func count(_ row: Int) -> Int64 {
        counts.isEmpty ? lengths.isEmpty ? 0 : Int64(lengths[row]) : counts[row]
    }

    /// Bytes of each record in a message, at most, with what is included of its series.
    package var messageBytes: [Int] {
        let width = contents.isEmpty ? MemoryLayout<Double>.size : 1
        return records.indices.map { row in
            records[row].messageBytes + (lengths.isEmpty ? 8 : 12 + Int(lengths[row]) * width)
        }
    }
}

// MARK: - Rules

extension RecordColumns {
    func validate(in samples: SampleColumns) throws(HearthError) {
        guard let schema = RecordSchema.of(samples.type) else { return }
        try checkRows(of: records, samples.count, "records")
        for (row, record) in records.enumerated() {
            try locating("records[\(row)]", record.validate(schema))
        }
        switch schema.series {
        case .voltages:
            try checkRows(of: contents, 0, "contents")
            try validateSeriesCounts(lengths, counts, samples.count, points: voltages.count, of: "voltages")
            try checkFinite(voltages, "voltages")
        case .contents:
            try checkRows(of: voltages, 0, "voltages")
            try validateSeriesCounts(
                lengths,
                counts,
                samples.count,
                points: contents.count,
                of: "contents",
                atMost: Limits.contentBytes
            )
        case nil:
            try checkRows(of: lengths, 0, "lengths")
            try checkRows(of: counts, 0, "counts")
            try checkRows(of: voltages, 0, "voltages")
            try checkRows(of: contents, 0, "contents")
        }
    }

    func validateForSaving(of type: ObjectType) throws(HearthError) {
        guard let schema = RecordSchema.of(type) else { return }
        for (row, record) in records.enumerated() {
            try locating("records[\(row)]", record.validateForSaving(schema))
        }
        guard schema.series != nil else { return }
        try checkRows(of: lengths, records.count, "lengths")
        try checkRows(of: counts, 0, "counts")
    }
}
