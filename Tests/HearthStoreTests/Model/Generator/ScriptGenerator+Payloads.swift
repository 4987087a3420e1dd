import HearthModel
import HearthTestSupport

extension ScriptGenerator {
    /// What samples of these times hold.
    mutating func payload(of columns: SampleColumns) -> SampleColumns.Payload {
        switch columns.type.kind {
        case .quantity: .quantity(quantities(columns))
        case .category: .category(CategoryColumns(values: random.list(columns.count) { Int64($0.below(6)) }))
        case .workout: .workout(workouts(columns))
        case .workoutRoute: .route(routes(columns.count))
        case .heartbeatSeries: .heartbeat(heartbeats(columns.count))
        default: .record(RandomRecords.columns(of: columns.type, columns.count, using: &random))
        }
    }

    private mutating func quantities(_ columns: SampleColumns) -> QuantityColumns {
        let rows = columns.count
        let units = Alphabet.units(of: columns.type)
        var quantity = QuantityColumns(
            values: random.list(rows) { $0.pick(Alphabet.numbers) },
            unit: random.chance(40) ? nil : random.pick(units)
        )
        switch random.below(4) {
        case 0:
            if random.chance(80) {
                quantity.counts = random.list(rows) { Int64(1 + $0.below(3)) }
            }
            if random.chance(50) {
                quantity.minimums = quantity.values.map { $0 - random.pick([0, 0, 1]) }
            }
            if random.chance(50) {
                quantity.maximums = quantity.values.map { $0 + random.pick([0, 0, 1]) }
            }
            if random.chance(50) {
                quantity.mostRecents = quantity.values.map { $0 + random.pick([0, 0, 0.25]) }
            }
            if random.chance(50) {
                quantity.mostRecentStarts = (0..<rows).map { time(within: columns, $0) }
            }
            if random.chance(50) {
                quantity.mostRecentEnds = (0..<rows).map { row in
                    let start = quantity.mostRecentStarts.isEmpty ? columns.starts[row] : quantity.mostRecentStarts[row]
                    return max(start, time(within: columns, row))
                }
            }
        case 1:
            addPoints(to: &quantity, columns)
        default:
            break
        }
        return quantity
    }

    private mutating func addPoints(to quantity: inout QuantityColumns, _ columns: SampleColumns) {
        let counts = random.list(columns.count) { 1 + $0.below(4) }
        let lengths = counts.map { random.chance(20) ? 0 : $0 }
        let series = lengths.enumerated().map { (row, length) in
            (0..<length).map { _ in time(within: columns, row) }.sorted()
        }
        let starts = series.flatMap { $0 }
        let lasts = series.enumerated().flatMap { (row, starts) in starts.map { max($0, time(within: columns, row)) } }
        quantity.counts = counts.map { Int64($0) }
        quantity.points = SeriesPoints(
            lengths: lengths.map { UInt32($0) },
            starts: starts,
            ends: random.chance(50) ? [] : lasts,
            values: random.list(starts.count) { $0.pick(Alphabet.numbers) }
        )
    }

    private mutating func time(within columns: SampleColumns, _ row: Int) -> Timestamp {
        let range = columns.starts[row]...columns.end(row)
        return random.pick(Alphabet.times.filter { range.contains($0) })
    }

    private mutating func workouts(_ columns: SampleColumns) -> WorkoutColumns {
        let rows = columns.count
        return WorkoutColumns(
            activityTypes: random.list(rows) { WorkoutActivityType(rawValue: $0.pick([37, 46])) },
            durations: random.chance(50) ? [] : random.list(rows) { $0.pick([0, 1, 60, 90]) },
            details: random.chance(30) ? [] : (0..<rows).map { detail(columns.starts[$0], columns.end($0)) }
        )
    }

    private mutating func detail(_ start: Timestamp, _ end: Timestamp) -> WorkoutDetail {
        WorkoutDetail(
            totalEnergyBurned: random.chance(50) ? random.pick([0, 60, 100.5]) : nil,
            totalDistance: random.chance(50) ? random.pick([0, 1, 1_000]) : nil,
            totalSwimmingStrokeCount: random.chance(30) ? random.pick([0, 60]) : nil,
            totalFlightsClimbed: random.chance(30) ? random.pick([0, 1]) : nil,
            events: random.chance(70)
                ? []
                : [
                    WorkoutEvent(type: .pause, start: start, end: start),
                    WorkoutEvent(type: .lap, start: start, end: end),
                ],
            activities: random.list(random.below(3)) { $0.activity(start, end) },
            statistics: random.statistics(start, end)
        )
    }

    private mutating func routes(_ rows: Int) -> RouteColumns {
        let lengths = random.list(rows) { 1 + $0.below(3) }
        let points = lengths.reduce(0, +)
        return RouteColumns(
            lengths: lengths.map { UInt32($0) },
            timestamps: lengths.flatMap { length in random.list(length) { $0.pick(Alphabet.times) }.sorted() },
            latitudes: random.list(points) { $0.pick([-90, 0, 52.5]) },
            longitudes: random.list(points) { $0.pick([-180, 0, 13.25]) },
            altitudes: random.chance(50) ? [] : random.list(points) { $0.pick([-1, 0, 34.5]) },
            speeds: random.list(points) { $0.pick([0, 2.5]) }
        )
    }

    private mutating func heartbeats(_ rows: Int) -> HeartbeatColumns {
        let lengths = random.list(rows) { 1 + $0.below(4) }
        let beats = lengths.reduce(0, +)
        return HeartbeatColumns(
            lengths: lengths.map { UInt32($0) },
            offsets: lengths.flatMap { length in random.list(length) { $0.pick([0, 0.5, 1.25, 2]) }.sorted() },
            gaps: random.chance(40) ? [] : random.list(beats) { UInt8($0.below(2)) }
        )
    }
}

extension SeededGenerator {
    fileprivate mutating func activity(_ start: Timestamp, _ end: Timestamp) -> WorkoutActivity {
        WorkoutActivity(
            id: pick(Alphabet.ids),
            activityType: WorkoutActivityType(rawValue: pick([37, 46])),
            location: pick([.unknown, .outdoor]),
            lapLength: chance(20) ? 25 : nil,
            start: start,
            end: chance(70) ? end : nil,
            duration: pick([0, 1, 60]),
            metadata: chance(20) ? metadata() : .none,
            statistics: statistics(start, end)
        )
    }

    fileprivate mutating func statistics(_ start: Timestamp, _ end: Timestamp) -> [WorkoutStatistics] {
        some(Array(Alphabet.quantityTypes.prefix(3)), atMost: below(3)).map { type in
            WorkoutStatistics(
                type: type,
                start: start,
                end: end,
                sum: chance(50) ? pick([0, 60, 95]) : nil,
                average: chance(50) ? pick([0, 60, 95]) : nil,
                minimum: chance(50) ? pick([0, 60]) : nil,
                maximum: chance(50) ? pick([60, 95]) : nil
            )
        }
    }
}
