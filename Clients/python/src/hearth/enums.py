"""HealthKit's enums: the values of category types, the activities of workouts, and the characteristics of a person.

Members are named as HealthKit and `hearth types` name them, and are integers: `SleepAnalysis.asleepREM == 5`. Where one
number has two names, the second is an alias of the first.
"""

from __future__ import annotations

from enum import IntEnum


class AppetiteChanges(IntEnum):
    """Values of `HKCategoryTypeIdentifierAppetiteChanges`."""

    unspecified = 0
    noChange = 1
    decreased = 2
    increased = 3


class AppleStandHour(IntEnum):
    """Values of `HKCategoryTypeIdentifierAppleStandHour`."""

    stood = 0
    idle = 1


class AppleWalkingSteadinessEvent(IntEnum):
    """Values of `HKCategoryTypeIdentifierAppleWalkingSteadinessEvent`."""

    initialLow = 1
    initialVeryLow = 2
    repeatLow = 3
    repeatVeryLow = 4


class AudiogramConductionType(IntEnum):
    """How a tone came to the ear: `conduction_types` of an audiogram."""

    air = 0


class AudiogramSide(IntEnum):
    """Which ear heard a tone: `ears` of an audiogram."""

    left = 0
    right = 1


class CervicalMucusQuality(IntEnum):
    """Values of `HKCategoryTypeIdentifierCervicalMucusQuality`."""

    dry = 1
    sticky = 2
    creamy = 3
    watery = 4
    eggWhite = 5


class Contraceptive(IntEnum):
    """Values of `HKCategoryTypeIdentifierContraceptive`."""

    unspecified = 1
    implant = 2
    injection = 3
    intrauterineDevice = 4
    intravaginalRing = 5
    oral = 6
    patch = 7


class ElectrocardiogramClassification(IntEnum):
    """What an electrocardiogram shows: `classification` of its values."""

    notSet = 0
    sinusRhythm = 1
    atrialFibrillation = 2
    inconclusiveLowHeartRate = 3
    inconclusiveHighHeartRate = 4
    inconclusivePoorReading = 5
    inconclusiveOther = 6
    unrecognized = 100


class ElectrocardiogramSymptomsStatus(IntEnum):
    """Whether a person had symptoms: `symptoms_status` of the values of an electrocardiogram."""

    notSet = 0
    none = 1
    present = 2


class EnvironmentalAudioExposureEvent(IntEnum):
    """Values of `HKCategoryTypeIdentifierAudioExposureEvent`."""

    momentaryLimit = 1


class HeadphoneAudioExposureEvent(IntEnum):
    """Values of `HKCategoryTypeIdentifierHeadphoneAudioExposureEvent`."""

    sevenDayLimit = 1


class LowCardioFitnessEvent(IntEnum):
    """Values of `HKCategoryTypeIdentifierLowCardioFitnessEvent`."""

    lowFitness = 1


class MedicationLogStatus(IntEnum):
    """What became of a dose: `log_status` of a dose event."""

    notInteracted = 1
    notificationNotSent = 2
    snoozed = 3
    taken = 4
    skipped = 5
    notLogged = 6


class MedicationScheduleType(IntEnum):
    """Why a dose was due: `schedule_type` of a dose event."""

    asNeeded = 1
    schedule = 2


class NotApplicable(IntEnum):
    """Of categories whose samples have no value but their time."""

    notApplicable = 0


class OvulationTestResult(IntEnum):
    """Values of `HKCategoryTypeIdentifierOvulationTestResult`."""

    negative = 1
    luteinizingHormoneSurge = 2
    positive = 2
    indeterminate = 3
    estrogenSurge = 4


class PregnancyTestResult(IntEnum):
    """Values of `HKCategoryTypeIdentifierPregnancyTestResult`."""

    negative = 1
    positive = 2
    indeterminate = 3


class Presence(IntEnum):
    """Of changes that are there or not."""

    present = 0
    notPresent = 1


#: Where the base of a prism is: `right_prism_bases` and `left_prism_bases` of a prescription. The name of a member is a
#: keyword: `PrismBase["in"]`.
PrismBase = IntEnum("PrismBase", {"none": 0, "up": 1, "down": 2, "in": 3, "out": 4})


class ProgesteroneTestResult(IntEnum):
    """Values of `HKCategoryTypeIdentifierProgesteroneTestResult`."""

    negative = 1
    positive = 2
    indeterminate = 3


class Severity(IntEnum):
    """Of symptoms."""

    unspecified = 0
    notPresent = 1
    mild = 2
    moderate = 3
    severe = 4


class SleepAnalysis(IntEnum):
    """Phases of sleep, and the time in bed."""

    inBed = 0
    asleepUnspecified = 1
    asleep = 1
    awake = 2
    asleepCore = 3
    asleepDeep = 4
    asleepREM = 5


class VaginalBleeding(IntEnum):
    """Also of the menstrual flow."""

    unspecified = 1
    light = 2
    medium = 3
    heavy = 4
    none = 5


