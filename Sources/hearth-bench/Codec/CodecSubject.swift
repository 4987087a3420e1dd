import HearthModel
import HearthWire

/// A frame to pack and unpack.
struct CodecSubject {
    let name: String
    let frame: ClientFrame
    let samples: Int
    /// The bytes of the columns in memory.
    let unpackedBytes: Int

    private init(_ name: String, _ columns: SampleColumns) {
        self.name = name
        frame = ClientFrame(call: 7, .save(Save(columns: [columns])))
        samples = columns.count
        unpackedBytes = columns.bytes
    }

    /// Typical saves: many samples at once, one at a time, and samples with much metadata.
    static func all() throws -> [CodecSubject] {
        [
            CodecSubject("4096 heart rates", try heartRates(count: 4_096, devices: [watch])),
            CodecSubject("1 heart rate", try heartRates(count: 1, devices: [])),
            CodecSubject("1 heart rate with its device", try heartRates(count: 1, devices: [watch])),
            CodecSubject("4096 step counts with ends and 2 devices", try steps(count: 4_096)),
            CodecSubject("4096 weights, each with sync keys", try weights(count: 4_096)),
            CodecSubject("1 route of 3600 locations", try route(locations: 3_600)),
        ]
    }

    private static let watch = Provenance(device: Device(name: "Watch", model: "W1"))

    /// Every five seconds, with jitter, as a watch records in a workout.
    private static func heartRates(count: Int, devices: [Provenance]) throws -> SampleColumns {
        var noise = Noise()
        return SampleColumns(
            type: try ObjectType.lookup("HKQuantityTypeIdentifierHeartRate"),
            ids: ids(count),
            starts: (0..<count).map { time(5 * $0, plus: noise.next(below: 800)) },
            provenance: DictionaryColumn(entries: devices),
            payload: .quantity(QuantityColumns(values: (0..<count).map { _ in Double(95 + noise.next(below: 60)) }))
        )
    }

    private static func steps(count: Int) throws -> SampleColumns {
        var noise = Noise()
        return SampleColumns(
            type: try ObjectType.lookup("HKQuantityTypeIdentifierStepCount"),
            ids: ids(count),
            starts: (0..<count).map { time(60 * $0, plus: 0) },
            ends: (0..<count).map { time(60 * $0 + 50, plus: noise.next(below: 9_000)) },
            provenance: DictionaryColumn(
                entries: [Provenance(device: Device(name: "Phone")), watch],
                indexes: (0..<count).map { UInt32($0 % 2) }
            ),
            payload: .quantity(QuantityColumns(values: (0..<count).map { _ in Double(noise.next(below: 120)) }))
        )
    }

    private static func weights(count: Int) throws -> SampleColumns {
        SampleColumns(
            type: try ObjectType.lookup("HKQuantityTypeIdentifierBodyMass"),
            ids: ids(count),
            starts: (0..<count).map { time(86_400 * $0, plus: 0) },
            metadata: DictionaryColumn(
                entries: try (0..<count).map { row in
                    try Metadata([
                        Metadata.Entry(key: "HKMetadataKeySyncIdentifier", value: .string("scale-\(row)")),
                        Metadata.Entry(key: "HKMetadataKeySyncVersion", value: .integer(1)),
                    ])
                },
                indexes: (0..<count).map { UInt32($0) }
            ),
            payload: .quantity(QuantityColumns(values: (0..<count).map { 70 + Double($0 % 50) / 10 }))
        )
    }

    private static func route(locations: Int) throws -> SampleColumns {
        let numbers = (0..<locations).map { Double($0) }
        return SampleColumns(
            type: .workoutRoute,
            ids: ids(1),
            starts: [time(0, plus: 0)],
            ends: [time(locations, plus: 0)],
            payload: .route(
                RouteColumns(
                    lengths: [UInt32(locations)],
                    timestamps: (0..<locations).map { time($0, plus: 0) },
                    latitudes: numbers.map { 47 + $0 * 1e-5 },
                    longitudes: numbers.map { 8 + $0 * 1e-5 },
                    altitudes: numbers.map { 400 + $0 / 100 },
                    horizontalAccuracies: numbers.map { _ in 5 },
                    verticalAccuracies: numbers.map { _ in 3 },
                    speeds: numbers.map { _ in 2.5 },
                    courses: numbers.map { _ in 45 }
                )
            )
        )
    }

    private static func ids(_ count: Int) -> [ObjectID] {
        ObjectIDGenerator.shared.next(count: count)
    }

    /// Seconds and milliseconds after a day in 2026.
    private static func time(_ seconds: Int, plus milliseconds: Int) -> Timestamp {
        let nanoseconds = Int64(seconds) * 1_000_000_000 + Int64(milliseconds) * 1_000_000
        return Timestamp(nanoseconds: 1_767_225_600_000_000_000 + nanoseconds)
    }
}

/// Numbers that look random and are the same in each run.
private struct Noise {
    private var state: UInt64 = 0x9E37_79B9

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}

extension SampleColumns {
    /// The bytes of the columns, without dictionaries.
    fileprivate var bytes: Int {
        let indexes = provenance.indexes.count + metadata.indexes.count
        let shared = 16 * ids.count + 8 * (starts.count + ends.count) + 4 * indexes
        switch payload {
        case .quantity(let columns): return shared + 8 * columns.values.count
        case .route(let columns): return shared + 8 * 8 * columns.timestamps.count
        default: return shared
        }
    }
}
