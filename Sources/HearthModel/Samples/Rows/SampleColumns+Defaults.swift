extension SampleColumns {
    /// The same samples without columns that hold only defaults.
    package func withoutDefaults() -> SampleColumns {
        var samples = self
        if samples.ends == starts {
            samples.ends = []
        }
        samples.metadata = metadata.withoutDefaults()
        switch payload {
        case .quantity(let columns):
            samples.payload = .quantity(columns.withoutDefaults(in: self))
        case .workout(var columns):
            if columns.durations == ids.indices.map({ span($0) }) {
                columns.durations = []
            }
            if columns.details.allSatisfy({ $0 == WorkoutDetail() }) {
                columns.details = []
            }
            samples.payload = .workout(columns)
        case .heartbeat(var columns):
            if columns.gaps.allSatisfy({ $0 == 0 }) {
                columns.gaps = []
            }
            samples.payload = .heartbeat(columns)
        case .category, .correlation, .route, .record:
            break
        }
        return samples
    }
}

extension DictionaryColumn<Metadata> {
    /// Without entries that no row has; nothing if no row has metadata.
    package func withoutDefaults() -> DictionaryColumn {
        let compacted = compacted()
        return compacted.entries.allSatisfy(\.entries.isEmpty) ? DictionaryColumn() : compacted
    }
}

extension QuantityColumns {
    fileprivate func withoutDefaults(in samples: SampleColumns) -> QuantityColumns {
        var columns = self
        if counts.allSatisfy({ $0 == 1 }) {
            columns.counts = []
        }
        if minimums == values {
            columns.minimums = []
        }
        if maximums == values {
            columns.maximums = []
        }
        if mostRecents == values {
            columns.mostRecents = []
        }
        if mostRecentStarts == samples.starts {
            columns.mostRecentStarts = []
        }
        if mostRecentEnds == samples.filledEnds {
            columns.mostRecentEnds = []
        }
        if var points {
            points.ends = points.ends == points.starts ? [] : points.ends
            columns.points = points.lengths.allSatisfy { $0 == 0 } ? nil : points
        }
        return columns
    }
}
