import HearthModel
import HearthTestSupport

extension RandomRows {
    mutating func payload(_ count: Int, of type: ObjectType) -> SampleColumns.Payload {
        switch type.kind {
        case .quantity: .quantity(quantities(count))
        case .category: .category(CategoryColumns(values: random.list(count) { Int64($0.below(5)) - 1 }))
        case .correlation: .correlation(correlations(count))
        case .workout: .workout(workouts(count))
        case .workoutRoute: .route(routes(count))
        case .heartbeatSeries: .heartbeat(heartbeats(count))
        default: .record(RandomRecords.columns(of: type, count, using: &random))
        }
    }

    private mutating func lengths(_ count: Int) -> (lengths: [UInt32], total: Int) {
        let lengths = random.list(count) { UInt32($0.below(5)) }
        return (lengths, Int(lengths.reduce(0, +)))
    }

    private mutating func quantities(_ count: Int) -> QuantityColumns {
        var columns = QuantityColumns(
            values: numbers(count),
            counts: optional(count) { $0.random.list($1) { Int64($0.below(300)) } },
            minimums: optional(count) { $0.numbers($1) },
            maximums: optional(count) { $0.numbers($1) },
            mostRecents: optional(count) { $0.numbers($1) },
            mostRecentStarts: optional(count) { $0.times($1) },
            mostRecentEnds: optional(count) { $0.times($1) }
        )
        guard random.chance(50) else { return columns }
        let (lengths, total) = lengths(count)
        columns.points = SeriesPoints(
            lengths: lengths,
            starts: times(total),
            ends: optional(total) { $0.times($1) },
            values: numbers(total)
        )
        return columns
    }

    private mutating func correlations(_ count: Int) -> CorrelationColumns {
        let (lengths, total) = lengths(count)
        return CorrelationColumns(lengths: lengths, members: ids(total))
    }

    private mutating func workouts(_ count: Int) -> WorkoutColumns {
        WorkoutColumns(
            activityTypes: random.list(count) { WorkoutActivityType(rawValue: UInt32($0.below(90))) },
            durations: optional(count) { $0.random.list($1) { Double($0.below(9_000)) / 4 } },
            details: optional(count) { rows, count in (0..<count).map { _ in rows.detail() } }
        )
    }

    private mutating func detail() -> WorkoutDetail {
        let (start, end) = (at(1_795_248_000_000_000_000), at(1_795_248_060_000_000_000))
        return WorkoutDetail(
            totalEnergyBurned: random.chance(50) ? 100.5 : nil,
            totalDistance: random.chance(50) ? 0 : nil,
            events: random.chance(50)
                ? [] : [WorkoutEvent(type: .lap, start: start, end: end, metadata: someMetadata())],
            activities: random.chance(50)
                ? []
                : [
                    WorkoutActivity(
                        id: ObjectID(high: random.next(), low: 1),
                        activityType: WorkoutActivityType(rawValue: 37),
                        start: start,
                        end: random.chance(50) ? nil : end,
                        duration: 60
                    )
                ],
            statistics: random.chance(50)
                ? [] : [WorkoutStatistics(type: type("heartRate"), start: start, end: end, average: 140)]
        )
    }

    private mutating func routes(_ count: Int) -> RouteColumns {
        let (lengths, total) = lengths(count)
        var columns = RouteColumns(
            lengths: lengths,
            timestamps: times(total),
            latitudes: numbers(total),
            longitudes: numbers(total)
        )
        for (column, _) in RouteColumns.optionalColumns {
            columns[keyPath: column] = optional(total) { $0.numbers($1) }
        }
        return columns
    }

    private mutating func heartbeats(_ count: Int) -> HeartbeatColumns {
        let (lengths, total) = lengths(count)
        return HeartbeatColumns(
            lengths: lengths,
            offsets: random.list(total) { Double($0.below(100_000)) / 1_000 },
            gaps: optional(total) { $0.random.list($1) { UInt8($0.below(2)) } }
        )
    }
}
