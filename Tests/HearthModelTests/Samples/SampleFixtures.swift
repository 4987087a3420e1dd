import HearthModel
import HearthTestSupport

/// Valid samples of each kind, two of them, to be changed by tests.
enum SampleFixtures {
    static let start = Timestamp(nanoseconds: 1_000)
    static let end = Timestamp(nanoseconds: 2_000)
    static let beforeStart = Timestamp(nanoseconds: 999)
    static let afterEnd = Timestamp(nanoseconds: 2_001)
    static let last = Timestamp(nanoseconds: Timestamp.latest.nanoseconds - 1)
    static let beforeEarliest = Timestamp(nanoseconds: Timestamp.earliest.nanoseconds - 1)

    static func type(_ shortName: String) -> ObjectType {
        ObjectType.all.first { $0.shortName == shortName } ?? .workout
    }

    static func id(_ number: UInt64) -> ObjectID {
        ObjectID(high: 0, low: number)
    }

    private static func samples(_ type: ObjectType, _ payload: SampleColumns.Payload) -> SampleColumns {
        SampleColumns(type: type, ids: [id(1), id(2)], starts: [start, start], ends: [end, end], payload: payload)
    }

    static let quantities = samples(type("heartRate"), .quantity(QuantityColumns(values: [95, 97])))
    static let categories = samples(type("sleepAnalysis"), .category(CategoryColumns(values: [0, 1])))
    static let correlations = samples(
        .bloodPressure,
        .correlation(CorrelationColumns(lengths: [2, 1], members: [id(3), id(4), id(5)]))
    )
    static let workouts = samples(
        .workout,
        .workout(WorkoutColumns(activityTypes: [running, running], details: [WorkoutDetail(), WorkoutDetail()]))
    )
    static let routes = samples(
        .workoutRoute,
        .route(
            RouteColumns(
                lengths: [2, 1],
                timestamps: [start, end, start],
                latitudes: [1, 2, 3],
                longitudes: [4, 5, 6]
            )
        )
    )
    static let heartbeats = samples(
        .heartbeatSeries,
        .heartbeat(HeartbeatColumns(lengths: [2, 1], offsets: [0, 1, 0]))
    )

    static let records: [ObjectType: SampleColumns] = Dictionary(
        uniqueKeysWithValues: RandomRecords.types.map { type in
            var random = SeededGenerator(seed: 7)
            return (type, samples(type, .record(RandomRecords.columns(of: type, 2, using: &random))))
        }
    )

    static let running = WorkoutActivityType(rawValue: 37)
}

// What a test changes. A payload of another kind reads as empty.
extension SampleColumns {
    var quantity: QuantityColumns {
        get {
            guard case .quantity(let columns) = payload else { return QuantityColumns(values: []) }
            return columns
        }
        set { payload = .quantity(newValue) }
    }

    var category: CategoryColumns {
        get {
            guard case .category(let columns) = payload else { return CategoryColumns(values: []) }
            return columns
        }
        set { payload = .category(newValue) }
    }

    var correlation: CorrelationColumns {
        get {
            guard case .correlation(let columns) = payload else { return CorrelationColumns(lengths: [], members: []) }
            return columns
        }
        set { payload = .correlation(newValue) }
    }

    var workout: WorkoutColumns {
        get {
            guard case .workout(let columns) = payload else { return WorkoutColumns(activityTypes: []) }
            return columns
        }
        set { payload = .workout(newValue) }
    }

    var route: RouteColumns {
        get {
            guard case .route(let columns) = payload else { return RouteColumns() }
            return columns
        }
        set { payload = .route(newValue) }
    }

    var record: RecordColumns {
        get {
            guard case .record(let columns) = payload else { return RecordColumns(records: []) }
            return columns
        }
        set { payload = .record(newValue) }
    }

    var heartbeat: HeartbeatColumns {
        get {
            guard case .heartbeat(let columns) = payload else { return HeartbeatColumns() }
            return columns
        }
        set { payload = .heartbeat(newValue) }
    }
}
