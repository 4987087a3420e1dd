public import Foundation

/// A workout as a file has it, in HealthKit's terms.
///
/// ```swift
/// for workout in try WorkoutFile(contentsOf: url).workouts {
///     let configuration = HKWorkoutConfiguration()
///     configuration.activityType = HKWorkoutActivityType(rawValue: workout.sport.activityType) ?? .other
///     let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
///     try await builder.beginCollection(at: workout.start)
///     for column in workout.quantities {
///         let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: column.typeIdentifier))
///         let unit = HKUnit(from: column.unit)
///         try await builder.addSamples(column.map { sample in
///             let quantity = HKQuantity(unit: unit, doubleValue: sample.value)
///             return HKQuantitySample(type: type, quantity: quantity, start: sample.start, end: sample.end)
///         })
///     }
///     try await builder.endCollection(at: workout.end)
///     let saved = try await builder.finishWorkout()
/// }
/// ```
public struct RecordedWorkout: Hashable, Sendable {
    /// The activity.
    public var sport: RecordedSport
    /// The name that the user or the device gave it.
    public var name: String?
    /// When it began.
    public var start: Date
    /// When it ended.
    public var end: Date
    /// When the recording was paused: ascending, apart from each other, between start and end.
    public var pauses: [DateInterval]
    /// The laps, ascending by start.
    public var laps: [RecordedLap]
    /// Distance, energy and durations of the whole workout.
    public var totals: RecordedTotals
    /// The route, sorted by time; empty without one.
    public var locations: LocationColumns
    /// Heart rate, power, distance and so on: at most one column of each type, in the order of the identifiers.
    public var quantities: [QuantityColumn]
    /// The device that recorded the workout.
    public var device: RecordedDevice?
    /// The stored workout that the file was exported from; nil: the file does not say.
    public var origin: RecordedOrigin?
    /// Which part of its file it is.
    package var part: RecordedPart

    /// A workout without route, quantities and pauses.
    public init(sport: RecordedSport, start: Date, end: Date) {
        self.sport = sport
        self.start = start
        self.end = end
        name = nil
        pauses = []
        laps = []
        totals = RecordedTotals()
        locations = LocationColumns()
        quantities = []
        device = nil
        origin = nil
        part = RecordedPart()
    }

    /// The column of a HealthKit quantity type, for example `HKQuantityTypeIdentifierHeartRate`.
    public func quantities(of typeIdentifier: String) -> QuantityColumn? {
        quantities.first { $0.typeIdentifier == typeIdentifier }
    }

    /// Seconds from start to end without the pauses: the duration of the `HKWorkout`.
    public var duration: TimeInterval {
        pauses.reduce(end.timeIntervalSince(start)) { $0 - $1.duration }
    }
}
