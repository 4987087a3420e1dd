import HearthModel

/// Compares what samples of a file hold with what is stored: values and series, but not metadata.
struct StoredContents {
    private let columns: SampleColumns
    private let comparable: ComparableColumns
    /// Without the extremes of series, which the server computes from the points of a file.
    private let withoutExtremes: ComparableColumns

    init(_ columns: SampleColumns) {
        self.columns = columns
        var bare = columns
        bare.metadata = DictionaryColumn()
        comparable = ComparableColumns(bare)
        if case .quantity(let quantities) = columns.payload {
            bare.payload = .quantity(
                QuantityColumns(values: quantities.values, counts: quantities.counts, points: quantities.points)
            )
        }
        withoutExtremes = ComparableColumns(bare)
    }

    /// Whether a row holds the same as a stored one with the same times.
    func isSame(_ row: Int, _ stored: StoredContents, _ storedRow: Int) -> Bool {
        switch (columns.payload, stored.columns.payload) {
        case (.quantity(let own), .quantity(let others)) where columns.payload.areValues:
            own.values[row] == others.values[storedRow] && others.count(storedRow) == 1
        case (.quantity(let own), .quantity) where own.points != nil:
            ContentComparison(withoutExtremes, stored.withoutExtremes).isSame(row, storedRow)
        default: ContentComparison(comparable, stored.comparable).isSame(row, storedRow)
        }
    }
}

extension SamplePayload {
    /// Whether each sample is only a value.
    var areValues: Bool {
        switch self {
        case .quantity(let quantities):
            quantities.counts.isEmpty && quantities.points == nil && quantities.minimums.isEmpty
                && quantities.maximums.isEmpty && quantities.mostRecents.isEmpty
        case .category: true
        case .correlation, .workout, .route, .heartbeat, .record: false
        }
    }
}
