extension SamplePayload {
    func selecting(_ rows: RowList) -> SamplePayload {
        switch self {
        case .quantity(let columns): .quantity(columns.selecting(rows))
        case .category(let columns): .category(CategoryColumns(values: columns.values.selecting(rows)))
        case .correlation(let columns): .correlation(columns.selecting(rows))
        case .workout(let columns): .workout(columns.selecting(rows))
        case .route(let columns): .route(columns.selecting(rows))
        case .heartbeat(let columns): .heartbeat(columns.selecting(rows))
        case .record(let columns): .record(columns.selecting(rows))
        }
    }
}

extension CorrelationColumns {
    /// These rows, in this order.
    package func selecting(_ rows: RowList) -> CorrelationColumns {
        CorrelationColumns(lengths: lengths.selecting(rows), members: Series(lengths).elements(members, of: rows))
    }

    /// The members of each correlation.
    package var memberships: [ArraySlice<ObjectID>] {
        Series(lengths).ranges.map { members[$0] }
    }
}

extension WorkoutColumns {
    func selecting(_ rows: RowList) -> WorkoutColumns {
        WorkoutColumns(
            activityTypes: activityTypes.selecting(rows),
            durations: durations.selecting(rows),
            details: details.selecting(rows)
        )
    }

    /// Seconds without pauses; where nothing is said, from start to end.
    package func duration(_ row: Int, in samples: SampleColumns) -> Double {
        durations.isEmpty ? samples.span(row) : durations[row]
    }

    package func detail(_ row: Int) -> WorkoutDetail {
        details.isEmpty ? WorkoutDetail() : details[row]
    }
}

/// Seconds between two moments.
package func seconds(from start: Timestamp, to end: Timestamp) -> Double {
    Double(end.nanoseconds &- start.nanoseconds) / 1e9
}
