/// HealthKit's metadata keys, one a line: key and kind of value.
enum MetadataKeyTable {
    typealias Row = (rawValue: String, valueKind: MetadataKey.ValueKind)

    static let rows: [Row] = [
        ("HKActivityType", .enumeration),
        ("HKAlgorithmVersion", .number),
        ("HKAlpineSlopeGrade", .quantity),
        ("HKMetadataKeyAppleDeviceCalibrated", .boolean),
        ("HKMetadataKeyAppleECGAlgorithmVersion", .enumeration),
        ("HKMetadataKeyAppleFitnessPlusCatalogIdentifier", .string),  // key inferred from its constant
        ("HKMetadataKeyAppleFitnessPlusSession", .boolean),
        ("HKMetadataKeyAudioExposureDuration", .quantity),
        ("HKMetadataKeyAudioExposureLevel", .quantity),
        ("HKAverageMETs", .quantity),
        ("HKAverageSpeed", .quantity),
        ("HKMetadataKeyBarometricPressure", .quantity),
        ("HKBloodGlucoseMealTime", .enumeration),
        ("HKBodyTemperatureSensorLocation", .enumeration),
        ("HKCoachedWorkout", .boolean),  // key inferred from its constant
        ("HKCrossTrainerDistance", .quantity),
        ("HKCyclingCyclingFunctionalThresholdPowerTestType", .enumeration),
        ("HKDateOfEarliestDataUsedForEstimate", .date),
        ("HKDeviceManufacturerName", .string),  // key inferred from its constant
        ("HKDeviceName", .string),  // key inferred from its constant
        ("HKMetadataKeyDevicePlacementSide", .enumeration),
        ("HKDeviceSerialNumber", .string),  // key inferred from its constant
        ("HKDigitalSignature", .string),  // key inferred from its constant
        ("HKElevationAscended", .quantity),
        ("HKElevationDescended", .quantity),
        ("HKExternalUUID", .string),
        ("HKFitnessMachineDuration", .quantity),
        ("HKFoodType", .string),  // key inferred from its constant
        ("HKMetadataKeyGlassesPrescriptionDescription", .string),
        ("HKGroupFitness", .boolean),  // key inferred from its constant
        ("HKMetadataKeyHeadphoneGain", .quantity),
        ("HKHeartRateEventThreshold", .quantity),
        ("HKMetadataKeyHeartRateMotionContext", .enumeration),
        ("HKMetadataKeyHeartRateRecoveryActivityDuration", .quantity),
        ("HKMetadataKeyHeartRateRecoveryActivityType", .enumeration),
        ("HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate", .quantity),
        ("HKMetadataKeyHeartRateRecoveryTestType", .enumeration),
        ("HKHeartRateSensorLocation", .enumeration),
        ("HKIndoorBikeDistance", .quantity),
        ("HKIndoorWorkout", .boolean),  // key inferred from its constant
        ("HKInsulinDeliveryReason", .enumeration),
        ("HKLapLength", .quantity),  // key inferred from its constant
        ("HKLowCardioFitnessEventThreshold", .quantity),
        ("HKMetadataKeyMaximumLightIntensity", .quantity),
        ("HKMaximumSpeed", .quantity),
        ("HKMenstrualCycleStart", .boolean),
        ("HKPhysicalEffortEstimationType", .enumeration),
        ("HKMetadataKeyQuantityClampedToLowerBound", .boolean),
        ("HKMetadataKeyQuantityClampedToUpperBound", .boolean),
        ("HKReferenceRangeLowerLimit", .number),  // key inferred from its constant
        ("HKReferenceRangeUpperLimit", .number),  // key inferred from its constant
        ("HKMetadataKeySessionEstimate", .quantity),
        ("HKSexualActivityProtectionUsed", .boolean),
        ("HKSwimmingLocationType", .enumeration),
        ("HKSwimmingStrokeStyle", .enumeration),
        ("HKSWOLFScore", .number),  // key unverified
        ("HKMetadataKeySyncIdentifier", .string),
        ("HKMetadataKeySyncVersion", .number),
        ("HKTimeZone", .string),
        ("HKUDIDeviceIdentifier", .string),  // key inferred from its constant
        ("HKUDIProductionIdentifier", .string),  // key inferred from its constant
        ("HKMetadataKeyUserMotionContext", .enumeration),
        ("HKVO2MaxTestType", .enumeration),
        ("HKVO2MaxValue", .quantity),
        ("HKWasTakenInLab", .boolean),  // key inferred from its constant
        ("HKWasUserEntered", .boolean),
        ("HKMetadataKeyWaterSalinity", .enumeration),
        ("HKWeatherCondition", .enumeration),
        ("HKWeatherHumidity", .quantity),
        ("HKWeatherTemperature", .quantity),
        ("HKWorkoutBrandName", .string),  // key inferred from its constant
    ]
}
