import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Errors are logged and shown: no health value and no text of an app may be in one.
@Suite struct PrivacyTests {
    private static let text = "MARKER é"
    private static let number = 8_675_309.0625
    private static let integer: Int64 = 8_675_309
    /// What of the values above would be recognised in an error.
    static let traces = ["MARKER", "8675309", "8.675309", "8,675,309", "845FED"]

    private static let id = ObjectID(high: 0x845F_EDDA_845F_EDDA, low: 0x845F_EDDA_845F_EDDA)
    private static let start = Timestamp(nanoseconds: 8_675_309_000_000_000)

    // MARK: - Values with markers

    private static func type(_ shortName: String) throws -> ObjectType {
        try #require(ObjectType.all.first { $0.shortName == shortName })
    }

    private static func metadata() throws -> Metadata {
        let unit = try Unit("kg")
        return try Metadata([
            Metadata.Entry(key: text, value: .string(text)),
            Metadata.Entry(key: text + "2", value: .double(number)),
            Metadata.Entry(key: text + "3", value: .integer(integer)),
            Metadata.Entry(key: text + "4", value: .date(start)),
            Metadata.Entry(key: text + "5", value: .quantity(Quantity(value: number, unit: unit))),
        ])
    }

    private static let device = Device(
        name: text,
        manufacturer: text,
        model: text,
        hardwareVersion: text,
        firmwareVersion: text,
        softwareVersion: text,
        localIdentifier: text,
        udiDeviceIdentifier: text
    )

    private static func samples(_ type: ObjectType, _ payload: SampleColumns.Payload) throws -> SampleColumns {
        let provenance = Provenance(
            source: Source(bundleIdentifier: text, name: text),
            version: text,
            productType: text,
            device: device
        )
        return SampleColumns(
            type: type,
            ids: [id],
            starts: [start],
            ends: [Timestamp(nanoseconds: start.nanoseconds + integer)],
            provenance: DictionaryColumn(entries: [provenance]),
            metadata: DictionaryColumn(entries: [try metadata()]),
            payload: payload
        )
    }

    private static func workout() throws -> WorkoutColumns {
        let statistics = WorkoutStatistics(
            type: try type("heartRate"),
            start: start,
            end: start,
            sum: number,
            average: number,
            minimum: number,
            maximum: number,
            mostRecent: WorkoutStatistics.MostRecent(value: number, start: start, end: start)
        )
        let activity = WorkoutActivity(
            id: id,
            activityType: WorkoutActivityType(rawValue: 37),
            lapLength: number,
            start: start,
            end: start,
            duration: number,
            metadata: try metadata(),
            statistics: [statistics]
        )
        let detail = WorkoutDetail(
            totalEnergyBurned: number,
            totalDistance: number,
            events: [WorkoutEvent(type: .marker, start: start, end: start, metadata: try metadata())],
            activities: [activity],
            statistics: [statistics]
        )
        return WorkoutColumns(
            activityTypes: [WorkoutActivityType(rawValue: 37)],
            durations: [number],
            details: [detail]
        )
    }

    private static func predicate() throws -> Predicate {
        Predicate(terms: [
            .comparison(
                Comparison(field: .quantity, relation: .less, operand: .number(number, try Unit("count/min")))
            ),
            .comparison(Comparison(field: .startDate, relation: .less, operand: .integer(integer))),
            .interval(Interval(start: start, end: start)),
            .ids([id]),
            .inWorkout(id),
            .metadataKey(text),
            .metadata(MetadataMatch(relation: .equal, entries: try metadata().entries)),
            .sources([text]),
            .sourceRevisions([SourceRevisionPattern(bundleIdentifier: text, version: .exactly(text))]),
            .devices([device]),
            .deviceProperty(DevicePropertyMatch(property: .name, values: [text])),
        ])
    }

    static func requests() throws -> [Request] {
        let quantity = QuantityColumns(
            values: [number],
            unit: try Unit("count/min"),
            counts: [1],
            points: SeriesPoints(lengths: [1], starts: [start], values: [number])
        )
        let route = RouteColumns(
            lengths: [1],
            timestamps: [start],
            latitudes: [52.8675309],
            longitudes: [13.8675309],
            altitudes: [number]
        )
        let columns = [
            try samples(type("heartRate"), .quantity(quantity)),
            try samples(type("sleepAnalysis"), .category(CategoryColumns(values: [1]))),
            try samples(.workout, .workout(workout())),
            try samples(.workoutRoute, .route(route)),
            try samples(.heartbeatSeries, .heartbeat(HeartbeatColumns(lengths: [1], offsets: [number]))),
            try samples(.bloodPressure, .correlation(CorrelationColumns(lengths: [1], members: [id]))),
        ]
        let clause = Clause(type: try type("heartRate"), predicate: try predicate(), unit: try Unit("count/min"))
        let app = App(bundleIdentifier: text, name: text, version: text)
        let date = CalendarDate(year: 1986, month: 7, day: 5)
        let launches = [
            BackgroundLaunch(.command(["/\(text)", text], workingDirectory: "/\(text)")),
            BackgroundLaunch(.systemdUnit(text)),
        ]
        let registration = BackgroundRegistration(type: clause.type, frequency: .hourly)
        let deliveries = launches.map { BackgroundDelivery(enable: [registration], launch: $0) }
        return [
            .hello(Hello(major: 1, minor: 0, app: app, host: Host(productType: text), client: text)),
            .querySamples(QuerySamples(clauses: [clause])),
            .deleteObjects(DeleteObjects(.matching(clause))),
            .deleteObjects(DeleteObjects(.objects([id]))),
            .addToWorkout(AddToWorkout(workout: id, columns: columns, stored: [id])),
            .characteristics(Characteristics(set: CharacteristicValues(dateOfBirth: date, bloodType: 3))),
            .queryChanges(QueryChanges(clauses: [clause], anchor: [1], cursor: text)),
            .acknowledge(Acknowledge(anchor: [1], types: [clause.type], cursor: text)),
            .backgroundControl(BackgroundControl(.resume, app: text, type: clause.type)),
        ] + deliveries.map { .backgroundDelivery($0) } + columns.map { .save(Save(columns: [$0])) }
    }

    // MARK: - Checks

    private func expectNoTrace(_ error: HearthError, _ comment: Comment) {
        let shown = "\(error.message) \(error.field) \(error)"
        #expect(!Self.traces.contains { shown.contains($0) }, "\(comment): \(error)")
    }

    @Test func theRequestsWithMarkersAreValid() throws {
        for request in try Self.requests() {
            #expect(Codec().refusal(ClientFrame(call: 1, request)) == nil)
        }
    }

    /// Bytes of valid requests changed at random: wherever the fault is, its error tells nothing.
    @Test func errorsOfDamagedRequestsHoldNoValues() throws {
        let seed = SeededGenerator.firstSeed(default: 1)
        var random = SeededGenerator(seed: seed)
        let codec = Codec()
        let frames = try Self.requests().map { Array(ClientFrame(call: 1, $0).wireBytes.framed) }
        var codes: Set<ErrorCode> = []
        var fields: Set<String> = []
        for round in 0..<20_000 {
            var frame = frames[round % frames.count]
            for _ in 0...Int.random(in: 0...1, using: &random) {
                frame[Int.random(in: 4..<frame.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let error = codec.refusal(ClientFrame.self, frame) else { continue }
            codes.insert(error.code)
            fields.insert(error.field)
            expectNoTrace(error, "HEARTH_TEST_SEED=\(seed), round \(round)")
        }
        // Else the damage would reach only the surface.
        #expect(codes.count >= 9)
        #expect(fields.count >= 80)
    }
}
