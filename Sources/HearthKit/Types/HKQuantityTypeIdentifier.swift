/// Names a quantity type. Each has its canonical unit, and how values of several samples come together.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier with a name, which this version need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func known(_ name: String) -> Self {
        Self(rawValue: "HKQuantityTypeIdentifier" + name)
    }
}

extension HKQuantityTypeIdentifier {
    /// Active energy burned: `kcal`, adds up.
    public static let activeEnergyBurned = known("ActiveEnergyBurned")
    /// Apple exercise time: `min`, adds up.
    public static let appleExerciseTime = known("AppleExerciseTime")
    /// Apple move time: `min`, adds up.
    public static let appleMoveTime = known("AppleMoveTime")
    /// Apple sleeping breathing disturbances: `count`, averaged.
    public static let appleSleepingBreathingDisturbances = known("AppleSleepingBreathingDisturbances")
    /// Apple sleeping wrist temperature: `degC`, averaged.
    public static let appleSleepingWristTemperature = known("AppleSleepingWristTemperature")
    /// Apple stand time: `min`, adds up.
    public static let appleStandTime = known("AppleStandTime")
    /// Apple walking steadiness: `%`, averaged.
    public static let appleWalkingSteadiness = known("AppleWalkingSteadiness")
    /// Atrial fibrillation burden: `%`, averaged over time.
    public static let atrialFibrillationBurden = known("AtrialFibrillationBurden")
    /// Basal body temperature: `degC`, averaged.
    public static let basalBodyTemperature = known("BasalBodyTemperature")
    /// Basal energy burned: `kcal`, adds up.
    public static let basalEnergyBurned = known("BasalEnergyBurned")
    /// Blood alcohol content: `%`, averaged.
    public static let bloodAlcoholContent = known("BloodAlcoholContent")
    /// Blood glucose: `mg/dL`, averaged.
    public static let bloodGlucose = known("BloodGlucose")
    /// Blood pressure diastolic: `mmHg`, averaged.
    public static let bloodPressureDiastolic = known("BloodPressureDiastolic")
    /// Blood pressure systolic: `mmHg`, averaged.
    public static let bloodPressureSystolic = known("BloodPressureSystolic")
    /// Body fat percentage: `%`, averaged.
    public static let bodyFatPercentage = known("BodyFatPercentage")
    /// Body mass: `kg`, averaged.
    public static let bodyMass = known("BodyMass")
    /// Body mass index: `count`, averaged.
    public static let bodyMassIndex = known("BodyMassIndex")
    /// Body temperature: `degC`, averaged.
    public static let bodyTemperature = known("BodyTemperature")
    /// Cross country skiing speed: `m/s`, averaged.
    public static let crossCountrySkiingSpeed = known("CrossCountrySkiingSpeed")
    /// Cycling cadence: `count/min`, averaged over time.
    public static let cyclingCadence = known("CyclingCadence")
    /// Cycling functional threshold power: `W`, averaged.
    public static let cyclingFunctionalThresholdPower = known("CyclingFunctionalThresholdPower")
    /// Cycling power: `W`, averaged over time.
    public static let cyclingPower = known("CyclingPower")
    /// Cycling speed: `m/s`, averaged over time.
    public static let cyclingSpeed = known("CyclingSpeed")
    /// Dietary biotin: `g`, adds up.
    public static let dietaryBiotin = known("DietaryBiotin")
    /// Dietary caffeine: `g`, adds up.
    public static let dietaryCaffeine = known("DietaryCaffeine")
    /// Dietary calcium: `g`, adds up.
    public static let dietaryCalcium = known("DietaryCalcium")
    /// Dietary carbohydrates: `g`, adds up.
    public static let dietaryCarbohydrates = known("DietaryCarbohydrates")
    /// Dietary chloride: `g`, adds up.
    public static let dietaryChloride = known("DietaryChloride")
    /// Dietary cholesterol: `g`, adds up.
    public static let dietaryCholesterol = known("DietaryCholesterol")
    /// Dietary chromium: `g`, adds up.
    public static let dietaryChromium = known("DietaryChromium")
    /// Dietary copper: `g`, adds up.
    public static let dietaryCopper = known("DietaryCopper")
    /// Dietary energy consumed: `kcal`, adds up.
    public static let dietaryEnergyConsumed = known("DietaryEnergyConsumed")
    /// Dietary fat monounsaturated: `g`, adds up.
    public static let dietaryFatMonounsaturated = known("DietaryFatMonounsaturated")
    /// Dietary fat polyunsaturated: `g`, adds up.
    public static let dietaryFatPolyunsaturated = known("DietaryFatPolyunsaturated")
    /// Dietary fat saturated: `g`, adds up.
    public static let dietaryFatSaturated = known("DietaryFatSaturated")
    /// Dietary fat total: `g`, adds up.
    public static let dietaryFatTotal = known("DietaryFatTotal")
    /// Dietary fiber: `g`, adds up.
    public static let dietaryFiber = known("DietaryFiber")
    /// Dietary folate: `g`, adds up.
    public static let dietaryFolate = known("DietaryFolate")
    /// Dietary iodine: `g`, adds up.
    public static let dietaryIodine = known("DietaryIodine")
    /// Dietary iron: `g`, adds up.
    public static let dietaryIron = known("DietaryIron")
    /// Dietary magnesium: `g`, adds up.
    public static let dietaryMagnesium = known("DietaryMagnesium")
    /// Dietary manganese: `g`, adds up.
    public static let dietaryManganese = known("DietaryManganese")
    /// Dietary molybdenum: `g`, adds up.
    public static let dietaryMolybdenum = known("DietaryMolybdenum")
    /// Dietary niacin: `g`, adds up.
    public static let dietaryNiacin = known("DietaryNiacin")
    /// Dietary pantothenic acid: `g`, adds up.
    public static let dietaryPantothenicAcid = known("DietaryPantothenicAcid")
    /// Dietary phosphorus: `g`, adds up.
    public static let dietaryPhosphorus = known("DietaryPhosphorus")
    /// Dietary potassium: `g`, adds up.
    public static let dietaryPotassium = known("DietaryPotassium")
    /// Dietary protein: `g`, adds up.
    public static let dietaryProtein = known("DietaryProtein")
    /// Dietary riboflavin: `g`, adds up.
    public static let dietaryRiboflavin = known("DietaryRiboflavin")
    /// Dietary selenium: `g`, adds up.
    public static let dietarySelenium = known("DietarySelenium")
    /// Dietary sodium: `g`, adds up.
    public static let dietarySodium = known("DietarySodium")
    /// Dietary sugar: `g`, adds up.
    public static let dietarySugar = known("DietarySugar")
    /// Dietary thiamin: `g`, adds up.
    public static let dietaryThiamin = known("DietaryThiamin")
    /// Dietary vitamin a: `g`, adds up.
    public static let dietaryVitaminA = known("DietaryVitaminA")
    /// Dietary vitamin B12: `g`, adds up.
    public static let dietaryVitaminB12 = known("DietaryVitaminB12")
    /// Dietary vitamin B6: `g`, adds up.
    public static let dietaryVitaminB6 = known("DietaryVitaminB6")
    /// Dietary vitamin c: `g`, adds up.
    public static let dietaryVitaminC = known("DietaryVitaminC")
    /// Dietary vitamin d: `g`, adds up.
    public static let dietaryVitaminD = known("DietaryVitaminD")
    /// Dietary vitamin e: `g`, adds up.
    public static let dietaryVitaminE = known("DietaryVitaminE")
    /// Dietary vitamin k: `g`, adds up.
    public static let dietaryVitaminK = known("DietaryVitaminK")
    /// Dietary water: `mL`, adds up.
    public static let dietaryWater = known("DietaryWater")
    /// Dietary zinc: `g`, adds up.
    public static let dietaryZinc = known("DietaryZinc")
    /// Distance cross country skiing: `m`, adds up.
    public static let distanceCrossCountrySkiing = known("DistanceCrossCountrySkiing")
    /// Distance cycling: `m`, adds up.
    public static let distanceCycling = known("DistanceCycling")
    /// Distance downhill snow sports: `m`, adds up.
    public static let distanceDownhillSnowSports = known("DistanceDownhillSnowSports")
    /// Distance paddle sports: `m`, adds up.
    public static let distancePaddleSports = known("DistancePaddleSports")
    /// Distance rowing: `m`, adds up.
    public static let distanceRowing = known("DistanceRowing")
    /// Distance skating sports: `m`, adds up.
    public static let distanceSkatingSports = known("DistanceSkatingSports")
    /// Distance swimming: `m`, adds up.
    public static let distanceSwimming = known("DistanceSwimming")
    /// Distance walking running: `m`, adds up.
    public static let distanceWalkingRunning = known("DistanceWalkingRunning")
    /// Distance wheelchair: `m`, adds up.
    public static let distanceWheelchair = known("DistanceWheelchair")
    /// Electrodermal activity: `S`, averaged.
    public static let electrodermalActivity = known("ElectrodermalActivity")
    /// Environmental audio exposure: `dBASPL`, averaged as sound.
    public static let environmentalAudioExposure = known("EnvironmentalAudioExposure")
    /// Environmental sound reduction: `dBASPL`, averaged as sound.
    public static let environmentalSoundReduction = known("EnvironmentalSoundReduction")
    /// Estimated workout effort score: `appleEffortScore`, averaged.
    public static let estimatedWorkoutEffortScore = known("EstimatedWorkoutEffortScore")
    /// Flights climbed: `count`, adds up.
    public static let flightsClimbed = known("FlightsClimbed")
    /// Forced expiratory volume1: `L`, averaged.
    public static let forcedExpiratoryVolume1 = known("ForcedExpiratoryVolume1")
    /// Forced vital capacity: `L`, averaged.
    public static let forcedVitalCapacity = known("ForcedVitalCapacity")
    /// Headphone audio exposure: `dBASPL`, averaged as sound.
    public static let headphoneAudioExposure = known("HeadphoneAudioExposure")
    /// Heart rate: `count/s`, averaged over time.
    public static let heartRate = known("HeartRate")
    /// Heart rate recovery one minute: `count/min`, averaged.
    public static let heartRateRecoveryOneMinute = known("HeartRateRecoveryOneMinute")
    /// Heart rate variability RMSSD: `ms`, averaged.
    public static let heartRateVariabilityRMSSD = known("HeartRateVariabilityRMSSD")
    /// Heart rate variability SDNN: `ms`, averaged.
    public static let heartRateVariabilitySDNN = known("HeartRateVariabilitySDNN")
    /// Height: `m`, averaged.
    public static let height = known("Height")
    /// Inhaler usage: `count`, adds up.
    public static let inhalerUsage = known("InhalerUsage")
    /// Insulin delivery: `IU`, adds up.
    public static let insulinDelivery = known("InsulinDelivery")
    /// Lean body mass: `kg`, averaged.
    public static let leanBodyMass = known("LeanBodyMass")
    /// Nike fuel: `count`, adds up.
    public static let nikeFuel = known("NikeFuel")
    /// Number of alcoholic beverages: `count`, adds up.
    public static let numberOfAlcoholicBeverages = known("NumberOfAlcoholicBeverages")
    /// Number of times fallen: `count`, adds up.
    public static let numberOfTimesFallen = known("NumberOfTimesFallen")
    /// Oxygen saturation: `%`, averaged.
    public static let oxygenSaturation = known("OxygenSaturation")
    /// Paddle sports speed: `m/s`, averaged.
    public static let paddleSportsSpeed = known("PaddleSportsSpeed")
    /// Peak expiratory flow rate: `L/min`, averaged.
    public static let peakExpiratoryFlowRate = known("PeakExpiratoryFlowRate")
    /// Peripheral perfusion index: `%`, averaged.
    public static let peripheralPerfusionIndex = known("PeripheralPerfusionIndex")
    /// Physical effort: `kcal/(kg*hr)`, averaged.
    public static let physicalEffort = known("PhysicalEffort")
    /// Push count: `count`, adds up.
    public static let pushCount = known("PushCount")
    /// Respiratory rate: `count/s`, averaged.
    public static let respiratoryRate = known("RespiratoryRate")
    /// Resting heart rate: `count/min`, averaged over time.
    public static let restingHeartRate = known("RestingHeartRate")
    /// Rowing speed: `m/s`, averaged.
    public static let rowingSpeed = known("RowingSpeed")
    /// Running ground contact time: `ms`, averaged.
    public static let runningGroundContactTime = known("RunningGroundContactTime")
    /// Running power: `W`, averaged.
    public static let runningPower = known("RunningPower")
    /// Running speed: `m/s`, averaged.
    public static let runningSpeed = known("RunningSpeed")
    /// Running stride length: `m`, averaged.
    public static let runningStrideLength = known("RunningStrideLength")
    /// Running vertical oscillation: `cm`, averaged.
    public static let runningVerticalOscillation = known("RunningVerticalOscillation")
    /// Six minute walk test distance: `m`, averaged.
    public static let sixMinuteWalkTestDistance = known("SixMinuteWalkTestDistance")
    /// Stair ascent speed: `m/s`, averaged.
    public static let stairAscentSpeed = known("StairAscentSpeed")
    /// Stair descent speed: `m/s`, averaged.
    public static let stairDescentSpeed = known("StairDescentSpeed")
    /// Step count: `count`, adds up.
    public static let stepCount = known("StepCount")
    /// Swimming stroke count: `count`, adds up.
    public static let swimmingStrokeCount = known("SwimmingStrokeCount")
    /// Time in daylight: `min`, adds up.
    public static let timeInDaylight = known("TimeInDaylight")
    /// UV exposure: `count`, averaged.
    public static let uvExposure = known("UVExposure")
    /// Underwater depth: `m`, averaged.
    public static let underwaterDepth = known("UnderwaterDepth")
    /// VO2 max: `ml/(kg*min)`, averaged.
    public static let vo2Max = known("VO2Max")
    /// Waist circumference: `m`, averaged.
    public static let waistCircumference = known("WaistCircumference")
    /// Walking asymmetry percentage: `%`, averaged.
    public static let walkingAsymmetryPercentage = known("WalkingAsymmetryPercentage")
    /// Walking double support percentage: `%`, averaged.
    public static let walkingDoubleSupportPercentage = known("WalkingDoubleSupportPercentage")
    /// Walking heart rate average: `count/min`, averaged over time.
    public static let walkingHeartRateAverage = known("WalkingHeartRateAverage")
    /// Walking speed: `m/s`, averaged.
    public static let walkingSpeed = known("WalkingSpeed")
    /// Walking step length: `m`, averaged.
    public static let walkingStepLength = known("WalkingStepLength")
    /// Water temperature: `degC`, averaged.
    public static let waterTemperature = known("WaterTemperature")
    /// Workout effort score: `appleEffortScore`, averaged.
    public static let workoutEffortScore = known("WorkoutEffortScore")
}