class StateOfMindAssociation(IntEnum):
    """What a state of mind is about: `associations` of its values."""

    community = 1
    currentEvents = 2
    dating = 3
    education = 4
    family = 5
    fitness = 6
    friends = 7
    health = 8
    hobbies = 9
    identity = 10
    money = 11
    partner = 12
    selfCare = 13
    spirituality = 14
    tasks = 15
    travel = 16
    work = 17
    weather = 18


class StateOfMindKind(IntEnum):
    """Whether it is of a moment or of a day: `mind_kind` of a state of mind."""

    momentaryEmotion = 1
    dailyMood = 2


class StateOfMindLabel(IntEnum):
    """What a person felt: `labels` of a state of mind."""

    amazed = 1
    amused = 2
    angry = 3
    anxious = 4
    ashamed = 5
    brave = 6
    calm = 7
    content = 8
    disappointed = 9
    discouraged = 10
    disgusted = 11
    embarrassed = 12
    excited = 13
    frustrated = 14
    grateful = 15
    guilty = 16
    happy = 17
    hopeless = 18
    irritated = 19
    jealous = 20
    joyful = 21
    lonely = 22
    passionate = 23
    peaceful = 24
    proud = 25
    relieved = 26
    sad = 27
    scared = 28
    stressed = 29
    surprised = 30
    worried = 31
    annoyed = 32
    confident = 33
    drained = 34
    hopeful = 35
    indifferent = 36
    overwhelmed = 37
    satisfied = 38


class VisionPrescriptionType(IntEnum):
    """What is prescribed: `prescription_type` of a prescription."""

    glasses = 1
    contacts = 2


class WorkoutActivityType(IntEnum):
    """What a workout consists of."""

    americanFootball = 1
    archery = 2
    australianFootball = 3
    badminton = 4
    baseball = 5
    basketball = 6
    bowling = 7
    boxing = 8
    climbing = 9
    cricket = 10
    crossTraining = 11
    curling = 12
    cycling = 13
    dance = 14
    danceInspiredTraining = 15
    elliptical = 16
    equestrianSports = 17
    fencing = 18
    fishing = 19
    functionalStrengthTraining = 20
    golf = 21
    gymnastics = 22
    handball = 23
    hiking = 24
    hockey = 25
    hunting = 26
    lacrosse = 27
    martialArts = 28
    mindAndBody = 29
    mixedMetabolicCardioTraining = 30
    paddleSports = 31
    play = 32
    preparationAndRecovery = 33
    racquetball = 34
    rowing = 35
    rugby = 36
    running = 37
    sailing = 38
    skatingSports = 39
    snowSports = 40
    soccer = 41
    softball = 42
    squash = 43
    stairClimbing = 44
    surfingSports = 45
    swimming = 46
    tableTennis = 47
    tennis = 48
    trackAndField = 49
    traditionalStrengthTraining = 50
    volleyball = 51
    walking = 52
    waterFitness = 53
    waterPolo = 54
    waterSports = 55
    wrestling = 56
    yoga = 57
    barre = 58
    coreTraining = 59
    crossCountrySkiing = 60
    downhillSkiing = 61
    flexibility = 62
    highIntensityIntervalTraining = 63
    jumpRope = 64
    kickboxing = 65
    pilates = 66
    snowboarding = 67
    stairs = 68
    stepTraining = 69
    wheelchairWalkPace = 70
    wheelchairRunPace = 71
    taiChi = 72
    mixedCardio = 73
    handCycling = 74
    discSports = 75
    fitnessGaming = 76
    cardioDance = 77
    socialDance = 78
    pickleball = 79
    cooldown = 80
    swimBikeRun = 82
    transition = 83
    underwaterDiving = 84
    other = 3000


class WorkoutEventType(IntEnum):
    """What an event of a workout is."""

    pause = 1
    resume = 2
    lap = 3
    marker = 4
    motionPaused = 5
    motionResumed = 6
    segment = 7
    pauseOrResumeRequest = 8


class BiologicalSex(IntEnum):
    """A characteristic. What is not set is None."""

    female = 1
    male = 2
    other = 3


class BloodType(IntEnum):
    """A characteristic. What is not set is None."""

    aPositive = 1
    aNegative = 2
    bPositive = 3
    bNegative = 4
    abPositive = 5
    abNegative = 6
    oPositive = 7
    oNegative = 8


class FitzpatrickSkinType(IntEnum):
    """A characteristic. What is not set is None."""

    I = 1
    II = 2
    III = 3
    IV = 4
    V = 5
    VI = 6


class WheelchairUse(IntEnum):
    """A characteristic. What is not set is None."""

    no = 1
    yes = 2


class ActivityMoveMode(IntEnum):
    """A characteristic. What is not set is None."""

    activeEnergy = 1
    appleMoveTime = 2


class Permission(IntEnum):
    """Whether an app may save samples of a type."""

    #: The owner has not decided, and the app has to ask.
    UNDETERMINED = 1
    ALLOWED = 2
    DENIED = 3


class UpdateFrequency(IntEnum):
    """How often an app is told of changes at most."""

    IMMEDIATE = 1
    HOURLY = 2
    DAILY = 3
    WEEKLY = 4
