import Foundation
import HealthKit

func useErrors(_ error: HKError) {
    // HKError
    let _: any Error = error as HKError
    // HKError.Code
    let _: HKError.Code = error.code
    // HKError.init(_:userInfo:)
    let _ = HKError(.errorNoData, userInfo: [NSLocalizedDescriptionKey: "nothing found"])
    // HKError.unknownError
    let _: Bool = error.code == HKError.unknownError
    // HKError.error…
    let _: [HKError.Code] = [HKError.errorNoData, HKError.errorInvalidArgument]
    // HKErrorDomain
    let _: String = HKErrorDomain
}

func useOptions() {
    // HKQueryOptions.…
    let _: HKQueryOptions = [.strictStartDate, .strictEndDate]
}

func useStates() {
    // HKWorkoutActivityType
    let _: [HKWorkoutActivityType] = [.americanFootball, .squash, .other]
    // HKWorkoutEventType
    let _: [HKWorkoutEventType] = [.pause, .motionPaused, .pauseOrResumeRequest]
    // HKWorkoutSwimmingLocationType
    let _: [HKWorkoutSwimmingLocationType] = [.unknown, .pool, .openWater]
    // HKUpdateFrequency
    let _: [HKUpdateFrequency] = [.immediate, .daily, .weekly]
    // HKAuthorizationStatus
    let _: [HKAuthorizationStatus] = [.notDetermined, .sharingDenied, .sharingAuthorized]
    // HKAuthorizationRequestStatus
    let _: [HKAuthorizationRequestStatus] = [.unknown, .shouldRequest, .unnecessary]
    // HKQuantityAggregationStyle
    let _: [HKQuantityAggregationStyle] = [.cumulative, .discreteArithmetic, .discreteTemporallyWeighted]
    // HKWorkoutSessionLocationType
    let _: [HKWorkoutSessionLocationType] = [.unknown, .indoor, .outdoor]
}

func useCategoryValues() {
    // HKCategoryValue
    let _: [HKCategoryValue] = [.notApplicable]
    // HKCategoryValueAppetiteChanges
    let _: [HKCategoryValueAppetiteChanges] = [.unspecified, .decreased, .increased]
    // HKCategoryValueAppleStandHour
    let _: [HKCategoryValueAppleStandHour] = [.stood, .idle]
    // HKCategoryValueAppleWalkingSteadinessEvent
    let _: [HKCategoryValueAppleWalkingSteadinessEvent] = [.initialLow, .repeatLow, .repeatVeryLow]
    // HKCategoryValueCervicalMucusQuality
    let _: [HKCategoryValueCervicalMucusQuality] = [.dry, .creamy, .eggWhite]
    // HKCategoryValueContraceptive
    let _: [HKCategoryValueContraceptive] = [.unspecified, .intrauterineDevice, .patch]
    // HKCategoryValueEnvironmentalAudioExposureEvent
    let _: [HKCategoryValueEnvironmentalAudioExposureEvent] = [.momentaryLimit]
    // HKCategoryValueHeadphoneAudioExposureEvent
    let _: [HKCategoryValueHeadphoneAudioExposureEvent] = [.sevenDayLimit]
    // HKCategoryValueLowCardioFitnessEvent
    let _: [HKCategoryValueLowCardioFitnessEvent] = [.lowFitness]
    // HKCategoryValueMenstrualFlow
    let _: [HKCategoryValueMenstrualFlow] = [.unspecified, .medium, .none]
    // HKCategoryValueOvulationTestResult
    let _: [HKCategoryValueOvulationTestResult] = [.negative, .indeterminate, .estrogenSurge]
    // HKCategoryValuePregnancyTestResult
    let _: [HKCategoryValuePregnancyTestResult] = [.negative, .positive, .indeterminate]
    // HKCategoryValuePresence
    let _: [HKCategoryValuePresence] = [.present, .notPresent]
    // HKCategoryValueProgesteroneTestResult
    let _: [HKCategoryValueProgesteroneTestResult] = [.negative, .positive, .indeterminate]
    // HKCategoryValueSeverity
    let _: [HKCategoryValueSeverity] = [.unspecified, .mild, .severe]
    // HKCategoryValueSleepAnalysis
    let _: [HKCategoryValueSleepAnalysis] = [.inBed, .asleepCore, .asleepREM]
    // HKCategoryValueVaginalBleeding
    let _: [HKCategoryValueVaginalBleeding] = [.unspecified, .medium, .none]
}

