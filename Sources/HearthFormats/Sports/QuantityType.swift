internal import HearthModel

/// The quantity types that workout files can fill.
enum QuantityType: String, CaseIterable {
    case cyclingCadence = "CyclingCadence"
    case cyclingPower = "CyclingPower"
    case cyclingSpeed = "CyclingSpeed"
    case crossCountrySkiingSpeed = "CrossCountrySkiingSpeed"
    case distanceCrossCountrySkiing = "DistanceCrossCountrySkiing"
    case distanceCycling = "DistanceCycling"
    case distanceDownhillSnowSports = "DistanceDownhillSnowSports"
    case distancePaddleSports = "DistancePaddleSports"
    case distanceRowing = "DistanceRowing"
    case distanceSkatingSports = "DistanceSkatingSports"
    case distanceSwimming = "DistanceSwimming"
    case distanceWalkingRunning = "DistanceWalkingRunning"
    case distanceWheelchair = "DistanceWheelchair"
    case heartRate = "HeartRate"
    case paddleSportsSpeed = "PaddleSportsSpeed"
    case respiratoryRate = "RespiratoryRate"
    case rowingSpeed = "RowingSpeed"
    case runningGroundContactTime = "RunningGroundContactTime"
    case runningPower = "RunningPower"
    case runningSpeed = "RunningSpeed"
    case runningStrideLength = "RunningStrideLength"
    case runningVerticalOscillation = "RunningVerticalOscillation"
    case stepCount = "StepCount"

    var identifier: String { "HKQuantityTypeIdentifier" + rawValue }

    /// The unit of the values in the store, where rates are per minute.
    var unit: String { ObjectType(identifier: identifier)?.storageUnit?.text ?? "" }
}
