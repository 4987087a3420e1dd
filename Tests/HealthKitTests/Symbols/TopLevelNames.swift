/// The names that Apple's HealthKit declares outside of any type, from its public documentation and headers.
enum TopLevelNames {
    static let all = text.split { $0.isWhitespace }.map(String.init)

    private static let text = """
        BufferedAsyncByteIterator HKActivityMoveMode HKActivityMoveModeObject HKActivitySummary
        HKActivitySummaryQuery HKActivitySummaryQueryDescriptor HKActivitySummaryType HKAnchoredObjectQuery
        HKAnchoredObjectQueryDescriptor HKAnchoredObjectQueryNoAnchor HKAppleECGAlgorithmVersion
        HKAppleSleepingBreathingDisturbancesClassification
        HKAppleSleepingBreathingDisturbancesClassificationForQuantity
        HKAppleSleepingBreathingDisturbancesMinimumQuantityForClassification HKAppleWalkingSteadinessClassification
        HKAppleWalkingSteadinessClassificationForQuantity HKAppleWalkingSteadinessMaximumQuantityForClassification
        HKAppleWalkingSteadinessMinimumQuantityForClassification HKAsyncQuery HKAsyncSequenceQuery HKAttachment
        HKAttachmentDataReader HKAttachmentStore HKAudiogramConductionType HKAudiogramSample HKAudiogramSampleType
        HKAudiogramSensitivityPoint HKAudiogramSensitivityPointClampingRange HKAudiogramSensitivityTest
        HKAudiogramSensitivityTestSide HKAuthorizationRequestStatus HKAuthorizationStatus HKBiologicalSex
        HKBiologicalSexObject HKBloodGlucoseMealTime HKBloodType HKBloodTypeObject HKBodyTemperatureSensorLocation
        HKCDADocument HKCDADocumentSample HKCategorySample HKCategoryType HKCategoryTypeIdentifier HKCategoryValue
        HKCategoryValueAppetiteChanges HKCategoryValueAppleStandHour HKCategoryValueAppleWalkingSteadinessEvent
        HKCategoryValueAudioExposureEvent HKCategoryValueCervicalMucusQuality HKCategoryValueContraceptive
        HKCategoryValueEnvironmentalAudioExposureEvent HKCategoryValueHeadphoneAudioExposureEvent
        HKCategoryValueLowCardioFitnessEvent HKCategoryValueMenopausalState HKCategoryValueMenstrualFlow
        HKCategoryValueOvulationTestResult HKCategoryValuePredicateProviding HKCategoryValuePregnancyTestResult
        HKCategoryValuePresence HKCategoryValueProgesteroneTestResult HKCategoryValueSeverity
        HKCategoryValueSleepAnalysis HKCategoryValueSleepAnalysisAsleepValues HKCategoryValueVaginalBleeding
        HKCharacteristicType HKCharacteristicTypeIdentifier HKClinicalCoding HKClinicalRecord HKClinicalType
        HKClinicalTypeIdentifier HKContactsLensSpecification HKContactsPrescription HKCorrelation HKCorrelationQuery
        HKCorrelationType HKCorrelationTypeIdentifier HKCumulativeQuantitySample HKCumulativeQuantitySeriesSample
        HKCyclingFunctionalThresholdPowerTestType HKDataTypeIdentifierHeartbeatSeries
        HKDataTypeIdentifierStateOfMind HKDataTypeIdentifierUserAnnotatedMedicationConcept HKDeletedObject
        HKDetailedCDAValidationErrorKey HKDevice HKDevicePlacementSide HKDevicePropertyKeyFirmwareVersion
        HKDevicePropertyKeyHardwareVersion HKDevicePropertyKeyLocalIdentifier HKDevicePropertyKeyManufacturer
        HKDevicePropertyKeyModel HKDevicePropertyKeyName HKDevicePropertyKeySoftwareVersion
        HKDevicePropertyKeyUDIDeviceIdentifier HKDiscreteQuantitySample HKDocumentQuery HKDocumentSample
        HKDocumentType HKDocumentTypeIdentifier HKElectrocardiogram HKElectrocardiogramQuery
        HKElectrocardiogramQueryDescriptor HKElectrocardiogramType HKError HKErrorDomain HKFHIRRelease
        HKFHIRResource HKFHIRResourceType HKFHIRVersion HKFitzpatrickSkinType HKFitzpatrickSkinTypeObject
        HKGAD7Assessment HKGlassesLensSpecification HKGlassesPrescription HKHealthConceptDomain
        HKHealthConceptIdentifier HKHealthStore HKHeartRateMotionContext HKHeartRateRecoveryTestType
        HKHeartRateSensorLocation HKHeartbeatSeriesBuilder HKHeartbeatSeriesQuery HKHeartbeatSeriesQueryDescriptor
        HKHeartbeatSeriesSample HKInsulinDeliveryReason HKLensSpecification HKLiveWorkoutBuilder
        HKLiveWorkoutBuilderDelegate HKLiveWorkoutDataSource HKLiveWorkoutZoneUpdate
        HKMaximumScoreForGAD7AssessmentRisk HKMaximumScoreForPHQ9AssessmentRisk HKMedicationConcept
        HKMedicationDoseEvent HKMedicationDoseEventType HKMedicationDoseEventTypeIdentifierMedicationDoseEvent
        HKMedicationGeneralForm HKMetadataKeyActivityType HKMetadataKeyAlgorithmVersion
        HKMetadataKeyAlpineSlopeGrade HKMetadataKeyAppleDeviceCalibrated HKMetadataKeyAppleECGAlgorithmVersion
        HKMetadataKeyAppleFitnessPlusCatalogIdentifier HKMetadataKeyAppleFitnessPlusSession
        HKMetadataKeyAudioExposureDuration HKMetadataKeyAudioExposureLevel HKMetadataKeyAverageMETs
        HKMetadataKeyAverageSpeed HKMetadataKeyBarometricPressure HKMetadataKeyBloodGlucoseMealTime
        HKMetadataKeyBodyTemperatureSensorLocation HKMetadataKeyCoachedWorkout HKMetadataKeyCrossTrainerDistance
        HKMetadataKeyCyclingFunctionalThresholdPowerTestType HKMetadataKeyDateOfEarliestDataUsedForEstimate
        HKMetadataKeyDeviceManufacturerName HKMetadataKeyDeviceName HKMetadataKeyDevicePlacementSide
        HKMetadataKeyDeviceSerialNumber HKMetadataKeyDigitalSignature HKMetadataKeyElevationAscended
        HKMetadataKeyElevationDescended HKMetadataKeyExternalUUID HKMetadataKeyFitnessMachineDuration
        HKMetadataKeyFoodType HKMetadataKeyGlassesPrescriptionDescription HKMetadataKeyGroupFitness
        HKMetadataKeyHeadphoneGain HKMetadataKeyHeartRateEventThreshold HKMetadataKeyHeartRateMotionContext
        HKMetadataKeyHeartRateRecoveryActivityDuration HKMetadataKeyHeartRateRecoveryActivityType
        HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate HKMetadataKeyHeartRateRecoveryTestType
        HKMetadataKeyHeartRateSensorLocation HKMetadataKeyIndoorBikeDistance HKMetadataKeyIndoorWorkout
        HKMetadataKeyInsulinDeliveryReason HKMetadataKeyLapLength HKMetadataKeyLowCardioFitnessEventThreshold
        HKMetadataKeyMaximumLightIntensity HKMetadataKeyMaximumSpeed HKMetadataKeyMenstrualCycleStart
        HKMetadataKeyPhysicalEffortEstimationType HKMetadataKeyQuantityClampedToLowerBound
        HKMetadataKeyQuantityClampedToUpperBound HKMetadataKeyReferenceRangeLowerLimit
        HKMetadataKeyReferenceRangeUpperLimit HKMetadataKeySWOLFScore HKMetadataKeySessionEstimate
        HKMetadataKeySexualActivityProtectionUsed HKMetadataKeySwimmingLocationType HKMetadataKeySwimmingStrokeStyle
        HKMetadataKeySyncIdentifier HKMetadataKeySyncVersion HKMetadataKeyTimeZone HKMetadataKeyUDIDeviceIdentifier
        HKMetadataKeyUDIProductionIdentifier HKMetadataKeyUserMotionContext HKMetadataKeyVO2MaxTestType
        HKMetadataKeyVO2MaxValue HKMetadataKeyWasTakenInLab HKMetadataKeyWasUserEntered HKMetadataKeyWaterSalinity
        HKMetadataKeyWeatherCondition HKMetadataKeyWeatherHumidity HKMetadataKeyWeatherTemperature
        HKMetadataKeyWorkoutBrandName HKMetricPrefix HKMinimumScoreForGAD7AssessmentRisk
        HKMinimumScoreForPHQ9AssessmentRisk HKObject HKObjectQueryNoLimit HKObjectType HKObserverQuery
        HKObserverQueryCompletionHandler HKPHQ9Assessment HKPhysicalEffortEstimationType HKPredicateKeyPathAverage
        HKPredicateKeyPathAverageHeartRate HKPredicateKeyPathCDAAuthorName HKPredicateKeyPathCDACustodianName
        HKPredicateKeyPathCDAPatientName HKPredicateKeyPathCDATitle HKPredicateKeyPathCategoryValue
        HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier HKPredicateKeyPathClinicalRecordFHIRResourceType
        HKPredicateKeyPathCorrelation HKPredicateKeyPathCount HKPredicateKeyPathDateComponents
        HKPredicateKeyPathDevice HKPredicateKeyPathECGClassification HKPredicateKeyPathECGSymptomsStatus
        HKPredicateKeyPathEndDate HKPredicateKeyPathLogOrigin HKPredicateKeyPathMax
        HKPredicateKeyPathMedicationConceptIdentifier HKPredicateKeyPathMetadata HKPredicateKeyPathMin
        HKPredicateKeyPathMostRecent HKPredicateKeyPathMostRecentDuration HKPredicateKeyPathMostRecentEndDate
        HKPredicateKeyPathMostRecentStartDate HKPredicateKeyPathQuantity HKPredicateKeyPathScheduledDate
        HKPredicateKeyPathSource HKPredicateKeyPathSourceRevision HKPredicateKeyPathStartDate
        HKPredicateKeyPathStatus HKPredicateKeyPathSum HKPredicateKeyPathUUID HKPredicateKeyPathWorkout
        HKPredicateKeyPathWorkoutActivity HKPredicateKeyPathWorkoutActivityAverageQuantity
        HKPredicateKeyPathWorkoutActivityDuration HKPredicateKeyPathWorkoutActivityEndDate
        HKPredicateKeyPathWorkoutActivityMaximumQuantity HKPredicateKeyPathWorkoutActivityMinimumQuantity
        HKPredicateKeyPathWorkoutActivityStartDate HKPredicateKeyPathWorkoutActivitySumQuantity
        HKPredicateKeyPathWorkoutActivityType HKPredicateKeyPathWorkoutAverageQuantity
        HKPredicateKeyPathWorkoutDuration HKPredicateKeyPathWorkoutEffortRelationship
        HKPredicateKeyPathWorkoutMaximumQuantity HKPredicateKeyPathWorkoutMinimumQuantity
        HKPredicateKeyPathWorkoutSumQuantity HKPredicateKeyPathWorkoutTotalDistance
        HKPredicateKeyPathWorkoutTotalEnergyBurned HKPredicateKeyPathWorkoutTotalFlightsClimbed
        HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount HKPredicateKeyPathWorkoutType HKPrescriptionType
        HKPrismBase HKQuantity HKQuantityAggregationStyle HKQuantitySample HKQuantitySeriesSampleBuilder
        HKQuantitySeriesSampleQuery HKQuantitySeriesSampleQueryDescriptor HKQuantityType HKQuantityTypeIdentifier
        HKQuery HKQueryAnchor HKQueryDescriptor HKQueryOptions HKReferenceSex HKSample HKSamplePredicate
        HKSampleQuery HKSampleQueryDescriptor HKSampleSortIdentifierEndDate HKSampleSortIdentifierStartDate
        HKSampleType HKScoredAssessment HKScoredAssessmentType HKScoredAssessmentTypeIdentifier HKSeriesBuilder
        HKSeriesSample HKSeriesType HKSource HKSourceQuery HKSourceQueryDescriptor HKSourceRevision
        HKSourceRevisionAnyOperatingSystem HKSourceRevisionAnyProductType HKSourceRevisionAnyVersion HKStateOfMind
        HKStateOfMindType HKStateOfMindValenceClassificationForValence HKStatistics HKStatisticsCollection
        HKStatisticsCollectionQuery HKStatisticsCollectionQueryDescriptor HKStatisticsOptions HKStatisticsQuery
        HKStatisticsQueryDescriptor HKSwimmingStrokeStyle HKUnit HKUnitMolarMassBloodGlucose HKUpdateFrequency
        HKUserAnnotatedMedication HKUserAnnotatedMedicationPredicateKeyPathHasSchedule
        HKUserAnnotatedMedicationPredicateKeyPathIsArchived HKUserAnnotatedMedicationQuery
        HKUserAnnotatedMedicationQueryDescriptor HKUserAnnotatedMedicationType HKUserMotionContext HKVO2MaxTestType
        HKVerifiableClinicalRecord HKVerifiableClinicalRecordCredentialType HKVerifiableClinicalRecordQuery
        HKVerifiableClinicalRecordQueryDescriptor HKVerifiableClinicalRecordSourceType
        HKVerifiableClinicalRecordSubject HKVisionEye HKVisionPrescription HKVisionPrescriptionType
        HKVisionPrescriptionTypeIdentifier HKVisionPrism HKWaterSalinity HKWeatherCondition HKWheelchairUse
        HKWheelchairUseObject HKWorkout HKWorkoutActivity HKWorkoutActivityType HKWorkoutBuilder
        HKWorkoutConfiguration HKWorkoutEffortRelationship HKWorkoutEffortRelationshipQuery
        HKWorkoutEffortRelationshipQueryDescriptor HKWorkoutEffortRelationshipQueryOptions HKWorkoutEvent
        HKWorkoutEventType HKWorkoutRoute HKWorkoutRouteBuilder HKWorkoutRouteQuery HKWorkoutRouteQueryDescriptor
        HKWorkoutRouteTypeIdentifier HKWorkoutSession HKWorkoutSessionDelegate HKWorkoutSessionLocationType
        HKWorkoutSessionState HKWorkoutSessionType HKWorkoutSortIdentifierDuration
        HKWorkoutSortIdentifierTotalDistance HKWorkoutSortIdentifierTotalEnergyBurned
        HKWorkoutSortIdentifierTotalFlightsClimbed HKWorkoutSortIdentifierTotalSwimmingStrokeCount
        HKWorkoutSwimmingLocationType HKWorkoutType HKWorkoutTypeIdentifier HKWorkoutZone HKWorkoutZoneConfiguration
        HKWorkoutZoneDuration HKWorkoutZoneGroup
        """
}
