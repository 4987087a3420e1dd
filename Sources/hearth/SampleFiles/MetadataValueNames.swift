import HearthKit
import HearthModel

/// The names of HealthKit's enumerations that are values of metadata, such as `bolus` of `HKInsulinDeliveryReason`.
enum MetadataValueNames {
    /// The names of a key's values with their numbers; empty when the key has no enumeration.
    static func names(of key: MetadataKey) -> [(name: String, number: Int64)] {
        switch key.constantName {
        case "HKMetadataKeyActivityType", "HKMetadataKeyHeartRateRecoveryActivityType":
            cases(of: HKWorkoutActivityType.self)
        case "HKMetadataKeyAppleECGAlgorithmVersion": cases(of: HKAppleECGAlgorithmVersion.self)
        case "HKMetadataKeyBloodGlucoseMealTime": cases(of: HKBloodGlucoseMealTime.self)
        case "HKMetadataKeyBodyTemperatureSensorLocation": cases(of: HKBodyTemperatureSensorLocation.self)
        case "HKMetadataKeyCyclingFunctionalThresholdPowerTestType":
            cases(of: HKCyclingFunctionalThresholdPowerTestType.self)
        case "HKMetadataKeyDevicePlacementSide": cases(of: HKDevicePlacementSide.self)
        case "HKMetadataKeyHeartRateMotionContext": cases(of: HKHeartRateMotionContext.self)
        case "HKMetadataKeyHeartRateRecoveryTestType": cases(of: HKHeartRateRecoveryTestType.self)
        case "HKMetadataKeyHeartRateSensorLocation": cases(of: HKHeartRateSensorLocation.self)
        case "HKMetadataKeyInsulinDeliveryReason": cases(of: HKInsulinDeliveryReason.self)
        case "HKMetadataKeyPhysicalEffortEstimationType": cases(of: HKPhysicalEffortEstimationType.self)
        case "HKMetadataKeySwimmingLocationType": cases(of: HKWorkoutSwimmingLocationType.self)
        case "HKMetadataKeySwimmingStrokeStyle": cases(of: HKSwimmingStrokeStyle.self)
        case "HKMetadataKeyUserMotionContext": cases(of: HKUserMotionContext.self)
        case "HKMetadataKeyVO2MaxTestType": cases(of: HKVO2MaxTestType.self)
        case "HKMetadataKeyWaterSalinity": cases(of: HKWaterSalinity.self)
        case "HKMetadataKeyWeatherCondition": cases(of: HKWeatherCondition.self)
        default: []
        }
    }

    /// HealthKit numbers activities up to 84, and calls 3000 "other".
    private static let numbers = Array(0...127) + [3_000]

    private static func cases<Value: RawRepresentable>(of type: Value.Type) -> [(name: String, number: Int64)]
    where Value.RawValue: FixedWidthInteger {
        numbers.compactMap { number in
            Value(rawValue: Value.RawValue(number)).map { ("\($0)", Int64(number)) }
        }
    }
}
