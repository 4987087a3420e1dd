import HearthModel
import HearthTestSupport

/// Random samples of every kind, as apps may save them.
struct RandomSamples {
    var random: SeededGenerator

    /// Samples that are saved together: a correlation with its members, or samples of one type.
    typealias Save = [SampleColumns]

    /// Samples of every kind, and of every type whose samples are records.
    mutating func everyKind() throws -> [Save] {
        var saves: [Save] = []
        for name in ["heartRate", "stepCount", "oxygenSaturation", "bloodGlucose", "bodyTemperature", "height"] {
            let type = Self.type(name)
            saves += [[try quantities(of: type)], [try condensed(of: type)], [try points(of: type)]]
        }
        for name in ["sleepAnalysis", "menstrualFlow", "mindfulSession", "headache"] {
            saves.append([try categories(of: Self.type(name))])
        }
        saves += [try bloodPressure(), try food(), try food()]
        saves += [[try workouts()], [try workouts()]]
        saves += [[try routes(shape: 0)], [try routes(shape: 0b101)], [try routes(shape: 0x7F)]]
        saves.append([try heartbeats()])
        for type in RandomRecords.types {
            var columns = try samples(of: type, rows: count(1...3))
            columns.payload = .record(RandomRecords.columns(of: type, columns.count, using: &random))
            saves.append([columns])
        }
        return saves
    }

    static func type(_ name: String) -> ObjectType {
        guard let type = ObjectType.all.first(where: { $0.shortName == name }) else {
            preconditionFailure("no type \(name)")
        }
        return type
    }

    // MARK: - What all samples have

    private mutating func samples(of type: ObjectType, rows: Int) throws -> SampleColumns {
        let starts = (0..<rows).map { _ in time() }
        let hasEnds = flag()
        let devices = (0..<rows).map { _ in Provenance(device: flag() ? device() : nil) }
        let entries = try (0..<rows).map { _ in try metadata(of: type) }
        return SampleColumns(
            type: type,
            ids: (0..<rows).map { _ in id() },
            starts: starts,
            ends: hasEnds ? starts.map { Timestamp(nanoseconds: $0.nanoseconds + number(0...7_200_000_000_000)) } : [],
            provenance: DictionaryColumn(entries: devices, indexes: (0..<rows).map { UInt32($0) }),
            metadata: DictionaryColumn(entries: entries, indexes: (0..<rows).map { UInt32($0) }),
            payload: .category(CategoryColumns(values: []))
        )
    }

    private mutating func metadata(of type: ObjectType? = nil) throws -> Metadata {
        var entries: [Metadata.Entry] = []
        if let key = type?.requiredMetadataKey {
            entries.append(
                Metadata.Entry(key: key.rawValue, value: key.valueKind == .boolean ? .boolean(flag()) : .integer(1))
            )
        }
        for index in 0..<count(0...3) {
            entries.append(Metadata.Entry(key: "\(text())\(index)", value: metadataValue()))
        }
        return try Metadata(entries)
    }

    private mutating func metadataValue() -> MetadataValue {
        switch count(0...5) {
        case 0: .string(text())
        case 1: .integer(flag() ? Int64(bitPattern: random.next()) : pick([.min, -1, 0, 1, .max]))
        case 2: .double(value())
        case 3: .boolean(flag())
        case 4: .date(Timestamp(nanoseconds: flag() ? Int64(bitPattern: random.next()) : pick([.min, .max, 0])))
        default: .quantity(Quantity(value: value(), unit: pick([.percent, .count, .null, .kilogram])))
        }
    }

    private mutating func device() -> Device {
        var texts = (0..<8).map { _ in flag() ? text() : nil }
        return Device(
            name: texts.removeLast(),
            manufacturer: texts.removeLast(),
            model: texts.removeLast(),
            hardwareVersion: texts.removeLast(),
            firmwareVersion: texts.removeLast(),
            softwareVersion: texts.removeLast(),
            localIdentifier: texts.removeLast(),
            udiDeviceIdentifier: texts.removeLast()
        )
    }

    // MARK: - Values and correlations

    private mutating func quantities(of type: ObjectType) throws -> SampleColumns {
        var columns = try samples(of: type, rows: count(1...4))
        columns.payload = .quantity(QuantityColumns(values: (0..<columns.count).map { _ in value() }))
        return columns
    }

