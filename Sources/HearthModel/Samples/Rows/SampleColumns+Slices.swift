extension SampleColumns {
    /// Rows that follow each other. Columns are copied in one piece.
    package func slice(_ rows: Range<Int>) -> SampleColumns {
        guard rows != 0..<count else { return self }
        return SampleColumns(
            type: type,
            ids: ids.slice(rows),
            starts: starts.slice(rows),
            ends: ends.slice(rows),
            provenance: provenance.slice(rows),
            metadata: metadata.slice(rows),
            payload: payload.slice(rows)
        )
    }
}

extension SampleColumns.Payload {
    fileprivate func slice(_ rows: Range<Int>) -> SampleColumns.Payload {
        switch self {
        case .quantity(let columns): .quantity(columns.slice(rows))
        case .category(let columns): .category(CategoryColumns(values: columns.values.slice(rows)))
        case .correlation(let columns): .correlation(columns.slice(rows))
        case .workout(let columns): .workout(columns.slice(rows))
        case .route(let columns): .route(columns.slice(rows))
        case .heartbeat(let columns): .heartbeat(columns.slice(rows))
        }
    }
}

extension DictionaryColumn {
    /// Without the entries that none of the rows has.
    fileprivate func slice(_ rows: Range<Int>) -> DictionaryColumn {
        indexes.isEmpty ? self : DictionaryColumn(entries: entries, indexes: indexes.slice(rows)).compacted()
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

extension SeriesPoints {
    fileprivate func slice(_ rows: Range<Int>) -> SeriesPoints {
        let elements = lengths.elements(of: rows)
        return SeriesPoints(
            lengths: lengths.slice(rows),
            starts: starts.slice(elements),
            ends: ends.slice(elements),
            values: values.slice(elements)
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

extension Array {
    /// Nothing of a column that is left out.
    fileprivate func slice(_ rows: Range<Int>) -> [Element] {
        isEmpty ? [] : Array(self[rows])
    }
}

extension [UInt32] {
    /// Of the lengths of series: where the elements of some of them lie.
    fileprivate func elements(of rows: Range<Int>) -> Range<Int> {
        guard !isEmpty else { return 0..<0 }
        let first = self[..<rows.lowerBound].reduce(0) { $0 + Int($1) }
        return first..<self[rows].reduce(first) { $0 + Int($1) }
    }
}
