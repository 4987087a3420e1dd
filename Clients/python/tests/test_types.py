"""Names of types, and the enums of their values, are those of the command line."""

from __future__ import annotations

import json
import re
import subprocess
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from hearth.type_table import IDENTIFIERS

import hearth
import vector_files
from hearth import ErrorCode, enums, predicates
from hearth.samples.category_enums import enum_of_category
from hearth.samples.short_names import short_name
from hearth.samples.type_names import _SYNONYMS, CHARACTERISTICS, decided_identifier, suggestions, type_identifier
from server import PROGRAM, Server

AT = [np.datetime64("2026-11-21", "ns")]
LISTED: list[dict[str, Any]] = [
    json.loads(line) for line in subprocess.check_output([PROGRAM, "types", "--json"], text=True).splitlines()
]


def test_every_name_of_the_command_line_is_taken() -> None:
    assert sorted(IDENTIFIERS) == sorted(row["identifier"] for row in LISTED)
    for row in LISTED:
        assert type_identifier(row["type"]) == row["identifier"]
        assert type_identifier(row["type"].upper()) == row["identifier"]
        assert type_identifier(row["identifier"]) == row["identifier"]
    assert short_name("HKQuantityTypeIdentifierVO2Max") == "vo2Max"
    assert short_name("HKQuantityTypeIdentifierUVExposure") == "uvExposure"


def test_characteristics_are_those_of_the_command_line() -> None:
    listed = subprocess.check_output([PROGRAM, "types", "characteristic", "--json"], text=True).splitlines()
    assert {row["type"]: row["identifier"] for row in map(json.loads, listed)} == CHARACTERISTICS
    for name, identifier in CHARACTERISTICS.items():
        for written in (name, name.upper(), identifier):
            assert decided_identifier(written) == identifier


@pytest.mark.parametrize("word", sorted(_SYNONYMS))
def test_words_that_people_use_mean_what_they_mean_to_the_command_line(word: str, server: Server) -> None:
    meant = suggestions(word)
    command = [PROGRAM, "query", word, f"--socket={server.socket}"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if len(_SYNONYMS[word]) == 1:
        # The command line takes it for the name.
        assert _SYNONYMS[word] == meant[:1]
        assert f"No samples of {meant[0]} match" in answer.stdout + answer.stderr
    else:
        assert re.findall("'([a-zA-Z0-9]+)'", answer.stderr)[1 : len(meant) + 1] == meant


def test_every_name_of_the_command_line_is_a_constant() -> None:
    for row in LISTED:
        # HealthKit has two names for this type.
        name = short_name(row["identifier"]) if row["type"] == "environmentalAudioExposureEvent" else row["type"]
        assert getattr(hearth.types, name) == row["identifier"]
    assert hearth.quantities(hearth.types.heartRate, AT, [60]).type == hearth.types.heartRate


def test_names_are_taken_wherever_a_type_is(client: hearth.Client) -> None:
    saved = hearth.quantities("heartRate", AT, [60.0], "count/min")
    assert saved.type == "HKQuantityTypeIdentifierHeartRate"
    asleep = hearth.categories("sleepAnalysis", AT, [enums.SleepAnalysis.asleepREM])
    run = hearth.workouts(AT, AT, [enums.WorkoutActivityType.running])
    client.save([saved, asleep, run])
    mine = predicates.one_of(saved.uuids)
    assert client.read("heartRate", mine, unit="count/min").values.tolist() == [60.0]
    assert client.read(hearth.Clause("heartrate", mine)).type == saved.type
    assert len(client.query(["heartRate", hearth.Clause("workout")]).collect()) == 2
    assert len(client.read("stepCount")) == 0
    assert [one.type for batch in client.changes("heartRate") for one in batch.added] == [saved.type]
    with client.observe("workout") as notices:
        assert next(iter(notices)).types == ()
    assert len(client.sources("sleepAnalysis")) == 1
    registered = client.registrations({"stepCount": hearth.UpdateFrequency.HOURLY})
    assert registered == {"HKQuantityTypeIdentifierStepCount": hearth.UpdateFrequency.HOURLY}
    assert registered["HKQuantityTypeIdentifierStepCount"] is hearth.UpdateFrequency.HOURLY
    assert client.registrations(disable=["stepCount"]) == {}
    energy = predicates.field(hearth.messages.FIELD_WORKOUT_SUM, "kcal", of="activeEnergyBurned")
    assert len(client.read("workout", energy > 1)) == 0
    assert client.delete_matching("heartRate", mine).deleted == 1
    client.delete([asleep.uuid(0), run.uuid(0)])


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("heartRat", ["heartRate"]),
        ("haertRate", ["heartRate"]),
        ("steps", ["stepCount"]),
        ("heart-rate", ["heartRate", "restingHeartRate"]),
        ("qqqqqqqq", []),
    ],
)
def test_a_wrong_name_is_refused_with_the_nearest_ones(wrong: str, meant: list[str]) -> None:
    assert suggestions(wrong)[: len(meant)] == meant
    for build in (lambda: hearth.quantities(wrong, AT, [60]), lambda: hearth.Clause(wrong)):
        with pytest.raises(hearth.RequestError) as refused:
            build()
        assert (refused.value.code, refused.value.field) == (ErrorCode.UNKNOWN_TYPE, "type")
        assert wrong in refused.value.text
        assert all(repr(name) in refused.value.text for name in meant)
        assert "hearth types" in refused.value.text or meant


