import Foundation
import HealthKit

func useWorkouts(_ workout: HKWorkout, type: HKQuantityType) {
    // HKWorkout.workoutActivityType
    let _: HKWorkoutActivityType = workout.workoutActivityType
    // HKWorkout.workoutEvents
    let _: [HKWorkoutEvent]? = workout.workoutEvents
    // HKWorkout.workoutActivities
    let _: [HKWorkoutActivity] = workout.workoutActivities
    // HKWorkout.duration
    let _: TimeInterval = workout.duration
    // HKWorkout.allStatistics
    let _: [HKQuantityType: HKStatistics] = workout.allStatistics
    // HKWorkout.statistics(for:)
    let _: HKStatistics? = workout.statistics(for: type)
    // HKWorkout.totalEnergyBurned
    let _: HKQuantity? = workout.totalEnergyBurned
    // HKWorkout.totalDistance
    let _: HKQuantity? = workout.totalDistance
    // HKWorkout.totalSwimmingStrokeCount
    let _: HKQuantity? = workout.totalSwimmingStrokeCount
    // HKWorkout.totalFlightsClimbed
    let _: HKQuantity? = workout.totalFlightsClimbed
}

func useFormerWorkouts(_ date: Date, quantity: HKQuantity, device: HKDevice) {
    // HKWorkout.init(activityType:start:end:)
    _ = HKWorkout(activityType: .running, start: date, end: date)
    // HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:metadata:)
    _ = HKWorkout(
        activityType: .running,
        start: date,
        end: date,
        workoutEvents: nil,
        totalEnergyBurned: quantity,
        totalDistance: quantity,
        metadata: nil
    )
    // HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:device:metadata:)
    _ = HKWorkout(
        activityType: .running,
        start: date,
        end: date,
        workoutEvents: nil,
        totalEnergyBurned: quantity,
        totalDistance: quantity,
        device: device,
        metadata: nil
    )
    // HKWorkout.init(activityType:start:end:duration:totalEnergyBurned:totalDistance:metadata:)
    _ = HKWorkout(
        activityType: .running,
        start: date,
        end: date,
        duration: 0,
        totalEnergyBurned: quantity,
        totalDistance: quantity,
        metadata: nil
    )
    // HKWorkout.init(activityType:start:end:duration:totalEnergyBurned:totalDistance:device:metadata:)
    _ = HKWorkout(
        activityType: .running,
        start: date,
        end: date,
        duration: 0,
        totalEnergyBurned: quantity,
        totalDistance: quantity,
        device: device,
        metadata: nil
    )
    // HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:totalSwimmingStrokeCount:device:metadata:)
    _ = HKWorkout(
        activityType: .swimming,
        start: date,
        end: date,
        workoutEvents: nil,
        totalEnergyBurned: quantity,
        totalDistance: quantity,
        totalSwimmingStrokeCount: quantity,
        device: device,
        metadata: nil
    )
    // HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:totalFlightsClimbed:device:metadata:)
    _ = HKWorkout(
        activityType: .stairs,
        start: date,
        end: date,
        workoutEvents: nil,
        totalEnergyBurned: quantity,
        totalDistance: quantity,
        totalFlightsClimbed: quantity,
        device: device,
        metadata: nil
    )
}

func useActivities(_ configuration: HKWorkoutConfiguration, date: Date, type: HKQuantityType) {
    // HKWorkoutActivity.init(workoutConfiguration:start:end:metadata:)
    let activity = HKWorkoutActivity(workoutConfiguration: configuration, start: date, end: nil, metadata: nil)
    // HKWorkoutActivity.uuid
    let _: UUID = activity.uuid
    // HKWorkoutActivity.workoutConfiguration
    let _: HKWorkoutConfiguration = activity.workoutConfiguration
    // HKWorkoutActivity.startDate
    let _: Date = activity.startDate
    // HKWorkoutActivity.endDate
    let _: Date? = activity.endDate
    // HKWorkoutActivity.metadata
    let _: [String: Any]? = activity.metadata
    // HKWorkoutActivity.duration
    let _: TimeInterval = activity.duration
    // HKWorkoutActivity.workoutEvents
    let _: [HKWorkoutEvent] = activity.workoutEvents
    // HKWorkoutActivity.allStatistics
    let _: [HKQuantityType: HKStatistics] = activity.allStatistics
    // HKWorkoutActivity.statistics(for:)
    let _: HKStatistics? = activity.statistics(for: type)
}

func useEvents(_ interval: DateInterval) {
    // HKWorkoutEvent.init(type:dateInterval:metadata:)
    let event = HKWorkoutEvent(type: .lap, dateInterval: interval, metadata: nil)
    // HKWorkoutEvent.init(type:date:)
    _ = HKWorkoutEvent(type: .marker, date: interval.start)
    // HKWorkoutEvent.init(type:date:metadata:)
    _ = HKWorkoutEvent(type: .marker, date: interval.start, metadata: [:])
    // HKWorkoutEvent.date
    let _: Date = event.date
    // HKWorkoutEvent.type
    let _: HKWorkoutEventType = event.type
    // HKWorkoutEvent.dateInterval
    let _: DateInterval = event.dateInterval
    // HKWorkoutEvent.metadata
    let _: [String: Any]? = event.metadata
}

func useConfigurations() {
    // HKWorkoutConfiguration.init()
    let configuration = HKWorkoutConfiguration()
    // HKWorkoutConfiguration.activityType
    configuration.activityType = .swimming
    // HKWorkoutConfiguration.locationType
    configuration.locationType = .indoor
    // HKWorkoutConfiguration.swimmingLocationType
    configuration.swimmingLocationType = .pool
    // HKWorkoutConfiguration.lapLength
    configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
}

func useStatistics(_ statistics: HKStatistics) {
    // HKStatistics.quantityType
    let _: HKQuantityType = statistics.quantityType
    // HKStatistics.startDate
    let _: Date = statistics.startDate
    // HKStatistics.endDate
    let _: Date = statistics.endDate
    // HKStatistics.sources
    let _: [HKSource]? = statistics.sources
    // HKStatistics.averageQuantity()
    let _: HKQuantity? = statistics.averageQuantity()
    // HKStatistics.minimumQuantity()
    let _: HKQuantity? = statistics.minimumQuantity()
    // HKStatistics.maximumQuantity()
    let _: HKQuantity? = statistics.maximumQuantity()
    // HKStatistics.mostRecentQuantity()
    let _: HKQuantity? = statistics.mostRecentQuantity()
    // HKStatistics.mostRecentQuantityDateInterval()
    let _: DateInterval? = statistics.mostRecentQuantityDateInterval()
    // HKStatistics.sumQuantity()
    let _: HKQuantity? = statistics.sumQuantity()
}

func useArchives(_ activity: HKWorkoutActivity, event: HKWorkoutEvent, statistics: HKStatistics, coder: NSCoder) {
    // HKWorkoutActivity.init(coder:)
    let _: HKWorkoutActivity? = HKWorkoutActivity(coder: coder)
    // HKWorkoutActivity.encode(with:)
    activity.encode(with: coder)
    // HKWorkoutEvent.init(coder:)
    let _: HKWorkoutEvent? = HKWorkoutEvent(coder: coder)
    // HKWorkoutEvent.encode(with:)
    event.encode(with: coder)
    // HKStatistics.init(coder:)
    let _: HKStatistics? = HKStatistics(coder: coder)
    // HKStatistics.encode(with:)
    statistics.encode(with: coder)
}
