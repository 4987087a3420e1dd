import HearthModel

/// What was asked of a reply's samples.
struct ReplyForm: Sendable {
    var clauses: [Clause]
    var includeSeries: Bool

    func unit(of type: ObjectType) -> Unit? {
        clauses.lazy.filter { $0.type == type }.compactMap(\.unit).first
    }

    /// The rows of columns in a reply, after their form has been checked.
    func rows(of columns: SampleColumns) throws(Mismatch) -> [SampleRow] {
        _ = try succeeding("a reply's columns", .shape) { () throws(HearthError) in try columns.validate() }
        if !columns.ends.isEmpty {
            try ensure(columns.ends != columns.starts, .shape, "ends are given that are all the starts")
        }
        switch columns.payload {
        case .quantity(let quantity): try check(quantity, columns)
        case .route(let route): try checkSeries(route.lengths, route.counts, route.timestamps.count)
        case .heartbeat(let series): try checkSeries(series.lengths, series.counts, series.offsets.count)
        case .record(let record):
            guard RecordSchema.of(columns.type)?.series != nil else { break }
            try checkSeries(record.lengths, record.counts, record.voltages.count + record.contents.count)
        case .category, .correlation, .workout: break
        }
        return SampleRow.rows(of: columns)
    }

    private func check(_ quantity: QuantityColumns, _ columns: SampleColumns) throws(Mismatch) {
        let storage = columns.type.storageUnit
        let expected = unit(of: columns.type) ?? storage
        try ensure((quantity.unit ?? storage) == expected, .shape, "the unit is \(quantity.unit?.text ?? "none")")
        try ensure(includeSeries || quantity.points == nil, .shape, "points that nobody asked for")
        try ensure(quantity.counts.isEmpty || quantity.counts.contains { $0 != 1 }, .shape, "counts are all 1")
        // Different values may become equal when they are converted.
        guard expected == storage else { return }
        try ensure(quantity.minimums.isEmpty || quantity.minimums != quantity.values, .shape, "minimums are the values")
        try ensure(quantity.maximums.isEmpty || quantity.maximums != quantity.values, .shape, "maximums are the values")
        try ensure(
            quantity.mostRecents.isEmpty || quantity.mostRecents != quantity.values,
            .shape,
            "most recent values are the values"
        )
    }

    private func checkSeries(_ lengths: [UInt32], _ counts: [Int64], _ points: Int) throws(Mismatch) {
        if includeSeries {
            try ensure(counts.isEmpty && !lengths.isEmpty, .shape, "a series with counts or without lengths")
        } else {
            try ensure(!counts.isEmpty && lengths.isEmpty && points == 0, .shape, "a series that nobody asked for")
        }
    }
}
