/// HealthKit's enumerations of category values. Where two names share a number, the first is the current one.
extension CategoryValueSet {
    static let notApplicable = CategoryValueSet("HKCategoryValue", [0: "notApplicable"])
    static let appetiteChanges = CategoryValueSet(
        "HKCategoryValueAppetiteChanges",
        [0: "unspecified", 1: "noChange", 2: "decreased", 3: "increased"]
    )
    static let appleStandHour = CategoryValueSet("HKCategoryValueAppleStandHour", [0: "stood", 1: "idle"])
    static let appleWalkingSteadinessEvent = CategoryValueSet(
        "HKCategoryValueAppleWalkingSteadinessEvent",
        [1: "initialLow", 2: "initialVeryLow", 3: "repeatLow", 4: "repeatVeryLow"]
    )
    static let cervicalMucusQuality = CategoryValueSet(
        "HKCategoryValueCervicalMucusQuality",
        [1: "dry", 2: "sticky", 3: "creamy", 4: "watery", 5: "eggWhite"]
    )
    static let contraceptive = CategoryValueSet(
        "HKCategoryValueContraceptive",
        [
            1: "unspecified",
            2: "implant",
            3: "injection",
            4: "intrauterineDevice",
            5: "intravaginalRing",
            6: "oral",
            7: "patch",
        ]
    )
    static let environmentalAudioExposureEvent = CategoryValueSet(
        "HKCategoryValueEnvironmentalAudioExposureEvent",
        [1: "momentaryLimit"]
    )
    static let headphoneAudioExposureEvent = CategoryValueSet(
        "HKCategoryValueHeadphoneAudioExposureEvent",
        [1: "sevenDayLimit"]
    )
    static let lowCardioFitnessEvent = CategoryValueSet("HKCategoryValueLowCardioFitnessEvent", [1: "lowFitness"])
    // menopause, perimenopause, none: their numbers are not published (iOS 27).
    static let menopausalState = CategoryValueSet(unpublished: "HKCategoryValueMenopausalState")
    static let ovulationTestResult = CategoryValueSet(
        "HKCategoryValueOvulationTestResult",
        [1: "negative", 2: "luteinizingHormoneSurge", 2: "positive", 3: "indeterminate", 4: "estrogenSurge"]
    )
    static let pregnancyTestResult = CategoryValueSet(
        "HKCategoryValuePregnancyTestResult",
        [1: "negative", 2: "positive", 3: "indeterminate"]
    )
    static let presence = CategoryValueSet("HKCategoryValuePresence", [0: "present", 1: "notPresent"])
    static let progesteroneTestResult = CategoryValueSet(
        "HKCategoryValueProgesteroneTestResult",
        [1: "negative", 2: "positive", 3: "indeterminate"]
    )
    static let severity = CategoryValueSet(
        "HKCategoryValueSeverity",
        [0: "unspecified", 1: "notPresent", 2: "mild", 3: "moderate", 4: "severe"]
    )
    static let sleepAnalysis = CategoryValueSet(
        "HKCategoryValueSleepAnalysis",
        [0: "inBed", 1: "asleepUnspecified", 1: "asleep", 2: "awake", 3: "asleepCore", 4: "asleepDeep", 5: "asleepREM"]
    )
    static let vaginalBleeding = CategoryValueSet(
        "HKCategoryValueVaginalBleeding",
        [1: "unspecified", 2: "light", 3: "medium", 4: "heavy", 5: "none"]
    )
}
