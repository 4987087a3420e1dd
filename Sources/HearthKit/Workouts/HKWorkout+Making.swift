public import Foundation
internal import HearthModel

// HealthKit recommends `HKWorkoutBuilder` for new code, and still has all of these. What they have in common: an end
// before the start stops the program, and so does a total in a unit of something else. The store takes events that lie
// within the workout, and the first of which is no resume.
extension HKWorkout {
    /// A workout without totals. HealthKit recommends `HKWorkoutBuilder`.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date
    ) {
        self.init(workoutActivityType, startDate, endDate, duration: 0, events: nil, [:], device: nil, metadata: nil)
    }

    /// A workout whose duration is from start to end without the pauses that the events tell of. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            workoutEvents: workoutEvents,
            totalEnergyBurned: totalEnergyBurned,
            totalDistance: totalDistance,
            device: nil,
            metadata: metadata
        )
    }

    /// A workout whose duration is from start to end without the pauses that the events tell of. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            workoutActivityType,
            startDate,
            endDate,
            duration: 0,
            events: workoutEvents,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance],
            device: device,
            metadata: metadata
        )
    }

    /// A workout with its duration in seconds; 0 stands for the time from start to end. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: duration,
            totalEnergyBurned: totalEnergyBurned,
            totalDistance: totalDistance,
            device: nil,
            metadata: metadata
        )
    }

    /// A workout with its duration in seconds; 0 stands for the time from start to end. HealthKit recommends
    /// `HKWorkoutBuilder`.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            workoutActivityType,
            startDate,
            endDate,
            duration: duration,
            events: nil,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance],
            device: device,
            metadata: metadata
        )
    }

    /// A swim with its strokes. HealthKit recommends `HKWorkoutBuilder`.
    public convenience init(
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
        self.init(
            workoutActivityType,
            startDate,
            endDate,
            duration: 0,
            events: workoutEvents,
            [
                .energyBurned: totalEnergyBurned, .distance: totalDistance,
                .swimmingStrokeCount: totalSwimmingStrokeCount,
            ],
            device: device,
            metadata: metadata
        )
    }

    /// A workout with the flights of stairs. HealthKit recommends `HKWorkoutBuilder`.
    public convenience init(
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
        self.init(
            workoutActivityType,
            startDate,
            endDate,
            duration: 0,
            events: workoutEvents,
            [.energyBurned: totalEnergyBurned, .distance: totalDistance, .flightsClimbed: totalFlightsClimbed],
            device: device,
            metadata: metadata
        )
    }

    private convenience init(
        _ activityType: HKWorkoutActivityType,
        _ start: Date,
        _ end: Date,
        duration: TimeInterval,
        events: [HKWorkoutEvent]?,
        _ totals: [WorkoutTotal: HKQuantity?],
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        var detail = WorkoutDetail(events: (events ?? []).inOrder)
        for case (let total, let quantity?) in totals {
            detail[keyPath: total.detail] = quantity.given(in: total.unit, "the total of a workout")
        }
        let (from, until) = (Timestamp(clamping: start), Timestamp(clamping: end))
        self.init(
            SampleHead(new: .workoutType(), from: start, to: end, device: device, metadata: metadata),
            activityType: activityType.type,
            duration: duration == 0
                ? PausedTime(detail.events, until: until).activeSeconds(from: from, to: until) : duration,
            detail: detail,
            refusal: events?.lazy.compactMap(\.refusal).first
        )
    }
}
