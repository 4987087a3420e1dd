import HearthModel

/// The data of benchmarks: quantities as watches and phones record them, the same on every machine and in every run.
enum DataSet: Int, CaseIterable {
    /// Every five seconds around the clock, of a moment; whole beats a minute, some with one decimal.
    case heartRate
    /// Counted over intervals of 1 to 15 minutes.
    case steps
    /// Each second of an hour's run a day; metres with two or three decimals.
    case distance

    var type: ObjectType { DataSet.types[rawValue] }

    /// The name in reports.
    var name: String {
        switch self {
        case .heartRate: "heart rate"
        case .steps: "steps"
        case .distance: "distance"
        }
    }

    /// 2000-01-01T00:00:00Z, where all sets begin: this early, because ten million samples cover 54 years of steps.
    static let beginning = Timestamp(nanoseconds: 946_684_800_000_000_000)
    /// The time between two heart rates, without their jitter.
    static let heartRateInterval: Int64 = 5_000_000_000

    private static let types = [
        "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount",
        "HKQuantityTypeIdentifierDistanceWalkingRunning",
    ].map { identifier in
        guard let type = ObjectType(identifier: identifier) else {
            preconditionFailure("the registry has no \(identifier)")
        }
        return type
    }
}

/// A third of each data set, in writes like those of a synchronizing app. It holds only the current write.
struct DataSetMix {
    private var rows = DataSet.allCases.map { DataSetRows($0) }
    private var identifiers: DataSetIdentifiers

    init(_ kind: DataSetIdentifiers.Kind) {
        identifiers = DataSetIdentifiers(kind)
    }

    /// Of one set, from several apps that measure at the same time: each write is one app's, in turns.
    static func overlapping(_ set: DataSet, apps: Int) -> [DataSetMix] {
        var mixes = Array(repeating: DataSetMix(.timeOrdered), count: apps)
        let generator = DataSetIdentifiers(.timeOrdered)
        for app in mixes.indices {
            mixes[app].rows[set.rawValue] = DataSetRows(set, ofApp: app, among: apps)
            mixes[app].identifiers = generator
        }
        return mixes
    }

    /// The next `count` samples: a third of each set.
    mutating func next(_ count: Int) -> [SampleColumns] {
        DataSet.allCases.compactMap { set in
            // The remainder goes to the first sets.
            let share = (count + DataSet.allCases.count - 1 - set.rawValue) / DataSet.allCases.count
            return share == 0 ? nil : next(share, of: set)
        }
    }

    /// The next `count` samples of one set.
    mutating func next(_ count: Int, of set: DataSet) -> SampleColumns {
        rows[set.rawValue].next(count, ids: identifiers.next(count))
    }
}

/// UUIDs for the samples, from a fixed beginning.
struct DataSetIdentifiers {
    enum Kind: CaseIterable {
        /// Of version 7, as Hearth's clients generate them.
        case timeOrdered
        /// Of version 4, as `UUID()` generates them.
        case random

        var name: String {
            switch self {
            case .timeOrdered: "UUIDv7"
            case .random: "random UUIDs"
            }
        }
    }

    private let kind: Kind
    private let generator = ObjectIDGenerator(
        clock: { 1_767_225_600_000 },
        draw: { .init(counter: 0x155_5555_5555, node: 0x9E37_79B9) }
    )
    private var random = DataSetRandom(seed: 0xD1CE)

    init(_ kind: Kind) {
        self.kind = kind
    }

    mutating func next(_ count: Int) -> [ObjectID] {
        switch kind {
        case .timeOrdered:
            return generator.next(count: count)
        case .random:
            var ids: [ObjectID] = []
            ids.reserveCapacity(count)
            for _ in 0..<count {
                let high = random.next() & ~0xF000 | 0x4000
                ids.append(ObjectID(high: high, low: random.next() & (1 << 62 - 1) | 1 << 63))
            }
            return ids
        }
    }
}

/// Numbers that look random (SplitMix64). The standard library does not promise that its ways from random bits to a
/// range stay the same, so this has its own.
struct DataSetRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    mutating func next(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int64(next().multipliedFullWidth(by: width).high)
    }
}
