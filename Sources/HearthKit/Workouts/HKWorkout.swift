public import Foundation
internal import HearthModel

/// A workout: what was done, from when to when, and what came of it.
///
/// `@unchecked Sendable`: as its superclass.
open class HKWorkout: HKSample, @unchecked Sendable {
    let activityType: WorkoutActivityType
    /// Seconds without pauses.
    public let duration: TimeInterval
    let detail: WorkoutDetail
    /// Why the store cannot keep an event; nil for almost every workout.
    let refusal: HearthError?

    init(
        _ head: SampleHead,
        activityType: WorkoutActivityType,
        duration: TimeInterval,
        detail: WorkoutDetail,
        refusal: HearthError? = nil
    ) {
        self.activityType = activityType
        self.duration = duration
        self.detail = detail
        self.refusal = refusal
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

    /// The sample in an archive; nil when what is there is not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        activityType = sample.activityType
        duration = sample.duration
        detail = sample.detail
        refusal = sample.refusal
        super.init(SampleHead(sample))
    }

    /// What was done.
    public var workoutActivityType: HKWorkoutActivityType { HKWorkoutActivityType(activityType) }

    /// What happened, in order; nil for nothing.
    public var workoutEvents: [HKWorkoutEvent]? {
        detail.events.isEmpty ? nil : detail.events.map(HKWorkoutEvent.init)
    }

    /// The activities of a workout that has several.
    public var workoutActivities: [HKWorkoutActivity] {
        detail.activities.map { HKWorkoutActivity($0, events: detail.events) }
    }

    // MARK: - Statistics

    /// What the quantities of each type come to over the workout.
    public var allStatistics: [HKQuantityType: HKStatistics] { detail.statistics.byType }

    /// What the quantities of a type come to over the workout; nil when there are none.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        detail.statistics.of(quantityType.type).map(HKStatistics.init)
    }

    /// The energy that the workout took, if that is known. HealthKit recommends `statistics(for:)`.
    public var totalEnergyBurned: HKQuantity? { total(.energyBurned) }

    /// How far the workout went, if that is known. HealthKit recommends `statistics(for:)`.
    public var totalDistance: HKQuantity? { total(.distance) }

    /// The strokes of a swim, if they were counted. HealthKit recommends `statistics(for:)`.
    public var totalSwimmingStrokeCount: HKQuantity? { total(.swimmingStrokeCount) }

    /// The flights of stairs, if they were counted. HealthKit recommends `statistics(for:)`.
    public var totalFlightsClimbed: HKQuantity? { total(.flightsClimbed) }

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
                    "the duration is negative or not finite",
                    field: "durations[\(row)]"
                )
            }
        }
    }
}
