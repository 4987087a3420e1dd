"""The enums of the values of samples."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .. import enums
from ..errors import ErrorCode, RequestError
from ..nearest import joined, nearest, question

if TYPE_CHECKING:
    from .columns import Array

EnumType: TypeAlias = type[IntEnum]
#: Values of an enum: its members, and as integers those that it does not have.
Members: TypeAlias = list[IntEnum | int]

#: What people call activities.
_SYNONYMS = {
    "bike": ["cycling"],
    "biking": ["cycling"],
    "crossfit": ["functionalStrengthTraining", "highIntensityIntervalTraining"],
    "football": ["soccer", "americanFootball"],
    "gym": ["traditionalStrengthTraining", "functionalStrengthTraining"],
    "hike": ["hiking"],
    "hiit": ["highIntensityIntervalTraining"],
    "jog": ["running"],
    "jogging": ["running"],
    "run": ["running"],
    "skating": ["skatingSports"],
    "skiing": ["crossCountrySkiing", "downhillSkiing"],
    "spinning": ["cycling"],
    "swim": ["swimming"],
    "treadmill": ["running", "walking"],
    "walk": ["walking"],
    "weightlifting": ["traditionalStrengthTraining"],
}
#: An error lists the members of enums up to this size.
_LISTED_MAX = 12
_SYMPTOMS = """
    AbdominalCramps Acne BladderIncontinence Bloating BreastPain ChestTightnessOrPain Chills Constipation Coughing
    Diarrhea Dizziness DrySkin Fainting Fatigue Fever GeneralizedBodyAche HairLoss Headache Heartburn HotFlashes
    LossOfSmell LossOfTaste LowerBackPain MemoryLapse Nausea NightSweats PelvicPain RapidPoundingOrFlutteringHeartbeat
    RunnyNose ShortnessOfBreath SinusCongestion SkippedHeartbeat SoreThroat VaginalDryness Vomiting Wheezing
"""
_WITHOUT_VALUES = """
    HandwashingEvent HighHeartRateEvent HypertensionEvent InfrequentMenstrualCycles IntermenstrualBleeding
    IrregularHeartRhythmEvent IrregularMenstrualCycles Lactation LowHeartRateEvent MindfulSession
    PersistentIntermenstrualBleeding Pregnancy ProlongedMenstrualPeriods SexualActivity SleepApneaEvent
    ToothbrushingEvent
"""
_BY_TYPE: dict[str, EnumType] = {
    **dict.fromkeys(_SYMPTOMS.split(), enums.Severity),
    **dict.fromkeys(_WITHOUT_VALUES.split(), enums.NotApplicable),
    "AppetiteChanges": enums.AppetiteChanges,
    "AppleStandHour": enums.AppleStandHour,
    "AppleWalkingSteadinessEvent": enums.AppleWalkingSteadinessEvent,
    "AudioExposureEvent": enums.EnvironmentalAudioExposureEvent,
    "BleedingAfterMenopause": enums.VaginalBleeding,
    "BleedingAfterPregnancy": enums.VaginalBleeding,
    "BleedingDuringPregnancy": enums.VaginalBleeding,
    "CervicalMucusQuality": enums.CervicalMucusQuality,
    "Contraceptive": enums.Contraceptive,
    "HeadphoneAudioExposureEvent": enums.HeadphoneAudioExposureEvent,
    "LowCardioFitnessEvent": enums.LowCardioFitnessEvent,
    "MenstrualFlow": enums.VaginalBleeding,
    "MoodChanges": enums.Presence,
    "OvulationTestResult": enums.OvulationTestResult,
    "PregnancyTestResult": enums.PregnancyTestResult,
    "ProgesteroneTestResult": enums.ProgesteroneTestResult,
    "SleepAnalysis": enums.SleepAnalysis,
    "SleepChanges": enums.Presence,
}


def enum_of_category(type: str) -> EnumType | None:
    """The enum of a category type, by its identifier; None: not known here."""
    return _BY_TYPE.get(type.removeprefix("HKCategoryTypeIdentifier"))


def members(enum: EnumType | None, values: Array) -> Members:
    """The members with these values."""
    known: dict[Any, Any] = {} if enum is None else enum._value2member_map_
    return [known.get(value, value) for value in values.tolist()]


def numbers_of_names(values: Any, enum: EnumType | None, field: str) -> Any:
    """The values with each name replaced by its number. No error repeats a name: it is a health value."""
    # A list stays one, as numpy makes texts of the numbers next to texts.
    elements = values
    if not isinstance(values, list | tuple):
        array = np.asarray(values)
        if array.ndim != 1 or array.dtype.kind not in "OUT":
            return values
        elements = array.tolist()
    if not any(isinstance(value, str) for value in elements):
        return values
    return [
        number_of_name(value, enum, f"{field}[{row}]") if isinstance(value, str) else value
        for row, value in enumerate(elements)
    ]


def number_of_name(name: str, enum: EnumType | None, field: str) -> int:
    """The number of a member, by its name in any case."""
    if enum is None:
        text = "The names of this type's values are not known: write numbers."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, field)
    member = enum.__members__.get(name, _in_lower_case(enum).get(name.lower()))
    if member is None:
        text = f"This is not the name of a member of hearth.enums.{enum.__name__}.{_hint(name, enum)}"
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, field)
    return int(member)


def _hint(name: str, enum: EnumType) -> str:
    """All members of a short enum, and those of a long one with a name near to the wrong one."""
    known = list(enum.__members__)
    if len(known) <= _LISTED_MAX:
        return f" Its members are {joined(known, 'and')}."
    lists = "'hearth types workout'" if enum is enums.WorkoutActivityType else f"hearth.enums.{enum.__name__}"
    return question(nearest(name, known, _SYNONYMS)) or f" {lists} lists them."


@cache
def _in_lower_case(enum: EnumType) -> dict[str, IntEnum]:
    return {name.lower(): member for name, member in enum.__members__.items()}


def codes_and_names(enum: EnumType, values: Array) -> tuple[Array, list[str]]:
    """The values as indexes into a list of names. A number that the enum does not have is its own name."""
    numbers, codes = np.unique(values, return_inverse=True)
    names = {int(member): member.name for member in enum}
    found = [int(number) for number in numbers]
    # The order is that of the numbers; every name is there, whether it occurs or not.
    all_numbers = sorted({*names, *found})
    places = np.searchsorted(all_numbers, numbers).astype(np.min_scalar_type(-len(all_numbers) - 1))
    return places[codes], [names.get(number, str(number)) for number in all_numbers]