    /// Series without their points.
    private mutating func condensed(of type: ObjectType) throws -> SampleColumns {
        var columns = try quantities(of: type)
        let values = (0..<columns.count).map { _ in value() }
        let starts = (0..<columns.count).map { time(in: columns, $0) }
        columns.payload = .quantity(
            QuantityColumns(
                values: values,
                counts: (0..<columns.count).map { _ in Int64(count(1...4)) },
                minimums: flag() ? values.map { min($0, value()) } : [],
                maximums: flag() ? values.map { max($0, value()) } : [],
                mostRecents: flag() ? values.map { _ in value() } : [],
                mostRecentStarts: starts,
                mostRecentEnds: (0..<columns.count).map { max(starts[$0], time(in: columns, $0)) }
            )
        )
        return columns
    }

    private mutating func points(of type: ObjectType) throws -> SampleColumns {
        var columns = try quantities(of: type)
        var points = SeriesPoints(lengths: [], starts: [], values: [])
        for row in columns.ids.indices {
            let starts = (0..<count(1...5)).map { _ in time(in: columns, row) }.sorted()
            points.lengths.append(UInt32(starts.count))
            points.starts += starts
            points.ends += starts.map { max($0, time(in: columns, row)) }
            points.values += starts.map { _ in Double(count(1...900)) / 8 }
        }
        columns.payload = .quantity(
            QuantityColumns(
                values: (0..<columns.count).map { _ in value() },
                counts: points.lengths.map { Int64($0) },
                points: points
            )
        )
        return columns
    }

    private mutating func categories(of type: ObjectType) throws -> SampleColumns {
        var columns = try samples(of: type, rows: count(1...4))
        let known = (0...63).filter { type.allows(categoryValue: $0) }.map { Int64($0) }
        columns.payload = .category(CategoryColumns(values: (0..<columns.count).map { _ in pick(known) }))
        return columns
    }

    private mutating func bloodPressure() throws -> Save {
        var columns = try samples(of: .bloodPressure, rows: 2)
        var members: [SampleColumns] = []
        for type in [ObjectType.bloodPressureSystolic, .bloodPressureDiastolic] {
            var parts = try samples(of: type, rows: 2)
            parts.payload = .quantity(QuantityColumns(values: [value(), value()]))
            members.append(parts)
        }
        columns.payload = .correlation(
            CorrelationColumns(lengths: [2, 2], members: (0..<2).flatMap { row in members.map { $0.ids[row] } })
        )
        return members + [columns]
    }

    /// Food with members that are values and series. Both share a member.
    private mutating func food() throws -> Save {
        var columns = try samples(of: .food, rows: 2)
        let members = [
            try points(of: Self.type("dietaryWater")), try quantities(of: Self.type("dietaryEnergyConsumed")),
        ]
        let ids = members.flatMap(\.ids)
        columns.payload = .correlation(
            CorrelationColumns(lengths: [UInt32(ids.count), 1], members: ids + [ids[0]])
        )
        return members + [columns]
    }

    // MARK: - Series

    private mutating func routes(shape: Int) throws -> SampleColumns {
        var columns = try samples(of: .workoutRoute, rows: 2)
        let lengths = [count(1...4), count(1...4)]
        let locations = lengths.reduce(0, +)
        var routes = RouteColumns(
            lengths: lengths.map { UInt32($0) },
            timestamps: lengths.flatMap { length in (0..<length).map { _ in time() }.sorted() },
            latitudes: (0..<locations).map { _ in Double.random(in: -90...90, using: &random) },
            longitudes: (0..<locations).map { _ in Double.random(in: -180...180, using: &random) }
        )
        for (index, (column, _)) in RouteColumns.optionalColumns.enumerated() where shape & 1 << index != 0 {
            routes[keyPath: column] = (0..<locations).map { _ in value() }
        }
        columns.payload = .route(routes)
        return columns
    }

    private mutating func heartbeats() throws -> SampleColumns {
        var columns = try samples(of: .heartbeatSeries, rows: 2)
        let lengths = [count(1...4), count(1...4)]
        columns.payload = .heartbeat(
            HeartbeatColumns(
                lengths: lengths.map { UInt32($0) },
                offsets: lengths.flatMap { length in
                    (0..<length).map { _ in Double.random(in: 0...60, using: &random) }.sorted()
                },
                gaps: (0..<lengths.reduce(0, +)).map { _ in UInt8(count(0...1)) }
            )
        )
        return columns
    }

