internal import HearthModel
internal import HearthStore
internal import HearthWire

/// Requests with every field that the protocol has, none of its numbers being 0: what is 0 is not in a message, and
/// cannot be replaced there.
enum RequestTemplates {
    static let app = "org.example.app0"

    /// The requests, in an order that inputs rely on.
    static func all(_ server: FuzzedServer) -> [Request] {
        let snapshot = server.core.snapshot
        let anchor = Anchor(storeID: snapshot.storeID, sequence: 1, deletions: 2).unsealed
        return [
            .ping(Ping(payload: [1])),
            .queryChanges(QueryChanges(clauses: [Clause(type: heartRate)], limit: 1)),
            .queryChanges(QueryChanges(clauses: clauses, anchor: anchor, limit: 3, includeSeries: true)),
            .queryChanges(QueryChanges(clauses: clauses, follow: true, cursor: "reader")),
            .querySamples(QuerySamples(clauses: clauses, order: orders, limit: 2, includeSeries: true)),
            .querySamples(QuerySamples(clauses: [Clause(type: .workout, predicate: workoutPredicate)], limit: 1)),
            .observe(Observe(clauses: clauses, acknowledges: true)),
            .listSources(ListSources(clauses: clauses)),
            .save(Save(columns: columns(round: 7), more: true)),
            .save(Save(columns: columns(round: 8))),
            .deleteObjects(DeleteObjects(.objects([id(1, 1)]))),
            .deleteObjects(DeleteObjects(.matching(Clause(type: heartRate, predicate: predicate)))),
            .addToWorkout(AddToWorkout(workout: id(0, 31), columns: [quantities(round: 9)], stored: [id(0, 1)])),
            .characteristics(Characteristics(set: characteristics)),
            .characteristics(Characteristics()),
            .credit(Credit(bytes: 1)),
            .cancel,
            .status,
            .backgroundDelivery(delivery),
            .acknowledge(Acknowledge(anchor: anchor, types: [heartRate], cursor: "reader")),
            .acknowledge(Acknowledge(anchor: Anchor(storeID: snapshot.storeID, sequence: .max).unsealed)),
            .backgroundControl(BackgroundControl(.run, app: app, type: heartRate)),
            .backgroundControl(BackgroundControl(.remove, app: app)),
            .hello(hello),
            .queryStatistics(
                QueryStatistics(
                    clauses: clauses.filter { $0.type == heartRate },
                    options: [.average, .minimum, .maximum, .mostRecent, .duration],
                    edges: [
                        Timestamp(nanoseconds: 1), Timestamp(nanoseconds: 1 << 60), Timestamp(nanoseconds: 1 << 62),
                    ],
                    bySource: true
                )
            ),
            .queryStatistics(QueryStatistics(clauses: [Clause(type: heartRate)], options: .average, follow: true)),
            .sourceRanks(SourceRanks(type: heartRate, set: SourceRankList([AppID(app)]))),
            .accessControl(.add(AppID(app), name: app)),
            .authorization(Authorization(share: [heartRate], read: [heartRate], isRequest: true, readUsage: app)),
        ]
    }

    /// How many numbers each request has.
    static func places(_ server: FuzzedServer) -> [Int] {
        all(server).map { server.edited($0).places }
    }

    // MARK: Parts of requests

    static let heartRate = type("heartRate")
    private static let bloodPressure = type("bloodPressure")
    private static let start: Int64 = 1_600_000_000_000_000_000

    private static func type(_ shortName: String) -> ObjectType {
        guard let type = ObjectType.all.first(where: { $0.shortName == shortName }) else {
            preconditionFailure("the registry has no \(shortName)")
        }
        return type
    }

    private static func id(_ round: UInt64, _ number: UInt64) -> ObjectID { ObjectID(high: round + 1, low: number) }

    private static func time(_ second: Int64) -> Timestamp { Timestamp(nanoseconds: start + second * 1_000_000_000) }

    private static let metadata = [
        Metadata.Entry(key: "k", value: .integer(1)), Metadata.Entry(key: "t", value: .date(time(1))),
    ]

    private static let hello = Hello(
        major: 1,
        minor: 1,
        app: App(bundleIdentifier: app, name: "A", version: "1"),
        host: Host(productType: "P", operatingSystemVersion: OperatingSystemVersion(major: 1, minor: 2, patch: 3))
    )

    private static let characteristics = CharacteristicValues(
        dateOfBirth: CalendarDate(year: 1990, month: 2, day: 3),
        biologicalSex: 1,
        bloodType: 1,
        fitzpatrickSkinType: 1,
        wheelchairUse: 1,
        activityMoveMode: 1
    )

    private static let delivery = BackgroundDelivery(
        enable: [BackgroundRegistration(type: heartRate, frequency: .hourly)],
        disable: [.workout],
        launch: BackgroundLaunch(.command(["/bin/true"], workingDirectory: "/"), timeLimitSeconds: 1)
    )