func useMetadataValues() {
    // HKAppleECGAlgorithmVersion
    let _: [HKAppleECGAlgorithmVersion] = [.version1, .version2]
    // HKBloodGlucoseMealTime
    let _: [HKBloodGlucoseMealTime] = [.preprandial, .postprandial]
    // HKBodyTemperatureSensorLocation
    let _: [HKBodyTemperatureSensorLocation] = [.other, .mouth, .forehead]
    // HKCyclingFunctionalThresholdPowerTestType
    let _: [HKCyclingFunctionalThresholdPowerTestType] = [.maxExercise60Minute, .rampTest, .predictionExercise]
    // HKDevicePlacementSide
    let _: [HKDevicePlacementSide] = [.unknown, .right, .central]
    // HKHeartRateMotionContext
    let _: [HKHeartRateMotionContext] = [.notSet, .sedentary, .active]
    // HKHeartRateRecoveryTestType
    let _: [HKHeartRateRecoveryTestType] = [.maxExercise, .predictionSubMaxExercise, .predictionNonExercise]
    // HKHeartRateSensorLocation
    let _: [HKHeartRateSensorLocation] = [.other, .finger, .foot]
    // HKInsulinDeliveryReason
    let _: [HKInsulinDeliveryReason] = [.basal, .bolus]
    // HKPhysicalEffortEstimationType
    let _: [HKPhysicalEffortEstimationType] = [.activityLookup, .deviceSensed]
    // HKSwimmingStrokeStyle
    let _: [HKSwimmingStrokeStyle] = [.unknown, .backstroke, .kickboard]
    // HKUserMotionContext
    let _: [HKUserMotionContext] = [.notSet, .stationary, .active]
    // HKVO2MaxTestType
    let _: [HKVO2MaxTestType] = [.maxExercise, .predictionNonExercise, .predictionStepTest]
    // HKWaterSalinity
    let _: [HKWaterSalinity] = [.freshWater, .saltWater]
    // HKWeatherCondition
    let _: [HKWeatherCondition] = [.none, .sleet, .tornado]
}

func useCharacteristicValues() {
    // HKBiologicalSex
    let _: [HKBiologicalSex] = [.notSet, .female, .male, .other]
    // HKBloodType
    let _: [HKBloodType] = [.notSet, .aPositive, .oNegative]
    // HKFitzpatrickSkinType
    let _: [HKFitzpatrickSkinType] = [.notSet, .I, .VI]
    // HKWheelchairUse
    let _: [HKWheelchairUse] = [.notSet, .no, .yes]
    // HKActivityMoveMode
    let _: [HKActivityMoveMode] = [.activeEnergy, .appleMoveTime]
}

@available(*, deprecated)
func useFormerValues() {
    // HKCategoryValueAudioExposureEvent
    let _: HKCategoryValueAudioExposureEvent = .loudEnvironment
    // HKCategoryValueSleepAnalysis.asleep
    let _: HKCategoryValueSleepAnalysis = .asleep
    // HKCategoryValueOvulationTestResult.positive
    let _: HKCategoryValueOvulationTestResult = .positive
    // HKQuantityAggregationStyle.discrete
    let _: HKQuantityAggregationStyle = .discrete
}

func useMetadataKeys() {
    // HKMetadataKey…
    let _: [String] = [HKMetadataKeyTimeZone, HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion]
}
