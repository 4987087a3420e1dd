extension SampleColumns.Payload {
    func selecting(_ rows: [Int]) -> SampleColumns.Payload {
        switch self {
        case .quantity(let columns): .quantity(columns.selecting(rows))
        case .category(let columns): .category(CategoryColumns(values: columns.values.selecting(rows)))
        case .correlation(let columns): .correlation(columns.selecting(rows))
        case .workout(let columns): .workout(columns.selecting(rows))
        case .route(let columns): .route(columns.selecting(rows))
        case .heartbeat(let columns): .heartbeat(columns.selecting(rows))
        }
    }

    /// Appends the payload of `others` to that of samples with these times, which supply what is left out.
    mutating func append(
        _ other: SampleColumns.Payload,
        after rows: Int,
        _ starts: [Timestamp],
        _ ends: [Timestamp],
        _ others: SampleColumns
    ) {
        let payload = self
        // So that the columns have one owner while they grow.
        self = .category(CategoryColumns(values: []))
        switch (consume payload, other) {
        case (.quantity(var columns), .quantity(let added)):
            columns.append(added, after: rows, starts, ends, others)
            self = .quantity(columns)
        case (.category(var columns), .category(let added)):
            columns.values += added.values
            self = .category(columns)
        case (.correlation(var columns), .correlation(let added)):
            columns.lengths += added.lengths
            columns.members += added.members
            self = .correlation(columns)
        case (.workout(var columns), .workout(let added)):
            columns.append(added, starts, ends, others)
            self = .workout(columns)
        case (.route(var columns), .route(let added)):
            columns.append(added)
            self = .route(columns)
        case (.heartbeat(var columns), .heartbeat(let added)):
            columns.append(added)
            self = .heartbeat(columns)
        default:
            preconditionFailure("payloads of two kinds")
        }
    }
}

extension CorrelationColumns {
    /// These rows, in this order.
    package func selecting(_ rows: [Int]) -> CorrelationColumns {
        CorrelationColumns(lengths: lengths.selecting(rows), members: Series(lengths).elements(members, of: rows))
    }

    /// The members of each correlation.
    package var memberships: [ArraySlice<ObjectID>] {
        Series(lengths).ranges.map { members[$0] }
    }
}

extension WorkoutColumns {
    func selecting(_ rows: [Int]) -> WorkoutColumns {
        WorkoutColumns(
            activityTypes: activityTypes.selecting(rows),
            durations: durations.selecting(rows),
            details: details.selecting(rows)
        )
    }

    mutating func append(
        _ other: WorkoutColumns,
        _ starts: [Timestamp],
        _ ends: [Timestamp],
        _ others: SampleColumns
    ) {
        appendOptional(
            &durations,
            other.durations,
            own: zip(starts, ends.isEmpty ? starts : ends).map { seconds(from: $0, to: $1) },
            others: others.ids.indices.map { others.span($0) }
        )
        appendOptional(
            &details,
            other.details,
            own: Array(repeating: WorkoutDetail(), count: starts.count),
            others: Array(repeating: WorkoutDetail(), count: others.count)
        )
        activityTypes += other.activityTypes
    }

    /// Seconds without pauses; where nothing is said, from start to end.
    package func duration(_ row: Int, in samples: SampleColumns) -> Double {
        durations.isEmpty ? samples.span(row) : durations[row]
    }

    package func detail(_ row: Int) -> WorkoutDetail {
        details.isEmpty ? WorkoutDetail() : details[row]
    }
}

extension SampleColumns {
    /// Seconds from start to end.
    package func span(_ row: Int) -> Double {
        seconds(from: starts[row], to: end(row))
    }
}

/// Seconds between two moments.
package func seconds(from start: Timestamp, to end: Timestamp) -> Double {
    Double(end.nanoseconds &- start.nanoseconds) / 1e9
}