    private static let orders = [SortKey(field: .endDate, descending: true), SortKey(field: .startDate)]

    private static let clauses = [
        Clause(type: heartRate, predicate: predicate), Clause(type: heartRate),
        Clause(type: .workout, predicate: workoutPredicate), Clause(type: bloodPressure),
    ]

    private static let predicate = Predicate(terms: [
        .interval(Interval(start: time(1), end: time(9), strictStart: true)),
        .comparison(Comparison(field: .count, relation: .less, operand: .integer(1))),
        .comparison(Comparison(field: .startDate, relation: .equal, operand: .integer(start))),
        .comparison(Comparison(field: .quantity, relation: .greater, operand: .number(1, nil))),
        .ids([id(0, 1), id(0, 2)]),
        .metadata(MetadataMatch(relation: .equal, entries: metadata)),
        .sourceRevisions([
            SourceRevisionPattern(
                bundleIdentifier: app,
                operatingSystemVersion: .exactly(OperatingSystemVersion(major: 1, minor: 1, patch: 1))
            )
        ]),
        .deviceProperty(DevicePropertyMatch(property: .model, values: ["m"])),
        .inWorkout(id(0, 31)),
        .inCorrelation(id(0, 41)),
        .anyOf(10),
    ])

    private static let workoutPredicate = Predicate(terms: [
        .comparison(Comparison(field: .activityType, relation: .equal, operand: .integer(37))),
        .comparison(Comparison(field: .activityEndDate, relation: .less, operand: .integer(start))),
        .anyActivity(2),
        .comparison(Comparison(field: .workoutActivityType, relation: .equal, operand: .integer(37))),
        .noneOf(1),
        .allOf(2),
    ])

    // MARK: Samples

    /// Samples of several kinds; those of other rounds are others.
    static func columns(round: UInt64) -> [SampleColumns] {
        let beats = HeartbeatColumns(lengths: [2], offsets: [0.5, 1.5], gaps: [1, 1])
        let route = RouteColumns(
            lengths: [2],
            timestamps: [time(1), time(2)],
            latitudes: [1, 2],
            longitudes: [1, 2],
            altitudes: [1, 2],
            horizontalAccuracies: [1, 1],
            verticalAccuracies: [1, 1]
        )
        return [
            quantities(round: round), samples(heartRate, round, 3, .quantity(condensed)), workouts(round: round),
            samples(type("heartbeatSeries"), round, 51, .heartbeat(beats)),
            samples(type("workoutRoute"), round, 61, .route(route)),
            samples(type("sleepAnalysis"), round, 71, .category(CategoryColumns(values: [1]))),
        ]
    }

    private static func samples(
        _ type: ObjectType,
        _ round: UInt64,
        _ number: UInt64,
        _ payload: SampleColumns.Payload
    ) -> SampleColumns {
        SampleColumns(type: type, ids: [id(round, number)], starts: [time(1)], ends: [time(9)], payload: payload)
    }

    private static func quantities(round: UInt64) -> SampleColumns {
        let points = SeriesPoints(lengths: [2, 1], starts: [time(1), time(2), time(3)], values: [60, 62, 61])
        var samples = SampleColumns(
            type: heartRate,
            ids: [id(round, 1), id(round, 2)],
            starts: [time(1), time(3)],
            ends: [time(2), time(3)],
            payload: .quantity(QuantityColumns(values: [61, 61], counts: [2, 1], points: points))
        )
        if let metadata = try? Metadata(metadata) {
            samples.metadata = DictionaryColumn(entries: [.none, metadata], indexes: [1, 1])
        }
        return samples
    }

    /// Of a sample whose points the server is not told.
    private static let condensed = QuantityColumns(
        values: [61],
        counts: [2],
        minimums: [60],
        maximums: [62],
        mostRecents: [62],
        mostRecentStarts: [time(2)],
        mostRecentEnds: [time(2)]
    )

    private static func workouts(round: UInt64) -> SampleColumns {
        let activity = WorkoutActivity(
            id: id(round, 33),
            activityType: WorkoutActivityType(rawValue: 37),
            location: .indoor,
            swimmingLocation: .pool,
            lapLength: 25,
            start: time(1),
            end: time(5),
            duration: 4
        )
        let statistics = WorkoutStatistics(
            type: heartRate,
            start: time(1),
            end: time(5),
            average: 61,
            minimum: 60,
            maximum: 62,
            mostRecent: WorkoutStatistics.MostRecent(value: 61, start: time(4), end: time(5))
        )
        let detail = WorkoutDetail(
            totalEnergyBurned: 1,
            totalDistance: 2,
            totalSwimmingStrokeCount: 3,
            totalFlightsClimbed: 4,
            events: [WorkoutEvent(type: .pause, start: time(2), end: time(2))],
            activities: [activity],
            statistics: [statistics]
        )
        return samples(
            .workout,
            round,
            31,
            .workout(
                WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)], durations: [8], details: [detail])
            )
        )
    }
}
