// The metadata keys that HealthKit defines. A sample may have other keys as well.

/// The user's activity, such as at the time of a heart rate. One of `HKWorkoutActivityType`.
public let HKMetadataKeyActivityType = "HKActivityType"
/// The version of the algorithm that computed the sample, as a number.
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"
/// How steep the slope of a descent was: a quantity that is a fraction.
public let HKMetadataKeyAlpineSlopeGrade = "HKAlpineSlopeGrade"
/// Whether the device was calibrated: yes or no.
public let HKMetadataKeyAppleDeviceCalibrated = "HKMetadataKeyAppleDeviceCalibrated"
/// The version of the algorithm that classified an electrocardiogram. One of `HKAppleECGAlgorithmVersion`.
public let HKMetadataKeyAppleECGAlgorithmVersion = "HKMetadataKeyAppleECGAlgorithmVersion"
/// Which workout of the Fitness+ catalogue it was, as a text.
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier = "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"
/// Whether it was a workout of Fitness+: yes or no.
public let HKMetadataKeyAppleFitnessPlusSession = "HKMetadataKeyAppleFitnessPlusSession"
/// For how long it was loud: a quantity of time.
public let HKMetadataKeyAudioExposureDuration = "HKMetadataKeyAudioExposureDuration"
/// How loud it was: a quantity of sound pressure.
public let HKMetadataKeyAudioExposureLevel = "HKMetadataKeyAudioExposureLevel"
/// How much energy a workout took per hour and kilogram, on average: a quantity.
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
/// The average speed: a quantity.
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"
/// The pressure of the air: a quantity.
public let HKMetadataKeyBarometricPressure = "HKMetadataKeyBarometricPressure"
/// Whether glucose was measured before or after a meal. One of `HKBloodGlucoseMealTime`.
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"
/// Where the temperature was measured. One of `HKBodyTemperatureSensorLocation`.
public let HKMetadataKeyBodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"
/// Whether the workout was coached: yes or no.
public let HKMetadataKeyCoachedWorkout = "HKCoachedWorkout"
/// The distance that a cross trainer reports: a quantity of length.
public let HKMetadataKeyCrossTrainerDistance = "HKCrossTrainerDistance"
/// How the power that a cyclist can hold was tested. One of `HKCyclingFunctionalThresholdPowerTestType`.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType = "HKCyclingCyclingFunctionalThresholdPowerTestType"
/// The date of the earliest data that went into an estimate.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate = "HKDateOfEarliestDataUsedForEstimate"
/// The manufacturer of the device, as a text.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"
/// The device's name, as a text.
public let HKMetadataKeyDeviceName = "HKDeviceName"
/// On which side the device was worn. One of `HKDevicePlacementSide`.
public let HKMetadataKeyDevicePlacementSide = "HKMetadataKeyDevicePlacementSide"
/// The device's serial number, as a text.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
/// A signature over the sample, as a text. The store keeps it and does not check it.
public let HKMetadataKeyDigitalSignature = "HKDigitalSignature"
/// The ascent: a quantity of length.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
/// The descent: a quantity of length.
public let HKMetadataKeyElevationDescended = "HKElevationDescended"
/// The identifier of the object in another system, as a text.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"
/// The duration that a fitness machine reports: a quantity of time.
public let HKMetadataKeyFitnessMachineDuration = "HKFitnessMachineDuration"
/// The name of the food, as a text.
public let HKMetadataKeyFoodType = "HKFoodType"
/// What the glasses of a prescription are for, as a text.
public let HKMetadataKeyGlassesPrescriptionDescription = "HKMetadataKeyGlassesPrescriptionDescription"
/// Whether it was a workout in a group: yes or no.
public let HKMetadataKeyGroupFitness = "HKGroupFitness"
/// How much louder headphones made the sound: a quantity.
public let HKMetadataKeyHeadphoneGain = "HKMetadataKeyHeadphoneGain"
/// The heart rate that was passed: a quantity.
public let HKMetadataKeyHeartRateEventThreshold = "HKHeartRateEventThreshold"
/// Whether the person moved while the heart rate was measured. One of `HKHeartRateMotionContext`.
public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
/// How long the exercise was from which the heart recovered: a quantity of time.
public let HKMetadataKeyHeartRateRecoveryActivityDuration = "HKMetadataKeyHeartRateRecoveryActivityDuration"
/// What the exercise was from which the heart recovered. One of `HKWorkoutActivityType`.
public let HKMetadataKeyHeartRateRecoveryActivityType = "HKMetadataKeyHeartRateRecoveryActivityType"
/// The greatest heart rate that was seen while the heart recovered: a quantity.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate =
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
/// How the recovery of the heart was tested. One of `HKHeartRateRecoveryTestType`.
public let HKMetadataKeyHeartRateRecoveryTestType = "HKMetadataKeyHeartRateRecoveryTestType"
/// Where the heart rate was measured. One of `HKHeartRateSensorLocation`.
public let HKMetadataKeyHeartRateSensorLocation = "HKHeartRateSensorLocation"
/// The distance that an indoor bike reports: a quantity of length.
public let HKMetadataKeyIndoorBikeDistance = "HKIndoorBikeDistance"
/// Whether the workout was inside: yes or no.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"
/// Why insulin was given; samples of it need it. One of `HKInsulinDeliveryReason`.
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"
/// The length of a lap or of a pool: a quantity.
public let HKMetadataKeyLapLength = "HKLapLength"
/// The cardio fitness that was not reached: a quantity.
public let HKMetadataKeyLowCardioFitnessEventThreshold = "HKLowCardioFitnessEventThreshold"
/// The brightest light: a quantity.
public let HKMetadataKeyMaximumLightIntensity = "HKMetadataKeyMaximumLightIntensity"
/// The greatest speed: a quantity.
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"
/// Whether the cycle starts with the sample; samples of menstrual flow need it.
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"
/// How the effort was estimated. One of `HKPhysicalEffortEstimationType`.
public let HKMetadataKeyPhysicalEffortEstimationType = "HKPhysicalEffortEstimationType"
/// Whether the quantity was below the range of the device, and is its lower limit: yes or no.
public let HKMetadataKeyQuantityClampedToLowerBound = "HKMetadataKeyQuantityClampedToLowerBound"
/// Whether the quantity was above the range of the device, and is its upper limit: yes or no.
public let HKMetadataKeyQuantityClampedToUpperBound = "HKMetadataKeyQuantityClampedToUpperBound"
/// Where the normal range of a laboratory begins, as a number.
public let HKMetadataKeyReferenceRangeLowerLimit = "HKReferenceRangeLowerLimit"
/// Where the normal range of a laboratory ends, as a number.
public let HKMetadataKeyReferenceRangeUpperLimit = "HKReferenceRangeUpperLimit"
/// The estimate for the whole session in which the sample was measured: a quantity.
public let HKMetadataKeySessionEstimate = "HKMetadataKeySessionEstimate"
/// Whether protection was used: yes or no.
public let HKMetadataKeySexualActivityProtectionUsed = "HKSexualActivityProtectionUsed"
/// Where the swim was. One of `HKWorkoutSwimmingLocationType`.
public let HKMetadataKeySwimmingLocationType = "HKSwimmingLocationType"
/// The style of the strokes. One of `HKSwimmingStrokeStyle`.
public let HKMetadataKeySwimmingStrokeStyle = "HKSwimmingStrokeStyle"
/// The seconds of a lap and its strokes together, as a number.
public let HKMetadataKeySWOLFScore = "HKSWOLFScore"
/// A text under which the store recognises a new version of an object; needs a sync version.
public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
/// A number: the object with the greater one replaces the other. Needs a sync identifier.
public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
/// The name of the time zone in which the sample was recorded, as a text.
public let HKMetadataKeyTimeZone = "HKTimeZone"
/// The part of the unique device identification that names the model, as a text.
public let HKMetadataKeyUDIDeviceIdentifier = "HKUDIDeviceIdentifier"
/// The part of the unique device identification that names the single device, as a text.
public let HKMetadataKeyUDIProductionIdentifier = "HKUDIProductionIdentifier"
/// Whether the person moved. One of `HKUserMotionContext`.
public let HKMetadataKeyUserMotionContext = "HKMetadataKeyUserMotionContext"
/// How the uptake of oxygen was tested. One of `HKVO2MaxTestType`.
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"
/// The greatest uptake of oxygen: a quantity.
public let HKMetadataKeyVO2MaxValue = "HKVO2MaxValue"
/// Whether a laboratory measured: yes or no.
public let HKMetadataKeyWasTakenInLab = "HKWasTakenInLab"
/// Whether the user entered the value.
public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"
/// Whether the water was fresh or salt. One of `HKWaterSalinity`.
public let HKMetadataKeyWaterSalinity = "HKMetadataKeyWaterSalinity"
/// What the weather was like. One of `HKWeatherCondition`.
public let HKMetadataKeyWeatherCondition = "HKWeatherCondition"
/// How humid the air was: a quantity that is a fraction.
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"
/// How warm the air was: a quantity of temperature.
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"
/// The name under which a workout is offered, as a text.
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"