    // MARK: - Workouts

    private mutating func workouts() throws -> SampleColumns {
        var columns = try samples(of: .workout, rows: 2)
        columns.payload = .workout(
            WorkoutColumns(
                activityTypes: [pick(WorkoutActivityType.all), pick(WorkoutActivityType.all)],
                durations: flag() ? [abs(value()), 60.5] : [],
                details: try (0..<2).map { try detail(columns, $0) }
            )
        )
        return columns
    }

    private mutating func detail(_ columns: SampleColumns, _ row: Int) throws -> WorkoutDetail {
        WorkoutDetail(
            totalEnergyBurned: flag() ? abs(value()) : nil,
            totalDistance: flag() ? abs(value()) : nil,
            totalSwimmingStrokeCount: flag() ? abs(value()) : nil,
            totalFlightsClimbed: flag() ? abs(value()) : nil,
            events: try events(columns, row),
            activities: try (0..<count(0...2)).map { _ in try activity() },
            statistics: statistics()
        )
    }

    private mutating func events(_ columns: SampleColumns, _ row: Int) throws -> [WorkoutEvent] {
        let starts = (0..<count(0...4)).map { _ in time(in: columns, row) }.sorted()
        return try starts.enumerated().map { index, start in
            let type = WorkoutEventType(rawValue: pick(index == 0 ? [1, 3, 4, 5, 7, 8] : [1, 2, 3, 4, 5, 6, 7, 8]))
            let end = type == .lap || type == .segment ? max(start, time(in: columns, row)) : start
            return WorkoutEvent(type: type, start: start, end: end, metadata: try metadata())
        }
    }

    private mutating func activity() throws -> WorkoutActivity {
        let start = time()
        return WorkoutActivity(
            id: id(),
            activityType: pick(WorkoutActivityType.all),
            location: pick([.unknown, .indoor, .outdoor]),
            swimmingLocation: pick([.unknown, .pool, .openWater]),
            lapLength: flag() ? 25 : nil,
            start: start,
            end: flag() ? max(start, time()) : nil,
            duration: abs(value()),
            metadata: try metadata(),
            statistics: statistics()
        )
    }

    private mutating func statistics() -> [WorkoutStatistics] {
        ["heartRate", "oxygenSaturation", "distanceCycling"].prefix(count(0...3)).map { name in
            let start = time()
            let least = value()
            return WorkoutStatistics(
                type: Self.type(name),
                start: start,
                end: max(start, time()),
                sum: flag() ? value() : nil,
                average: flag() ? value() : nil,
                minimum: flag() ? least : nil,
                maximum: flag() ? max(least, value()) : nil,
                mostRecent: flag() ? WorkoutStatistics.MostRecent(value: value(), start: start, end: start) : nil
            )
        }
    }

    // MARK: - Choices

    private mutating func flag() -> Bool { Bool.random(using: &random) }

    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[count(0...values.count - 1)] }

    private mutating func id() -> ObjectID { ObjectID(high: random.next(), low: random.next()) }

    /// Finite, and with room for a percentage. Encoding may turn -0 into 0, so there is none.
    private mutating func value() -> Double {
        let edges = [0, 1, -1, 0.1, .pi, 1e300, -1e300, .leastNonzeroMagnitude, 0x1p53, 0x1p63]
        guard flag() else { return pick(edges) }
        let number = Double(bitPattern: random.next())
        return number.magnitude < 1e300 ? number : Double.random(in: -1e6...1e6, using: &random)
    }

    /// From 2001 to 2025, to the nanosecond or to the second.
    private mutating func time() -> Timestamp {
        let second = number(1_000_000_000...1_750_000_000)
        return Timestamp(nanoseconds: second * 1_000_000_000 + (flag() ? number(0...999_999_999) : 0))
    }

    private mutating func time(in columns: SampleColumns, _ row: Int) -> Timestamp {
        Timestamp(nanoseconds: number(columns.starts[row].nanoseconds...columns.end(row).nanoseconds))
    }

    private mutating func text() -> String {
        pick(["", "a", "na\u{EF}ve", "e\u{301}", "\"\\\u{1}\n", "\u{202E}x", "👩‍👩‍👧‍👦", "2026-11-21T10:00:00Z", "日本"])
    }
}
