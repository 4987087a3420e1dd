import HearthModel

extension SampleColumns {
    /// The columns without a row; nil when it is the only one.
    func without(row: Int) -> SampleColumns? {
        guard count > 1 else { return nil }
        var columns = self
        columns.ids.remove(at: row)
        columns.starts.remove(at: row)
        columns.ends.removeRow(row)
        columns.provenance.indexes.removeRow(row)
        columns.metadata.indexes.removeRow(row)
        switch payload {
        case .quantity(let quantity):
            columns.payload = .quantity(quantity.without(row))
        case .category(var category):
            category.values.remove(at: row)
            columns.payload = .category(category)
        case .correlation(var correlation):
            correlation.members.removeSubrange(points(of: row, correlation.lengths))
            correlation.lengths.remove(at: row)
            columns.payload = .correlation(correlation)
        case .workout(var workout):
            workout.activityTypes.remove(at: row)
            workout.durations.removeRow(row)
            workout.details.removeRow(row)
            columns.payload = .workout(workout)
        case .route(let route):
            columns.payload = .route(route.without(row))
        case .heartbeat(var series):
            let beats = points(of: row, series.lengths)
            series.offsets.removeSubrange(beats)
            series.gaps.removePoints(beats)
            series.lengths.remove(at: row)
            columns.payload = .heartbeat(series)
        }
        return columns
    }
}

/// Where the points of a sample lie.
private func points(of row: Int, _ lengths: [UInt32]) -> Range<Int> {
    let first = lengths[..<row].reduce(0) { $0 + Int($1) }
    return first..<first + Int(lengths[row])
}

extension Array {
    /// Of a column that may be empty.
    fileprivate mutating func removeRow(_ row: Int) {
        if !isEmpty { remove(at: row) }
    }

    fileprivate mutating func removePoints(_ points: Range<Int>) {
        if !isEmpty { removeSubrange(points) }
    }
}

extension QuantityColumns {
    fileprivate func without(_ row: Int) -> QuantityColumns {
        var columns = self
        columns.values.remove(at: row)
        columns.counts.removeRow(row)
        columns.minimums.removeRow(row)
        columns.maximums.removeRow(row)
        columns.mostRecents.removeRow(row)
        columns.mostRecentStarts.removeRow(row)
        columns.mostRecentEnds.removeRow(row)
        if var series = columns.points {
            let removed = HearthStoreTests.points(of: row, series.lengths)
            series.starts.removeSubrange(removed)
            series.ends.removePoints(removed)
            series.values.removeSubrange(removed)
            series.lengths.remove(at: row)
            columns.points = series
        }
        return columns
    }
}

extension RouteColumns {
    fileprivate func without(_ row: Int) -> RouteColumns {
        var columns = self
        let removed = points(of: row, lengths)
        columns.timestamps.removeSubrange(removed)
        columns.latitudes.removeSubrange(removed)
        columns.longitudes.removeSubrange(removed)
        columns.altitudes.removePoints(removed)
        columns.horizontalAccuracies.removePoints(removed)
        columns.verticalAccuracies.removePoints(removed)
        columns.speeds.removePoints(removed)
        columns.courses.removePoints(removed)
        columns.speedAccuracies.removePoints(removed)
        columns.courseAccuracies.removePoints(removed)
        columns.lengths.remove(at: row)
        return columns
    }
}
