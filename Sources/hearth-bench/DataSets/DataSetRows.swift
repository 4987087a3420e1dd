import HearthModel

/// The samples of one data set, one after the other.
struct DataSetRows {
    private let set: DataSet
    private var random: DataSetRandom
    /// The number of the next sample.
    private var row: Int64 = 0
    /// The base of the next value: tenths of beats a minute, or millimetres.
    private var level: Int64
    /// When the last interval of steps ended.
    private var end = DataSet.beginning
    /// How many apps take turns, and which of them these rows are from.
    private let apps: Int64
    private let app: Int64

    init(_ set: DataSet, ofApp app: Int = 0, among apps: Int = 1) {
        self.set = set
        self.apps = Int64(apps)
        self.app = Int64(app)
        random = DataSetRandom(seed: UInt64(set.rawValue + 1 + DataSet.allCases.count * app))
        level = set == .heartRate ? 700 : 2_800
    }

    /// The next `count` samples.
    mutating func next(_ count: Int, ids: [ObjectID]) -> SampleColumns {
        var starts: [Timestamp] = []
        var ends: [Timestamp] = []
        var values: [Double] = []
        starts.reserveCapacity(count)
        ends.reserveCapacity(set == .heartRate ? 0 : count)
        values.reserveCapacity(count)
        for _ in 0..<count {
            switch set {
            case .heartRate:
                starts.append(nextMoment())
                values.append(nextHeartRate())
            case .steps:
                let (interval, steps) = nextSteps()
                starts.append(interval.lowerBound)
                ends.append(interval.upperBound)
                values.append(steps)
            case .distance:
                let start = nextSecond()
                starts.append(start)
                ends.append(start + 1_000_000_000)
                values.append(nextDistance())
            }
            row += 1
        }
        return SampleColumns(
            type: set.type,
            ids: ids,
            starts: starts,
            ends: ends,
            provenance: DictionaryColumn(entries: [set == .steps ? DataSetRows.phone : DataSetRows.watch]),
            // Beats a minute, counts and metres are the storage units.
            payload: .quantity(QuantityColumns(values: values))
        )
    }

    private static let watch = Provenance(device: Device(name: "Watch", manufacturer: "Hearth", model: "W1"))
    private static let phone = Provenance(device: Device(name: "Phone", manufacturer: "Hearth", model: "P1"))
}

// MARK: - Heart rates

extension DataSetRows {
    /// Late by up to half a second, in microseconds.
    private mutating func nextMoment() -> Timestamp {
        DataSet.beginning + (row * apps + app) * DataSet.heartRateInterval + 1_000 * random.next(in: 0...499_999)
    }

    /// Near the previous value; one of eight has a decimal.
    private mutating func nextHeartRate() -> Double {
        level = min(max(level + random.next(in: -25...25), 450), 1_850)
        let hasDecimal = random.next(in: 0...7) == 0
        return hasDecimal ? Double(level) / 10 : Double(level / 10)
    }
}

// MARK: - Steps

extension DataSetRows {
    /// The number of intervals, 67 years, after which the phone's owner starts again: 10^8 samples would otherwise
    /// leave the range of valid times.
    private static let stepsInLife: Int64 = 1 << 22

    private mutating func nextSteps() -> (interval: Range<Timestamp>, steps: Double) {
        if row % DataSetRows.stepsInLife == 0 {
            end = DataSet.beginning
        }
        // Every other interval begins where the last one ended.
        let pause = random.next(in: 0...1) == 0 ? 0 : random.next(in: 1...120_000_000)
        let length = random.next(in: 60_000_000...900_000_000)
        let start = end + 1_000 * pause
        end = start + 1_000 * length
        return (start..<end, Double(random.next(in: 0...2 * length / 1_000_000)))
    }
}

// MARK: - Distances

extension DataSetRows {
    /// The hour from six in the evening on.
    private func nextSecond() -> Timestamp {
        let (day, second) = row.quotientAndRemainder(dividingBy: 3_600)
        return DataSet.beginning + 1_000_000_000 * (86_400 * day + 18 * 3_600 + second)
    }

    /// Near the one before. A run is recorded by a sensor with centimetres, the next one by a sensor with millimetres.
    private mutating func nextDistance() -> Double {
        level = min(max(level + random.next(in: -120...120), 1_500), 4_500)
        let hasMillimeters = row / 3_600 % 2 == 1
        return hasMillimeters ? Double(level) / 1_000 : Double(level / 10) / 100
    }
}

extension Timestamp {
    fileprivate static func + (time: Timestamp, nanoseconds: Int64) -> Timestamp {
        Timestamp(nanoseconds: time.nanoseconds + nanoseconds)
    }
}
