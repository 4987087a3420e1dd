import Foundation

/// The measures of a workout's points, each as a column.
struct RecordedMeasures {
    private var heartRates = TimedValues()
    private var respiratoryRates = TimedValues()
    private var speeds = TimedValues()
    private var powers = TimedValues()
    private var cadences = TimedValues()
    private var distances = TimedValues()
    private var groundContactTimes = TimedValues()
    private var verticalOscillations = TimedValues()
    private var strideLengths = TimedValues()
    /// Metres that were counted before the first point.
    private var metresBefore = 0.0

    /// Steps are counted between cadences that are not further apart.
    static let longestCadence: TimeInterval = 10

    private static var all: [WritableKeyPath<RecordedMeasures, TimedValues>] {
        [
            \.heartRates, \.respiratoryRates, \.speeds, \.powers, \.cadences, \.distances, \.groundContactTimes,
            \.verticalOscillations, \.strideLengths,
        ]
    }

    mutating func append(_ point: RecordedPoint, at time: Date) {
        heartRates.append(point.heartRate, at: time)
        respiratoryRates.append(point.respiratoryRate, at: time)
        speeds.append(point.speed, at: time)
        powers.append(point.power, at: time)
        cadences.append(point.cadence, at: time)
        distances.append(point.distance, at: time)
        groundContactTimes.append(point.groundContactTime, at: time)
        verticalOscillations.append(point.verticalOscillation, at: time)
        strideLengths.append(point.strideLength, at: time)
    }

    /// The times of each measure.
    var times: [[Date]] { Self.all.map { self[keyPath: $0].times } }

    mutating func sort() {
        for column in Self.all {
            self[keyPath: column].sort()
        }
    }

    func part(from start: Date, to end: Date) -> RecordedMeasures {
        var part = RecordedMeasures()
        for column in Self.all {
            part[keyPath: column] = self[keyPath: column].part(from: start, to: end)
        }
        // Some devices count on from one sport to the next, others begin again.
        let before = distances.last(before: start)
        if let before, let first = part.distances.values.first, before <= first {
            part.metresBefore = before
        }
        return part
    }

    /// The moments at which a distance was counted, with the metres since the start.
    var countedDistances: Zip2Sequence<[Date], [Double]> { zip(distances.times, distances.values) }

    /// Metres since the start, at the last point with a distance.
    var lastDistance: Double? { distances.values.last.map { $0 - metresBefore } }

    /// The columns that HealthKit has for a sport. `missing` is called with each measure that it has no type for.
    func columns(
        of sport: SportMeasures,
        start: Date,
        pauses: [DateInterval],
        missing: (String) -> Void
    ) -> [QuantityColumn] {
        var columns: [QuantityColumn] = []
        let moments: [(String, QuantityType?, TimedValues)] = [
            ("heartRate", .heartRate, heartRates),
            ("respiratoryRate", .respiratoryRate, respiratoryRates),
            ("speed", sport.speed, speeds),
            ("power", sport.power, powers),
            ("groundContactTime", sport.isRunning ? .runningGroundContactTime : nil, groundContactTimes),
            ("verticalOscillation", sport.isRunning ? .runningVerticalOscillation : nil, verticalOscillations),
            ("strideLength", sport.isRunning ? .runningStrideLength : nil, strideLengths),
            ("cadence", sport.cadence, sport.isOnFoot ? TimedValues() : cadences),
        ]
        for (measure, type, values) in moments where !values.times.isEmpty {
            if let type {
                columns.append(values.column(of: type))
            } else {
                missing(measure)
            }
        }
        var intervals = IntervalBuilder(start: start, pauses: pauses)
        if let type = sport.distance {
            columns.append(intervals.increases(of: distances, from: metresBefore).column(of: type))
        } else if !distances.times.isEmpty {
            missing("distance")
        }
        if sport.isOnFoot {
            columns.append(intervals.steps(of: cadences, within: Self.longestCadence).column(of: .stepCount))
        }
        return columns.filter { !$0.isEmpty }.sorted { $0.typeIdentifier < $1.typeIdentifier }
    }
}
