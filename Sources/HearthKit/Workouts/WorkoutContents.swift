internal import Foundation
internal import HearthModel

/// The contents of a workout, as the store keeps them.
struct WorkoutContents {
    let activityType: WorkoutActivityType
    /// Seconds without pauses.
    let duration: TimeInterval
    let detail: WorkoutDetail
    /// Why the store cannot keep an event; nil for almost every workout.
    let refusal: HearthError?

    init(activityType: WorkoutActivityType, duration: TimeInterval, detail: WorkoutDetail, refusal: HearthError?) {
        self.activityType = activityType
        self.duration = duration
        self.detail = detail
        self.refusal = refusal
    }

    /// The contents of a workout that an app creates. The default duration is the time from start to end without the
    /// pauses in the events. A total in a unit that does not fit stops the program.
    init(
        _ activityType: HKWorkoutActivityType,
        _ start: Date,
        _ end: Date,
        duration: TimeInterval = 0,
        events: [HKWorkoutEvent]? = nil,
        _ totals: [WorkoutTotal: HKQuantity?] = [:]
    ) {
        self.activityType = activityType.type
        var detail = WorkoutDetail(events: (events ?? []).inOrder)
        for case (let total, let quantity?) in totals {
            detail[keyPath: total.detail] = quantity.given(in: total.unit, "the total of a workout")
        }
        self.detail = detail
        let (from, until) = (Timestamp(clamping: start), Timestamp(clamping: end))
        self.duration =
            duration == 0 ? PausedTime(detail.events, until: until).activeSeconds(from: from, to: until) : duration
        refusal = events?.lazy.compactMap(\.refusal).first
    }
}
