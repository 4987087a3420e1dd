internal import Foundation
internal import HearthModel

/// What a workout that an app makes says, in the terms of the store.
struct NewWorkout {
    let duration: TimeInterval
    let detail: WorkoutDetail
    /// Why the store cannot keep an event; nil for almost every workout.
    let refusal: HearthError?

    /// Without a duration it is from start to end without the pauses that the events tell of. A total in a unit of
    /// something else stops the program.
    init(
        _ start: Date,
        _ end: Date,
        duration: TimeInterval = 0,
        events: [HKWorkoutEvent]? = nil,
        _ totals: [WorkoutTotal: HKQuantity?] = [:]
    ) {
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
