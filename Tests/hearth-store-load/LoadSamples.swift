package import HearthModel
package import HearthTestSupport

/// Random samples of every kind that a store holds, such as an app may save.
package struct LoadSamples: Sendable {
    package var random: SeededGenerator
    /// The time in identifiers that have one.
    private var milliseconds: UInt64 = 1_700_000_000_000

    package init(_ random: SeededGenerator) {
        self.random = random
    }

    package static let heartRate = type("heartRate")
    package static let stepCount = type("stepCount")
    package static let sleepAnalysis = type("sleepAnalysis")

    /// The types of the load.
    package static let types: [ObjectType] = [
        heartRate, stepCount, sleepAnalysis, .bloodPressureSystolic, .bloodPressureDiastolic, .bloodPressure, .workout,
        .workoutRoute, .heartbeatSeries,
    ]

    private static func type(_ shortName: String) -> ObjectType {
        guard let type = ObjectType.all.first(where: { $0.shortName == shortName }) else {
            preconditionFailure("the registry has no \(shortName)")
        }
        return type
    }

    // MARK: - Values

    package mutating func id() -> ObjectID {
        ObjectID(high: random.next(), low: random.next())
    }

    /// Identifiers as apps make them: at random, or in the order of time.
    private mutating func ids(_ count: Int) -> [ObjectID] {
        guard Bool.random(using: &random) else { return (0..<count).map { _ in id() } }
        return (0..<count).map { _ in
            milliseconds += 1
            let version: UInt64 = 0x7000
            let variant: UInt64 = 0b10 << 62
            return ObjectID(
                high: milliseconds << 16 | version | random.next() >> 52,
                low: variant | random.next() >> 2
            )
        }
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
    }

    private mutating func numbers(_ count: Int, _ range: ClosedRange<Double>) -> [Double] {
        (0..<count).map { _ in number(range) }
    }

    package static let firstStart: Int64 = 1_600_000_000_000_000_000
    package static let lastStart: Int64 = 1_600_500_000_000_000_000

    package mutating func start() -> Timestamp {
        Timestamp(nanoseconds: Int64.random(in: Self.firstStart...Self.lastStart, using: &random))
    }

    private func after(_ starts: [Timestamp], seconds: Int64) -> [Timestamp] {
        starts.map { Timestamp(nanoseconds: $0.nanoseconds + seconds * 1_000_000_000) }
    }

    /// Moments within the seconds after a start.
    private mutating func moments(_ count: Int, after start: Timestamp, seconds: Int64) -> [Timestamp] {
        (0..<count)
            .map { _ in
                let offset = Int64.random(in: 0...seconds * 1_000_000_000, using: &random)
                return Timestamp(nanoseconds: start.nanoseconds + offset)
            }
            .sorted()
    }

    private mutating func devices() -> DictionaryColumn<Provenance> {
        let names = ["Watch", "Ring"]
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let isNamed = Bool.random(using: &random)
        return DictionaryColumn(entries: isNamed ? [Provenance(device: Device(name: name, model: "1"))] : [])
    }

    // MARK: - Samples

    package mutating func quantities(_ count: Int, of type: ObjectType? = nil) -> SampleColumns {
        let starts = (0..<count).map { _ in start() }
        return SampleColumns(
            type: type ?? (Bool.random(using: &random) ? Self.heartRate : Self.stepCount),
            ids: ids(count),
            starts: starts,
            ends: Bool.random(using: &random) ? after(starts, seconds: 60) : [],
            provenance: devices(),
            payload: .quantity(QuantityColumns(values: numbers(count, 1...200)))
        )
    }

    /// Samples of which every second stands for a series.
    package mutating func series(_ count: Int) throws(HearthError) -> SampleColumns {
        let starts = (0..<count).map { _ in start() }
        let lengths = (0..<count).map { $0 % 2 == 0 ? Int.random(in: 2...9, using: &random) : 0 }
        var points = SeriesPoints(lengths: lengths.map { UInt32($0) }, starts: [], values: [])
        for (start, length) in zip(starts, lengths) {
            points.starts += moments(length, after: start, seconds: 300)
            points.values += numbers(length, 40...180)
        }
        return SampleColumns(
            type: Self.heartRate,
            ids: ids(count),
            starts: starts,
            ends: after(starts, seconds: 300),
            provenance: devices(),
            metadata: DictionaryColumn(entries: [
                try Metadata([Metadata.Entry(key: "note", value: .string(String(repeating: "n", count: 40 * count)))])
            ]),
            payload: .quantity(
                QuantityColumns(
                    values: numbers(count, 40...180),
                    counts: lengths.map { Int64(max($0, 1)) },
                    points: points
                )
            )
        )
    }

    package mutating func categories(_ count: Int) -> SampleColumns {
        let starts = (0..<count).map { _ in start() }
        return SampleColumns(
            type: Self.sleepAnalysis,
            ids: ids(count),
            starts: starts,
            ends: after(starts, seconds: 3_600),
            payload: .category(CategoryColumns(values: starts.map { $0.nanoseconds % 3 }))
        )
    }

    /// Correlations, after the samples that they correlate.
    package mutating func bloodPressures(_ count: Int) -> [SampleColumns] {
        let systolic = quantities(count, of: .bloodPressureSystolic)
        let diastolic = quantities(count, of: .bloodPressureDiastolic)
        let correlations = SampleColumns(
            type: .bloodPressure,
            ids: ids(count),
            starts: systolic.starts,
            payload: .correlation(
                CorrelationColumns(
                    lengths: Array(repeating: 2, count: count),
                    members: zip(systolic.ids, diastolic.ids).flatMap { [$0, $1] }
                )
            )
        )
        return [systolic, diastolic, correlations]
    }

    package mutating func workout() -> SampleColumns {
        let start = start()
        let end = after([start], seconds: 1_800)[0]
        let lap = moments(2, after: start, seconds: 1_800)
        let detail = WorkoutDetail(
            totalEnergyBurned: number(10...900),
            events: [WorkoutEvent(type: .lap, start: lap[0], end: lap[1])],
            activities: [
                WorkoutActivity(
                    id: id(),
                    activityType: WorkoutActivityType(rawValue: 37),
                    location: .outdoor,
                    start: start,
                    end: end,
                    duration: 1_800
                )
            ],
            statistics: [WorkoutStatistics(type: Self.heartRate, start: start, end: end, average: number(60...180))]
        )
        return SampleColumns(
            type: .workout,
            ids: [id()],
            starts: [start],
            ends: [end],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)], details: [detail]))
        )
    }

    package mutating func route(_ locations: Int) -> SampleColumns {
        let start = start()
        return SampleColumns(
            type: .workoutRoute,
            ids: [id()],
            starts: [start],
            ends: after([start], seconds: 1_800),
            payload: .route(
                RouteColumns(
                    lengths: [UInt32(locations)],
                    timestamps: moments(locations, after: start, seconds: 1_800),
                    latitudes: numbers(locations, -90...90),
                    longitudes: numbers(locations, -180...180),
                    altitudes: numbers(locations, 0...3_000),
                    speeds: numbers(locations, 0...10)
                )
            )
        )
    }

    package mutating func heartbeats(_ beats: Int) -> SampleColumns {
        let start = start()
        return SampleColumns(
            type: .heartbeatSeries,
            ids: [id()],
            starts: [start],
            ends: after([start], seconds: 60),
            payload: .heartbeat(
                HeartbeatColumns(
                    lengths: [UInt32(beats)],
                    offsets: numbers(beats, 0...60).sorted(),
                    gaps: (0..<beats).map { $0 % 7 == 3 ? 1 : 0 }
                )
            )
        )
    }

    /// Quantities that replace those with the same numbers and smaller versions.
    package mutating func synced(_ numbers: Range<Int>, version: Int64) throws(HearthError) -> SampleColumns {
        var samples = quantities(numbers.count, of: .bloodPressureSystolic)
        var entries: [Metadata] = []
        for number in numbers {
            entries.append(
                try Metadata([
                    Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string("reading-\(number)")),
                    Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(version)),
                ])
            )
        }
        samples.metadata = DictionaryColumn(entries: entries, indexes: entries.indices.map { UInt32($0) })
        return samples
    }
}
