"""Registrations for background delivery that are wrong, and what an app says of how it is started."""

from __future__ import annotations

from typing import Sequence

from cases.case import Case, Fields, client, refuse
from cases.samples import BLOOD_PRESSURE, HEART_RATE, SLEEP


def background(*enable: Fields, **fields: object) -> Fields:
    return client({"background_delivery": {"enable": list(enable), **fields}})


def refuse_background(name: str, error: str, field: str, why: str, fields: Fields) -> Case:
    return refuse(f"background-{name}", error, f"background_delivery.{field}", why, fields)


def refuse_launch(name: str, error: str, field: str, why: str, **fields: object) -> Case:
    return refuse_background(f"launch-{name}", error, f"launch.{field}", why, background(HOURLY, launch=fields))


HOURLY: Fields = {"type": HEART_RATE, "frequency": 2}

REGISTRATIONS: Sequence[Case] = (
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

LAUNCHES: Sequence[Case] = (
    refuse_launch("missing", "INVALID_ARGUMENT", "command", "neither a command nor a unit"),
    refuse_launch("limit-alone", "INVALID_ARGUMENT", "command", "how long, but not what", time_limit_seconds=30),
    refuse_launch("relative", "INVALID_ARGUMENT", "command", "a program without its path", command=["run", "--now"]),
    refuse_launch("program-empty", "INVALID_ARGUMENT", "command", "an empty program", command=["", "--now"]),
    refuse_launch(
        "words", "LIMIT_EXCEEDED", "command", "65 words of a command", command=["/usr/bin/run", *["--more"] * 64]
    ),
    refuse_launch(
        "word-nul", "MALFORMED_TEXT", "command[1]", "NUL in an argument", command=["/usr/bin/run", "--to\0day"]
    ),
    refuse_launch(
        "word-too-long", "LIMIT_EXCEEDED", "command[1]", "a string of 4,097 bytes", command=["/usr/bin/run", "a" * 4097]
    ),
    refuse_launch(
        "folder-relative",
        "INVALID_ARGUMENT",
        "working_directory",
        "a folder without its path",
        command=["/usr/bin/run"],
        working_directory="data",
    ),
    refuse_launch(
        "both",
        "INVALID_ARGUMENT",
        "systemd_unit",
        "a command and a unit",
        command=["/usr/bin/run"],
        systemd_unit="run.service",
    ),
    refuse_launch(
        "unit-folder",
        "INVALID_ARGUMENT",
        "systemd_unit",
        "a unit begins in the folder that it says itself",
        working_directory="/",
        systemd_unit="run.service",
    ),
    refuse_launch(
        "unit-option", "INVALID_ARGUMENT", "systemd_unit", "an option instead of a unit", systemd_unit="--host=example"
    ),
    refuse_launch(
        "unit-path",
        "INVALID_ARGUMENT",
        "systemd_unit",
        "a path instead of a unit's name",
        systemd_unit="/tmp/run.service",
    ),
    refuse_launch(
        "unit-option-accent",
        "INVALID_ARGUMENT",
        "systemd_unit",
        "an accent after it makes no other character of the hyphen",
        systemd_unit="-\u0301H",
    ),
    refuse_launch(
        "unit-path-accent",
        "INVALID_ARGUMENT",
        "systemd_unit",
        "an accent after it makes no other character of the slash",
        systemd_unit="tmp/\u0301run.service",
    ),
    refuse_launch(
        "limit",
        "VALUE_OUT_OF_RANGE",
        "time_limit_seconds",
        "a second more than an hour",
        command=["/usr/bin/run"],
        time_limit_seconds=3601,
    ),
)

CASES: Sequence[Case] = (*REGISTRATIONS, *LAUNCHES)
