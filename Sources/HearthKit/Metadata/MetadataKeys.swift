// The keys that HealthKit defines for what is attached to samples. A sample may have others besides.

/// Activity type: one of `HKWorkoutActivityType`.
public let HKMetadataKeyActivityType = "HKActivityType"
/// Algorithm version: a number.
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"
/// Alpine slope grade: a quantity.
public let HKMetadataKeyAlpineSlopeGrade = "HKAlpineSlopeGrade"
/// Apple device calibrated: yes or no.
public let HKMetadataKeyAppleDeviceCalibrated = "HKMetadataKeyAppleDeviceCalibrated"
/// Apple ECG algorithm version: one of `HKAppleECGAlgorithmVersion`.
public let HKMetadataKeyAppleECGAlgorithmVersion = "HKMetadataKeyAppleECGAlgorithmVersion"
/// Apple fitness plus catalog identifier: a text.
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier = "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"
/// Apple fitness plus session: yes or no.
public let HKMetadataKeyAppleFitnessPlusSession = "HKAppleFitnessPlusSession"
/// Audio exposure duration: a quantity.
public let HKMetadataKeyAudioExposureDuration = "HKMetadataKeyAudioExposureDuration"
/// Audio exposure level: a quantity.
public let HKMetadataKeyAudioExposureLevel = "HKMetadataKeyAudioExposureLevel"
/// Average ME ts: a quantity.
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
/// Average speed: a quantity.
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"
/// Barometric pressure: a quantity.
public let HKMetadataKeyBarometricPressure = "HKMetadataKeyBarometricPressure"
/// Blood glucose meal time: one of `HKBloodGlucoseMealTime`.
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"
/// Body temperature sensor location: one of `HKBodyTemperatureSensorLocation`.
public let HKMetadataKeyBodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"
/// Coached workout: yes or no.
public let HKMetadataKeyCoachedWorkout = "HKCoachedWorkout"
/// Cross trainer distance: a quantity.
public let HKMetadataKeyCrossTrainerDistance = "HKCrossTrainerDistance"
/// Cycling functional threshold power test type: one of `HKCyclingFunctionalThresholdPowerTestType`.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType = "HKCyclingCyclingFunctionalThresholdPowerTestType"
/// Date of earliest data used for estimate: a date.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate = "HKDateOfEarliestDataUsedForEstimate"
/// Device manufacturer name: a text.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"
/// Device name: a text.
public let HKMetadataKeyDeviceName = "HKDeviceName"
/// Device placement side: one of `HKDevicePlacementSide`.
public let HKMetadataKeyDevicePlacementSide = "HKMetadataKeyDevicePlacementSide"
/// Device serial number: a text.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
/// Digital signature: a text.
public let HKMetadataKeyDigitalSignature = "HKDigitalSignature"
/// Elevation ascended: a quantity.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
/// Elevation descended: a quantity.
public let HKMetadataKeyElevationDescended = "HKElevationDescended"
/// The identifier of the object in another system, as a text.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"
/// Fitness machine duration: a quantity.
public let HKMetadataKeyFitnessMachineDuration = "HKFitnessMachineDuration"
/// The name of the food, as a text.
public let HKMetadataKeyFoodType = "HKFoodType"
/// Glasses prescription description: a text.
public let HKMetadataKeyGlassesPrescriptionDescription = "HKGlassesPrescriptionDescription"
/// Group fitness: yes or no.
public let HKMetadataKeyGroupFitness = "HKGroupFitness"
/// Headphone gain: a quantity.
public let HKMetadataKeyHeadphoneGain = "HKMetadataKeyHeadphoneGain"
/// Heart rate event threshold: a quantity.
public let HKMetadataKeyHeartRateEventThreshold = "HKHeartRateEventThreshold"
/// Heart rate motion context: one of `HKHeartRateMotionContext`.
public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
/// Heart rate recovery activity duration: a quantity.
public let HKMetadataKeyHeartRateRecoveryActivityDuration = "HKMetadataKeyHeartRateRecoveryActivityDuration"
/// Heart rate recovery activity type: one of `HKWorkoutActivityType`.
public let HKMetadataKeyHeartRateRecoveryActivityType = "HKMetadataKeyHeartRateRecoveryActivityType"
/// Heart rate recovery max observed recovery heart rate: a quantity.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate =
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
/// Heart rate recovery test type: one of `HKHeartRateRecoveryTestType`.
public let HKMetadataKeyHeartRateRecoveryTestType = "HKMetadataKeyHeartRateRecoveryTestType"
/// Heart rate sensor location: one of `HKHeartRateSensorLocation`.
public let HKMetadataKeyHeartRateSensorLocation = "HKHeartRateSensorLocation"
/// Indoor bike distance: a quantity.
public let HKMetadataKeyIndoorBikeDistance = "HKIndoorBikeDistance"
/// Indoor workout: yes or no.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"
/// Why insulin was given; samples of it need it. One of `HKInsulinDeliveryReason`.
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"
/// Lap length: a quantity.
public let HKMetadataKeyLapLength = "HKLapLength"
/// Low cardio fitness event threshold: a quantity.
public let HKMetadataKeyLowCardioFitnessEventThreshold = "HKLowCardioFitnessEventThreshold"
/// Maximum light intensity: a quantity.
public let HKMetadataKeyMaximumLightIntensity = "HKMetadataKeyMaximumLightIntensity"
/// Maximum speed: a quantity.
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"
/// Whether the cycle starts with the sample; samples of menstrual flow need it.
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"
/// Physical effort estimation type: one of `HKPhysicalEffortEstimationType`.
public let HKMetadataKeyPhysicalEffortEstimationType = "HKPhysicalEffortEstimationType"
/// Quantity clamped to lower bound: yes or no.
public let HKMetadataKeyQuantityClampedToLowerBound = "HKQuantityClampedToLowerBound"
/// Quantity clamped to upper bound: yes or no.
public let HKMetadataKeyQuantityClampedToUpperBound = "HKQuantityClampedToUpperBound"
/// Reference range lower limit: a number.
public let HKMetadataKeyReferenceRangeLowerLimit = "HKReferenceRangeLowerLimit"
/// Reference range upper limit: a number.
public let HKMetadataKeyReferenceRangeUpperLimit = "HKReferenceRangeUpperLimit"
/// Session estimate: a quantity.
public let HKMetadataKeySessionEstimate = "HKMetadataKeySessionEstimate"
/// Sexual activity protection used: yes or no.
public let HKMetadataKeySexualActivityProtectionUsed = "HKSexualActivityProtectionUsed"
/// Swimming location type: one of `HKWorkoutSwimmingLocationType`.
public let HKMetadataKeySwimmingLocationType = "HKSwimmingLocationType"
/// Swimming stroke style: one of `HKSwimmingStrokeStyle`.
public let HKMetadataKeySwimmingStrokeStyle = "HKSwimmingStrokeStyle"
/// SWOLF score: a number.
public let HKMetadataKeySWOLFScore = "HKSWOLFScore"
/// A text under which the store recognises a new version of an object; needs a sync version.
public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
/// A number: the object with the greater one replaces the other. Needs a sync identifier.
public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
/// The name of the time zone in which the sample was recorded, as a text.
public let HKMetadataKeyTimeZone = "HKTimeZone"
/// UDI device identifier: a text.
public let HKMetadataKeyUDIDeviceIdentifier = "HKUDIDeviceIdentifier"
/// UDI production identifier: a text.
public let HKMetadataKeyUDIProductionIdentifier = "HKUDIProductionIdentifier"
/// User motion context: one of `HKUserMotionContext`.
public let HKMetadataKeyUserMotionContext = "HKMetadataKeyUserMotionContext"
/// VO2 max test type: one of `HKVO2MaxTestType`.
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"
/// VO2 max value: a quantity.
public let HKMetadataKeyVO2MaxValue = "HKVO2MaxValue"
/// Was taken in lab: yes or no.
public let HKMetadataKeyWasTakenInLab = "HKWasTakenInLab"
/// Whether somebody typed the value in.
public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"
/// Water salinity: one of `HKWaterSalinity`.
public let HKMetadataKeyWaterSalinity = "HKMetadataKeyWaterSalinity"
/// Weather condition: one of `HKWeatherCondition`.
public let HKMetadataKeyWeatherCondition = "HKWeatherCondition"
/// Weather humidity: a quantity.
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"
/// Weather temperature: a quantity.
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"
/// Workout brand name: a text.
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"