def test_every_category_has_the_enum_of_its_values() -> None:
    categories = [row for row in LISTED if row["kind"] == "category"]
    assert len(categories) > 60
    for row in categories:
        enum = enum_of_category(row["identifier"])
        if row["type"] == "menopausalState":
            assert enum is None
            continue
        assert enum is not None, row
        for value in row["values"]:
            assert enum[value["name"]] == value["value"], row
        assert {value["value"] for value in row["values"]} == {int(member) for member in enum}


def test_activities_are_those_of_the_protocol() -> None:
    text = (vector_files.VECTORS.parent / "TYPES.md").read_text().split("## Workout activity types")[1]
    rows = dict(re.findall(r"^\| (\d+) \| (\w+) \|$", text, re.MULTILINE))
    assert {str(int(one)): one.name for one in enums.WorkoutActivityType} == rows


def test_values_are_read_as_members(client: hearth.Client) -> None:
    phases = [enums.SleepAnalysis.inBed, enums.SleepAnalysis.asleepREM]
    asleep = hearth.categories("sleepAnalysis", AT * 2, phases)
    run = hearth.workouts(AT, AT, [enums.WorkoutActivityType.running])
    client.save([asleep, run])
    found = client.read("sleepAnalysis", predicates.category == enums.SleepAnalysis.asleepREM)
    assert found.enum is enums.SleepAnalysis
    assert found.members == [enums.SleepAnalysis.asleepREM]
    assert found.members == found.values.tolist() == [5]
    assert isinstance(found.members[0], IntEnum)
    assert client.read("workout").members == [enums.WorkoutActivityType.running]
    # A later version may have more.
    later = hearth.categories("sleepAnalysis", AT, [99])
    assert later.members == [99]
    assert later.to_pandas()["value"].tolist() == ["99"]
    with pytest.raises(AttributeError, match="enum"):
        _ = hearth.quantities("heartRate", AT, [60]).members
    client.delete([*asleep.uuids, run.uuid(0)])


def test_characteristics_are_members(client: hearth.Client) -> None:
    known = client.set_characteristics(
        date_of_birth="1984-02-29", blood_type=enums.BloodType.oNegative, wheelchair_use=enums.WheelchairUse.no
    )
    assert known.blood_type is enums.BloodType.oNegative
    assert known.wheelchair_use is enums.WheelchairUse.no
    assert str(known.date_of_birth) == "1984-02-29"
    client.set_characteristics(date_of_birth=None, blood_type=None, wheelchair_use=None)


def test_a_name_of_very_many_letters_is_compared_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may write one would keep a processor busy for minutes."""
    compared: list[str] = []

    def distance(left: str, _: str) -> int:
        compared.append(left)
        return 1

    monkeypatch.setattr("hearth.nearest._edit_distance", distance)
    for name in ("heartrates" + "a" * 60_000, "-" * 60_000):
        with pytest.raises(hearth.RequestError) as caught:
            type_identifier(name)
        assert "Did you mean" not in caught.value.text
    assert not compared
    with pytest.raises(hearth.RequestError, match="Did you mean"):
        type_identifier("heartraet")
    assert compared
