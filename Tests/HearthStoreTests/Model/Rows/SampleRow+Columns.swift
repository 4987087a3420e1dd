import HearthModel

extension SampleRow {
    /// The rows of columns, with the defaults that the protocol gives to empty columns; values stay in the columns'
    /// unit.
    static func rows(of columns: SampleColumns) -> [SampleRow] {
        let contents = contents(of: columns)
        return (0..<columns.count).map { row in
            SampleRow(
                id: columns.ids[row],
                type: columns.type,
                start: columns.starts[row],
                end: columns.end(row),
                provenance: columns.provenance[row] ?? Provenance(),
                metadata: columns.metadata[row] ?? .none,
                content: contents[row]
            )
        }
    }

    private static func contents(of columns: SampleColumns) -> [Content] {
        switch columns.payload {
        case .quantity(let quantity):
            quantity.rows(in: columns).map { .quantity($0) }
        case .category(let category):
            category.values.map { .category($0) }
        case .correlation(let correlation):
            slices(of: correlation.members, correlation.lengths).map { .correlation($0) }
        case .workout(let workout):
            workout.rows(in: columns).map { .workout($0) }
        case .route(let route):
            route.rows(in: columns).map { .route($0) }
        case .heartbeat(let heartbeat):
            heartbeat.rows(in: columns).map { .heartbeat($0) }
        case .record(let record):
            record.rows.map { .record($0) }
        }
    }
}

/// Cuts what lies one after the other into what belongs to each sample.
private func slices<Element>(of elements: [Element], _ lengths: [UInt32]) -> [[Element]] {
    var first = 0
    return lengths.map { length in
        defer { first += Int(length) }
        return Array(elements[first..<first + Int(length)])
    }
}

extension Array {
    /// The element of a column that may be empty.
    fileprivate subscript(row: Int, default value: Element) -> Element { isEmpty ? value : self[row] }
}

extension QuantityColumns {
    fileprivate func rows(in columns: SampleColumns) -> [QuantityRow] {
        let none = [UInt32](repeating: 0, count: columns.count)
        let points = self.points ?? SeriesPoints(lengths: none, starts: [], values: [])
        let all = points.starts.indices.map { index in
            QuantityRow.Point(
                start: points.starts[index],
                end: points.ends[index, default: points.starts[index]],
                value: points.values[index]
            )
        }
        return slices(of: all, points.lengths).enumerated().map { (row, points) in
            let value = values[row]
            return QuantityRow(
                value: value,
                count: counts[row, default: 1],
                minimum: minimums[row, default: value],
                maximum: maximums[row, default: value],
                mostRecent: mostRecents[row, default: value],
                mostRecentStart: mostRecentStarts[row, default: columns.starts[row]],
                mostRecentEnd: mostRecentEnds[row, default: columns.end(row)],
                points: points
            )
        }
    }
}

extension WorkoutColumns {
    fileprivate func rows(in columns: SampleColumns) -> [WorkoutRow] {
        activityTypes.indices.map { row in
            let nanoseconds = columns.end(row).nanoseconds - columns.starts[row].nanoseconds
            return WorkoutRow(
                activityType: activityTypes[row],
                duration: durations[row, default: Double(nanoseconds) / 1e9],
                detail: details[row, default: WorkoutDetail()]
            )
        }
    }
}

extension RouteColumns {
    fileprivate func rows(in columns: SampleColumns) -> [RouteRow] {
        let others = [
            altitudes, horizontalAccuracies, verticalAccuracies, speeds, courses, speedAccuracies, courseAccuracies,
        ]
        let all = timestamps.indices.map { index in
            RouteRow.Location(
                timestamp: timestamps[index],
                latitude: latitudes[index],
                longitude: longitudes[index],
                others: others.map { $0.isEmpty ? nil : $0[index] }
            )
        }
        let none = [UInt32](repeating: 0, count: columns.count)
        return slices(of: all, lengths.isEmpty ? none : lengths).enumerated().map { (row, locations) in
            RouteRow(count: counts[row, default: Int64(locations.count)], locations: locations)
        }
    }
}

extension RecordColumns {
    fileprivate var rows: [RecordRow] {
        let lengths = lengths.isEmpty ? [UInt32](repeating: 0, count: records.count) : lengths
        let voltages = voltages.isEmpty ? lengths.map { _ in [] } : slices(of: voltages, lengths)
        let contents = contents.isEmpty ? lengths.map { _ in [] } : slices(of: contents, lengths)
        return records.indices.map { row in
            RecordRow(
                record: records[row],
                count: counts[row, default: Int64(lengths[row])],
                voltages: voltages[row],
                contents: contents[row]
            )
        }
    }
}

extension HeartbeatColumns {
    fileprivate func rows(in columns: SampleColumns) -> [HeartbeatRow] {
        let all = offsets.indices.map { HeartbeatRow.Beat(offset: offsets[$0], followsGap: gaps[$0, default: 0] == 1) }
        let none = [UInt32](repeating: 0, count: columns.count)
        return slices(of: all, lengths.isEmpty ? none : lengths).enumerated().map { (row, beats) in
            HeartbeatRow(count: counts[row, default: Int64(beats.count)], beats: beats)
        }
    }
}
