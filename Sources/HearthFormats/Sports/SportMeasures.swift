import HearthModel

/// HealthKit's quantity types for the measures of a sport.
///
/// Walking has none for speed: `HKQuantityTypeIdentifierWalkingSpeed` is a measure of mobility, not of workouts.
struct SportMeasures {
    private(set) var distance: QuantityType?
    private(set) var speed: QuantityType?
    private(set) var power: QuantityType?
    private(set) var cadence: QuantityType?
    private(set) var isOnFoot = false
    private(set) var isRunning = false

    init(_ activityType: UInt) {
        switch UInt32(exactly: activityType).map(WorkoutActivityType.init) {
        case .running:
            (distance, speed, power) = (.distanceWalkingRunning, .runningSpeed, .runningPower)
            isOnFoot = true
            isRunning = true
        case .walking, .hiking:
            distance = .distanceWalkingRunning
            isOnFoot = true
        case .cycling, .handCycling:
            (distance, speed, power, cadence) = (.distanceCycling, .cyclingSpeed, .cyclingPower, .cyclingCadence)
        case .swimming:
            distance = .distanceSwimming
        case .rowing:
            (distance, speed) = (.distanceRowing, .rowingSpeed)
        case .paddleSports:
            (distance, speed) = (.distancePaddleSports, .paddleSportsSpeed)
        case .crossCountrySkiing:
            (distance, speed) = (.distanceCrossCountrySkiing, .crossCountrySkiingSpeed)
        case .downhillSkiing, .snowboarding, .snowSports:
            distance = .distanceDownhillSnowSports
        case .skatingSports:
            distance = .distanceSkatingSports
        case .wheelchairWalkPace, .wheelchairRunPace:
            distance = .distanceWheelchair
        default:
            break
        }
    }
}
