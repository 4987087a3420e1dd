"""Names of types: HealthKit's identifiers, and the short names of `hearth types`, which are those of Swift."""

from __future__ import annotations

from functools import cache

from ..errors import ErrorCode, RequestError
from ..nearest import nearest, question
from ..type_table import IDENTIFIERS
from .identifiers import check_text
from .short_names import short_name

#: What people call types: those of the command line.
_SYNONYMS = {
    "alcohol": ["numberOfAlcoholicBeverages"],
    "anxiety": ["stateOfMind"],
    "beer": ["numberOfAlcoholicBeverages"],
    "bmi": ["bodyMassIndex"],
    "bp": ["bloodPressure"],
    "bpm": ["heartRate"],
    "breathing": ["respiratoryRate"],
    "calorie": ["activeEnergyBurned", "dietaryEnergyConsumed"],
    "carb": ["dietaryCarbohydrates"],
    "coffee": ["dietaryCaffeine"],
    "cycling": ["distanceCycling", "workout"],
    "diastolic": ["bloodPressureDiastolic"],
    "distance": ["distanceWalkingRunning", "distanceCycling", "distanceSwimming"],
    "drink": ["dietaryWater", "numberOfAlcoholicBeverages"],
    "emotion": ["stateOfMind"],
    "exercise": ["workout", "appleExerciseTime"],
    "feeling": ["stateOfMind"],
    "hr": ["heartRate"],
    "hrv": ["heartRateVariabilitySDNN"],
    "meditation": ["mindfulSession"],
    "mood": ["stateOfMind"],
    "oxygen": ["oxygenSaturation"],
    "period": ["menstrualFlow"],
    "pulse": ["heartRate"],
    "run": ["workout", "distanceWalkingRunning"],
    "running": ["workout", "distanceWalkingRunning"],
    "sleep": ["sleepAnalysis"],
    "spo2": ["oxygenSaturation"],
    "sugar": ["bloodGlucose", "dietarySugar"],
    "systolic": ["bloodPressureSystolic"],
    "temperature": ["bodyTemperature"],
    "walk": ["stepCount", "distanceWalkingRunning"],
    "weight": ["bodyMass"],
    "wine": ["numberOfAlcoholicBeverages"],
}

#: What does not change of a person from day to day, by its short name. Without samples, but it is decided who reads it.
CHARACTERISTICS = {
    name[0].lower() + name[1:]: f"HKCharacteristicTypeIdentifier{name}"
    for name in (
        "ActivityMoveMode",
        "BiologicalSex",
        "BloodType",
        "DateOfBirth",
        "FitzpatrickSkinType",
        "WheelchairUse",
    )
}
_CHARACTERISTICS_LOWER = {name.lower(): identifier for name, identifier in CHARACTERISTICS.items()}


def type_identifier(name: str, field: str = "type") -> str:
    """The identifier of a type: `heartRate` is `HKQuantityTypeIdentifierHeartRate`.

    An identifier stays as it is, known here or not: a later server may have more types. Raises `RequestError` with the
    names that are nearest to one that no type has.
    """
    check_text(name, field)
    # "" is every type, where that is allowed.
    if not name or name.startswith("HK"):
        return name
    by_name = _by_short_name()
    identifier = by_name.get(name) or by_name.get(name.lower())
    if identifier is not None:
        return identifier
    raise _unknown(name, suggestions(name), field)


def decided_identifier(name: str, field: str = "type") -> str:
    """The identifier of a type that access is decided for: one with samples, or a characteristic as `dateOfBirth`."""
    check_text(name, field)
    characteristic = _CHARACTERISTICS_LOWER.get(name.lower())
    if characteristic is not None:
        return characteristic
    try:
        return type_identifier(name, field)
    except RequestError as error:
        if error.code != ErrorCode.UNKNOWN_TYPE:
            raise
    raise _unknown(name, nearest(name, [*map(short_name, IDENTIFIERS), *CHARACTERISTICS], _SYNONYMS), field)


def suggestions(name: str) -> list[str]:
    """The short names nearest to one that no type has."""
    return nearest(name, map(short_name, IDENTIFIERS), _SYNONYMS)


def _unknown(name: str, near: list[str], field: str) -> RequestError:
    text = f"{name!r} is not a type.{question(near)} 'hearth types' lists them all."
    return RequestError(ErrorCode.UNKNOWN_TYPE, text, field)


@cache
def _by_short_name() -> dict[str, str]:
    """By the names as they are written, and in lower case."""
    # HealthKit has two names for one of its types.
    names = {"environmentalAudioExposureEvent": "HKCategoryTypeIdentifierAudioExposureEvent"}
    names |= {short_name(identifier): identifier for identifier in IDENTIFIERS}
    return {name.lower(): identifier for name, identifier in names.items()} | names
