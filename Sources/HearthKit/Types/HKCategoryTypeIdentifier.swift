/// Names a category type. Each has the enumeration of its values.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name that is stored and sent.
    public let rawValue: String

    /// An identifier with a name, which this version need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static func known(_ name: String) -> Self {
        Self(rawValue: "HKCategoryTypeIdentifier" + name)
    }
}

extension HKCategoryTypeIdentifier {
    /// Abdominal cramps: one of `HKCategoryValueSeverity`.
    public static let abdominalCramps = known("AbdominalCramps")
    /// Acne: one of `HKCategoryValueSeverity`.
    public static let acne = known("Acne")
    /// Appetite changes: one of `HKCategoryValueAppetiteChanges`.
    public static let appetiteChanges = known("AppetiteChanges")
    /// Apple stand hour: one of `HKCategoryValueAppleStandHour`.
    public static let appleStandHour = known("AppleStandHour")
    /// Apple walking steadiness event: one of `HKCategoryValueAppleWalkingSteadinessEvent`.
    public static let appleWalkingSteadinessEvent = known("AppleWalkingSteadinessEvent")
    /// Audio exposure event: one of `HKCategoryValueEnvironmentalAudioExposureEvent`.
    @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
    public static let audioExposureEvent = known("AudioExposureEvent")
    /// Bladder incontinence: one of `HKCategoryValueSeverity`.
    public static let bladderIncontinence = known("BladderIncontinence")
    /// Bleeding after menopause: one of `HKCategoryValueVaginalBleeding`.
    public static let bleedingAfterMenopause = known("BleedingAfterMenopause")
    /// Bleeding after pregnancy: one of `HKCategoryValueVaginalBleeding`.
    public static let bleedingAfterPregnancy = known("BleedingAfterPregnancy")
    /// Bleeding during pregnancy: one of `HKCategoryValueVaginalBleeding`.
    public static let bleedingDuringPregnancy = known("BleedingDuringPregnancy")
    /// Bloating: one of `HKCategoryValueSeverity`.
    public static let bloating = known("Bloating")
    /// Breast pain: one of `HKCategoryValueSeverity`.
    public static let breastPain = known("BreastPain")
    /// Cervical mucus quality: one of `HKCategoryValueCervicalMucusQuality`.
    public static let cervicalMucusQuality = known("CervicalMucusQuality")
    /// Chest tightness or pain: one of `HKCategoryValueSeverity`.
    public static let chestTightnessOrPain = known("ChestTightnessOrPain")
    /// Chills: one of `HKCategoryValueSeverity`.
    public static let chills = known("Chills")
    /// Constipation: one of `HKCategoryValueSeverity`.
    public static let constipation = known("Constipation")
    /// Contraceptive: one of `HKCategoryValueContraceptive`.
    public static let contraceptive = known("Contraceptive")
    /// Coughing: one of `HKCategoryValueSeverity`.
    public static let coughing = known("Coughing")
    /// Diarrhea: one of `HKCategoryValueSeverity`.
    public static let diarrhea = known("Diarrhea")
    /// Dizziness: one of `HKCategoryValueSeverity`.
    public static let dizziness = known("Dizziness")
    /// Dry skin: one of `HKCategoryValueSeverity`.
    public static let drySkin = known("DrySkin")
    /// Environmental audio exposure event: one of `HKCategoryValueEnvironmentalAudioExposureEvent`.
    public static let environmentalAudioExposureEvent = known("AudioExposureEvent")
    /// Fainting: one of `HKCategoryValueSeverity`.
    public static let fainting = known("Fainting")
    /// Fatigue: one of `HKCategoryValueSeverity`.
    public static let fatigue = known("Fatigue")
    /// Fever: one of `HKCategoryValueSeverity`.
    public static let fever = known("Fever")
    /// Generalized body ache: one of `HKCategoryValueSeverity`.
    public static let generalizedBodyAche = known("GeneralizedBodyAche")
    /// Hair loss: one of `HKCategoryValueSeverity`.
    public static let hairLoss = known("HairLoss")
    /// Handwashing event: one of `HKCategoryValue`.
    public static let handwashingEvent = known("HandwashingEvent")
    /// Headache: one of `HKCategoryValueSeverity`.
    public static let headache = known("Headache")
    /// Headphone audio exposure event: one of `HKCategoryValueHeadphoneAudioExposureEvent`.
    public static let headphoneAudioExposureEvent = known("HeadphoneAudioExposureEvent")
    /// Heartburn: one of `HKCategoryValueSeverity`.
    public static let heartburn = known("Heartburn")
    /// High heart rate event: one of `HKCategoryValue`.
    public static let highHeartRateEvent = known("HighHeartRateEvent")
    /// Hot flashes: one of `HKCategoryValueSeverity`.
    public static let hotFlashes = known("HotFlashes")
    /// Hypertension event: one of `HKCategoryValue`.
    public static let hypertensionEvent = known("HypertensionEvent")
    /// Infrequent menstrual cycles: one of `HKCategoryValue`.
    public static let infrequentMenstrualCycles = known("InfrequentMenstrualCycles")
    /// Intermenstrual bleeding: one of `HKCategoryValue`.
    public static let intermenstrualBleeding = known("IntermenstrualBleeding")
    /// Irregular heart rhythm event: one of `HKCategoryValue`.
    public static let irregularHeartRhythmEvent = known("IrregularHeartRhythmEvent")
    /// Irregular menstrual cycles: one of `HKCategoryValue`.
    public static let irregularMenstrualCycles = known("IrregularMenstrualCycles")
    /// Lactation: one of `HKCategoryValue`.
    public static let lactation = known("Lactation")
    /// Loss of smell: one of `HKCategoryValueSeverity`.
    public static let lossOfSmell = known("LossOfSmell")
    /// Loss of taste: one of `HKCategoryValueSeverity`.
    public static let lossOfTaste = known("LossOfTaste")
    /// Low cardio fitness event: one of `HKCategoryValueLowCardioFitnessEvent`.
    public static let lowCardioFitnessEvent = known("LowCardioFitnessEvent")
    /// Low heart rate event: one of `HKCategoryValue`.
    public static let lowHeartRateEvent = known("LowHeartRateEvent")
    /// Lower back pain: one of `HKCategoryValueSeverity`.
    public static let lowerBackPain = known("LowerBackPain")
    /// Memory lapse: one of `HKCategoryValueSeverity`.
    public static let memoryLapse = known("MemoryLapse")
    /// Menopausal state: numbers that are not published.
    public static let menopausalState = known("MenopausalState")
    /// Menstrual flow: one of `HKCategoryValueVaginalBleeding`.
    public static let menstrualFlow = known("MenstrualFlow")
    /// Mindful session: one of `HKCategoryValue`.
    public static let mindfulSession = known("MindfulSession")
    /// Mood changes: one of `HKCategoryValuePresence`.
    public static let moodChanges = known("MoodChanges")
    /// Nausea: one of `HKCategoryValueSeverity`.
    public static let nausea = known("Nausea")
    /// Night sweats: one of `HKCategoryValueSeverity`.
    public static let nightSweats = known("NightSweats")
    /// Ovulation test result: one of `HKCategoryValueOvulationTestResult`.
    public static let ovulationTestResult = known("OvulationTestResult")
    /// Pelvic pain: one of `HKCategoryValueSeverity`.
    public static let pelvicPain = known("PelvicPain")
    /// Persistent intermenstrual bleeding: one of `HKCategoryValue`.
    public static let persistentIntermenstrualBleeding = known("PersistentIntermenstrualBleeding")
    /// Pregnancy: one of `HKCategoryValue`.
    public static let pregnancy = known("Pregnancy")
    /// Pregnancy test result: one of `HKCategoryValuePregnancyTestResult`.
    public static let pregnancyTestResult = known("PregnancyTestResult")
    /// Progesterone test result: one of `HKCategoryValueProgesteroneTestResult`.
    public static let progesteroneTestResult = known("ProgesteroneTestResult")
    /// Prolonged menstrual periods: one of `HKCategoryValue`.
    public static let prolongedMenstrualPeriods = known("ProlongedMenstrualPeriods")
    /// Rapid pounding or fluttering heartbeat: one of `HKCategoryValueSeverity`.
    public static let rapidPoundingOrFlutteringHeartbeat = known("RapidPoundingOrFlutteringHeartbeat")
    /// Runny nose: one of `HKCategoryValueSeverity`.
    public static let runnyNose = known("RunnyNose")
    /// Sexual activity: one of `HKCategoryValue`.
    public static let sexualActivity = known("SexualActivity")
    /// Shortness of breath: one of `HKCategoryValueSeverity`.
    public static let shortnessOfBreath = known("ShortnessOfBreath")
    /// Sinus congestion: one of `HKCategoryValueSeverity`.
    public static let sinusCongestion = known("SinusCongestion")
    /// Skipped heartbeat: one of `HKCategoryValueSeverity`.
    public static let skippedHeartbeat = known("SkippedHeartbeat")
    /// Sleep analysis: one of `HKCategoryValueSleepAnalysis`.
    public static let sleepAnalysis = known("SleepAnalysis")
    /// Sleep apnea event: one of `HKCategoryValue`.
    public static let sleepApneaEvent = known("SleepApneaEvent")
    /// Sleep changes: one of `HKCategoryValuePresence`.
    public static let sleepChanges = known("SleepChanges")
    /// Sore throat: one of `HKCategoryValueSeverity`.
    public static let soreThroat = known("SoreThroat")
    /// Toothbrushing event: one of `HKCategoryValue`.
    public static let toothbrushingEvent = known("ToothbrushingEvent")
    /// Vaginal dryness: one of `HKCategoryValueSeverity`.
    public static let vaginalDryness = known("VaginalDryness")
    /// Vomiting: one of `HKCategoryValueSeverity`.
    public static let vomiting = known("Vomiting")
    /// Wheezing: one of `HKCategoryValueSeverity`.
    public static let wheezing = known("Wheezing")
}
