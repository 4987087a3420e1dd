/// The quantity types that workout files can fill, with the units in which HealthKit stores them (rates in minutes).
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

    var unit: String {
        switch self {
        case .cyclingCadence, .heartRate, .respiratoryRate: "count/min"
        case .cyclingPower, .runningPower: "W"
        case .cyclingSpeed, .crossCountrySkiingSpeed, .paddleSportsSpeed, .rowingSpeed, .runningSpeed: "m/s"
        case .distanceCrossCountrySkiing, .distanceCycling, .distanceDownhillSnowSports, .distancePaddleSports,
            .distanceRowing, .distanceSkatingSports, .distanceSwimming, .distanceWalkingRunning, .distanceWheelchair,
            .runningStrideLength:
            "m"
        case .runningGroundContactTime: "ms"
        case .runningVerticalOscillation: "cm"
        case .stepCount: "count"
        }
    }
}
