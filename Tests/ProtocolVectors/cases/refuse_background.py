"""Registrations for background delivery that are wrong."""

from __future__ import annotations

from typing import Sequence

from cases.case import Case, Fields, client, refuse
from cases.samples import HEART_RATE, SLEEP


def background(*enable: Fields, **fields: object) -> Fields:
    return client({"background_delivery": {"enable": list(enable), **fields}})


def refuse_background(name: str, error: str, field: str, why: str, fields: Fields) -> Case:
    return refuse(f"background-{name}", error, f"background_delivery.{field}", why, fields)


HOURLY: Fields = {"type": HEART_RATE, "frequency": 2}
BLOOD_PRESSURE = "HKCorrelationTypeIdentifierBloodPressure"

CASES: Sequence[Case] = (
    refuse_background(
        "frequency-missing",
        "VALUE_OUT_OF_RANGE",
        "enable[0].frequency",
        "the frequency is required",
        background({"type": HEART_RATE}),
    ),
    refuse_background(
        "frequency-unknown",
        "VALUE_OUT_OF_RANGE",
        "enable[1].frequency",
        "HKUpdateFrequency ends at 4",
        background({"type": SLEEP, "frequency": 4}, {"type": HEART_RATE, "frequency": 5}),
    ),
    refuse_background(
        "type-missing", "UNKNOWN_TYPE", "enable[0].type", "the type is required", background({"frequency": 1})
    ),
    refuse_background(
        "type-unknown",
        "UNKNOWN_TYPE",
        "enable[0].type",
        "no such type",
        background({"type": "HKNonsense", "frequency": 1}),
    ),
    refuse_background(
        "type-nul",
        "MALFORMED_TEXT",
        "enable[0].type",
        "NUL in the type",
        background({"type": HEART_RATE + "\0", "frequency": 1}),
    ),
    refuse_background(
        "type-characteristic",
        "UNKNOWN_TYPE",
        "enable[0].type",
        "a type without samples",
        background({"type": "HKCharacteristicTypeIdentifierBloodType", "frequency": 1}),
    ),
    refuse_background(
        "type-correlation",
        "INVALID_ARGUMENT",
        "enable[0].type",
        "a correlation type",
        background({"type": BLOOD_PRESSURE, "frequency": 1}),
    ),
    refuse_background(
        "type-twice", "INVALID_ARGUMENT", "enable[1].type", "one type twice", background(HOURLY, HOURLY)
    ),
    refuse_background(
        "type-both",
        "INVALID_ARGUMENT",
        "disable[1]",
        "one type to set and to clear",
        background(HOURLY, disable=[SLEEP, HEART_RATE]),
    ),
    refuse_background("disable-empty", "UNKNOWN_TYPE", "disable[0]", "an empty type", background(disable=[""])),
    refuse_background(
        "disable-unknown", "UNKNOWN_TYPE", "disable[1]", "no such type", background(disable=[SLEEP, "HKNonsense"])
    ),
    refuse_background(
        "disable-correlation",
        "INVALID_ARGUMENT",
        "disable[0]",
        "a correlation type",
        background(disable=[BLOOD_PRESSURE]),
    ),
    refuse_background(
        "disable-twice", "INVALID_ARGUMENT", "disable[1]", "one type twice", background(disable=[SLEEP, SLEEP])
    ),
)
