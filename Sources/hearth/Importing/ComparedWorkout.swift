import HearthModel

/// What is compared of a workout in a file and the stored one with its UUID.
final class ComparedWorkout: Sendable {
    private let end: Timestamp
    private let activityType: WorkoutActivityType
    /// Seconds without pauses.
    private let duration: Double
    /// Energy, distance, strokes and flights.
    private let totals: [Double?]

    private static let other = WorkoutActivityType(rawValue: 3_000)
    /// Durations are printed in decimal minutes.
    private static let toleranceOfDuration = 0.01

    /// Nil for samples of another type.
    init?(_ samples: SampleColumns, _ row: Int) {
        guard case .workout(let columns) = samples.payload else { return nil }
        end = samples.end(row)
        activityType = columns.activityTypes[row]
        let span = Double(end.nanoseconds - samples.starts[row].nanoseconds) / 1e9
        duration = columns.durations.isEmpty ? span : columns.durations[row]
        let detail = columns.details.isEmpty ? WorkoutDetail() : columns.details[row]
        totals = [
            detail.totalEnergyBurned, detail.totalDistance, detail.totalSwimmingStrokeCount, detail.totalFlightsClimbed,
        ]
    }

    /// Whether a file says which sport it is.
    var hasSport: Bool { activityType != Self.other }

    /// Whether the stored workout has the sport of one in a file, or none.
    func hasSportOrNone(of file: ComparedWorkout) -> Bool { !hasSport || activityType == file.activityType }

    /// Whether the stored workout has everything that one in a file has. A sport or a total that the file lacks is not
    /// compared.
    func hasValues(of file: ComparedWorkout) -> Bool {
        end == file.end && (activityType == file.activityType || !file.hasSport)
            && abs(duration - file.duration) <= max(Self.toleranceOfDuration, duration * SampleTolerance.relative)
            && zip(totals, file.totals).allSatisfy { stored, wanted in
                wanted.map { wanted in stored.map { SampleTolerance.areEqual($0, wanted) } ?? false } ?? true
            }
    }
}

/// How exactly a file repeats a number.
enum SampleTolerance {
    /// An export prints six digits in whatever unit the phone is set to.
    static let relative = 1e-5

    static func areEqual(_ number: Double, _ other: Double) -> Bool {
        abs(number - other) <= relative * max(abs(number), abs(other))
    }
}
