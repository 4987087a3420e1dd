extension SamplePayload {
    func slice(_ rows: Range<Int>) -> SamplePayload {
        switch self {
        case .quantity(let columns): .quantity(columns.slice(rows))
        case .category(let columns): .category(CategoryColumns(values: columns.values.slice(rows)))
        case .correlation(let columns): .correlation(columns.slice(rows))
        case .workout(let columns): .workout(columns.slice(rows))
        case .route(let columns): .route(columns.slice(rows))
        case .heartbeat(let columns): .heartbeat(columns.slice(rows))
        case .record(let columns): .record(columns.slice(rows))
        }
    }
}

extension QuantityColumns {
    fileprivate func slice(_ rows: Range<Int>) -> QuantityColumns {
        QuantityColumns(
            values: values.slice(rows),
            unit: unit,
            counts: counts.slice(rows),
            minimums: minimums.slice(rows),
            maximums: maximums.slice(rows),
            mostRecents: mostRecents.slice(rows),
            mostRecentStarts: mostRecentStarts.slice(rows),
            mostRecentEnds: mostRecentEnds.slice(rows),
            points: points?.slice(rows)
        )
    }
}

extension CorrelationColumns {
    fileprivate func slice(_ rows: Range<Int>) -> CorrelationColumns {
        CorrelationColumns(lengths: lengths.slice(rows), members: members.slice(lengths.elements(of: rows)))
    }
}

extension WorkoutColumns {
    fileprivate func slice(_ rows: Range<Int>) -> WorkoutColumns {
        WorkoutColumns(
            activityTypes: activityTypes.slice(rows),
            durations: durations.slice(rows),
            details: details.slice(rows)
        )
    }
}

extension RouteColumns {
    fileprivate func slice(_ rows: Range<Int>) -> RouteColumns {
        let elements = lengths.elements(of: rows)
        var slice = RouteColumns(
            lengths: lengths.slice(rows),
            counts: counts.slice(rows),
            timestamps: timestamps.slice(elements),
            latitudes: latitudes.slice(elements),
            longitudes: longitudes.slice(elements)
        )
        for (column, _) in RouteColumns.optionalColumns {
            slice[keyPath: column] = self[keyPath: column].slice(elements)
        }
        return slice
    }
}

extension HeartbeatColumns {
    fileprivate func slice(_ rows: Range<Int>) -> HeartbeatColumns {
        let elements = lengths.elements(of: rows)
        return HeartbeatColumns(
            lengths: lengths.slice(rows),
            counts: counts.slice(rows),
            offsets: offsets.slice(elements),
            gaps: gaps.slice(elements)
        )
    }
}
