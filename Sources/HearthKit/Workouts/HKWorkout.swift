public import Foundation
internal import HearthModel
internal import HearthSystem

/// A workout: its activity, its time, and its statistics.
///
/// `@unchecked Sendable`: as its superclass.
open class HKWorkout: HKSample, @unchecked Sendable {
    private let contents: WorkoutContents
    /// Set for workouts from the store that were saved without statistics.
    private let computed = Guarded<ComputedStatistics?>(nil)

    init(
        _ head: SampleHead,
        activityType: WorkoutActivityType,
        duration: TimeInterval,
        detail: WorkoutDetail,
        refusal: HearthError? = nil
    ) {
        contents = WorkoutContents(activityType: activityType, duration: duration, detail: detail, refusal: refusal)
        super.init(head)
    }

    /// A workout that the store holds.
    convenience init(_ head: SampleHead, columns: WorkoutColumns, row: Int) {
        self.init(
            head,
            activityType: columns.activityTypes[row],
            duration: columns.durations.isEmpty
                ? seconds(from: Timestamp(clamping: head.start), to: Timestamp(clamping: head.end))
                : columns.durations[row],
            detail: columns.detail(row)
        )
    }

    /// The sample in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        contents = sample.contents
        super.init(SampleHead(sample))
    }

    override var content: String {
        let totals = [totalEnergyBurned, totalDistance, totalSwimmingStrokeCount, totalFlightsClimbed]
        return (["\(workoutActivityType)", "\(duration) s"] + totals.compactMap { $0?.description })
            .joined(separator: ", ")
    }

    var activityType: WorkoutActivityType { contents.activityType }
    var detail: WorkoutDetail { contents.detail }
    /// Why the store cannot keep an event; nil for almost every workout.
    var refusal: HearthError? { contents.refusal }

    /// Seconds without pauses.
    open var duration: TimeInterval { contents.duration }

    /// The activity.
    open var workoutActivityType: HKWorkoutActivityType { HKWorkoutActivityType(activityType) }

    /// The events in order; nil: none.
    open var workoutEvents: [HKWorkoutEvent]? {
        detail.events.isEmpty ? nil : detail.events.map(HKWorkoutEvent.init)
    }

    /// The activities of a workout with several.
    open var workoutActivities: [HKWorkoutActivity] {
        let lookup = computed.withLock { $0?.lookup }
        return detail.activities.map { HKWorkoutActivity($0, events: detail.events, lookup) }
    }

    // MARK: - Made by an app

    // HealthKit recommends `HKWorkoutBuilder` for new code, but still has all of these. In all of them, an end before
    // the start, or a total in a unit that does not fit, stops the program. The store accepts events within the
    // workout, the first of which is not a resume.

    /// A workout without totals. HealthKit recommends `HKWorkoutBuilder`.
    public init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date
    ) {
        contents = WorkoutContents(workoutActivityType, startDate, endDate)
        super.init(SampleHead(new: .workoutType(), from: startDate, to: endDate))
    }

    /// A workout whose duration is the time from start to end without the pauses in its events. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        contents = WorkoutContents(
            workoutActivityType,
            startDate,
            endDate,
            events: workoutEvents,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance]
        )
        super.init(SampleHead(new: .workoutType(), from: startDate, to: endDate, metadata: metadata))
    }

    /// A workout whose duration is the time from start to end without the pauses in its events. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        contents = WorkoutContents(
            workoutActivityType,
            startDate,
            endDate,
            events: workoutEvents,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance]
        )
        super.init(SampleHead(new: .workoutType(), from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// A workout with its duration in seconds; 0 means the time from start to end. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        contents = WorkoutContents(
            workoutActivityType,
            startDate,
            endDate,
            duration: duration,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance]
        )
        super.init(SampleHead(new: .workoutType(), from: startDate, to: endDate, metadata: metadata))
    }

    /// A workout with its duration in seconds; 0 means the time from start to end. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        contents = WorkoutContents(
            workoutActivityType,
            startDate,
            endDate,
            duration: duration,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance]
        )
        super.init(SampleHead(new: .workoutType(), from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// A swim with its strokes. HealthKit recommends `HKWorkoutBuilder`.
    public init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        totalSwimmingStrokeCount: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        contents = WorkoutContents(
            workoutActivityType,
            startDate,
            endDate,
            events: workoutEvents,
            [
                .energyBurned: totalEnergyBurned, .distance: totalDistance,
                .swimmingStrokeCount: totalSwimmingStrokeCount,
            ]
        )
        super.init(SampleHead(new: .workoutType(), from: startDate, to: endDate, device: device, metadata: metadata))
    }

    /// A workout with the flights of stairs. HealthKit recommends `HKWorkoutBuilder`.
    public init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        totalFlightsClimbed: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        contents = WorkoutContents(
            workoutActivityType,
            startDate,
            endDate,
            events: workoutEvents,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance, .flightsClimbed: totalFlightsClimbed]
        )
        super.init(SampleHead(new: .workoutType(), from: startDate, to: endDate, device: device, metadata: metadata))
    }

    // MARK: - Statistics

    /// The statistics of each type over the workout: what the workout was saved with, or else, for a workout from the
    /// store, the statistics of the samples that are associated with it.
    open var allStatistics: [HKQuantityType: HKStatistics] { statistics.byType }

    /// The statistics of a type over the workout; nil without quantities.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        statistics.of(quantityType.type).map(HKStatistics.init)
    }

    private var statistics: [WorkoutStatistics] {
        guard let computed = computed.withLock({ $0 }) else { return detail.statistics }
        let start = Timestamp(clamping: startDate)
        return computed.statistics(for: start...max(start, Timestamp(clamping: endDate)))
    }

    /// How to compute the statistics, which the workout was saved without.
    func setLookup(_ lookup: @escaping ComputedStatistics.Lookup) {
        computed.withLock { $0 = ComputedStatistics(lookup) }
    }

    /// The energy that the workout took, if that is known. HealthKit recommends `statistics(for:)`.
    open var totalEnergyBurned: HKQuantity? { total(.energyBurned) }

    /// How far the workout went, if that is known. HealthKit recommends `statistics(for:)`.
    open var totalDistance: HKQuantity? { total(.distance) }

    /// The strokes of a swim, if they were counted. HealthKit recommends `statistics(for:)`.
    open var totalSwimmingStrokeCount: HKQuantity? { total(.swimmingStrokeCount) }

    /// The flights of stairs, if they were counted. HealthKit recommends `statistics(for:)`.
    open var totalFlightsClimbed: HKQuantity? { total(.flightsClimbed) }

    private func total(_ total: WorkoutTotal) -> HKQuantity? {
        let value = detail[keyPath: total.detail] ?? total.sum(detail.statistics, of: activityType)
        return value.map { HKQuantity($0, total.unit) }
    }
}

extension WorkoutColumns {
    /// The columns that hold workouts.
    init(_ workouts: [HKWorkout]) throws(HearthError) {
        let isPlain = workouts.allSatisfy { $0.detail == WorkoutDetail() }
        self.init(
            activityTypes: workouts.map(\.activityType),
            durations: workouts.map(\.duration),
            details: isPlain ? [] : workouts.map(\.detail)
        )
        for (row, workout) in workouts.enumerated() {
            if let refusal = workout.refusal {
                throw refusal.within("details[\(row)].events")
            }
            guard workout.duration.isFinite, workout.duration >= 0 else {
                throw HearthError(
                    .valueOutOfRange,
                    "The duration is negative or not finite.",
                    field: "durations[\(row)]"
                )
            }
        }
    }
}
