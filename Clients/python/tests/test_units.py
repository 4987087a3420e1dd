"""Units as the command line reads and prints them: percentages, shares, and glucose in millimoles."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hearth.type_table import STORAGE_UNITS
from hypothesis import given
from hypothesis import strategies as st

import hearth
from hearth import predicates
from hearth.predicates import metadata, quantity
from hearth.samples.units import PERCENTAGES, percentage, percentages, share, shares
from server import PROGRAM

if TYPE_CHECKING:
    from server import Server

AT = [np.datetime64("2026-11-21", "ns")]


def listed(server: Server, *arguments: str) -> list[dict[str, Any]]:
    """What the command prints."""
    command = [PROGRAM, "query", *arguments, "--json", "--socket", server.socket]
    return [json.loads(line) for line in subprocess.check_output(command, text=True).splitlines()]


def test_every_percentage_of_the_command_line_is_known() -> None:
    lines = subprocess.check_output([PROGRAM, "types", "--json"], text=True).splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["identifier"] for row in rows if row.get("unit") == "%"} == PERCENTAGES
    assert {row["identifier"] for row in rows if row["kind"] == "quantity"} == set(STORAGE_UNITS)


@pytest.mark.parametrize(("unit", "value"), [("%", 97.3), ("", 97.3), ("1", 0.973), ("count", 0.973)])
def test_a_percentage_is_the_one_of_the_command_line(
    client: hearth.Client, server: Server, unit: str, value: float
) -> None:
    saved = hearth.quantities("oxygenSaturation", AT, [value], unit)
    assert saved.payload.values.tolist() == [0.973]  # type: ignore[attr-defined]  # of quantities
    assert saved.values.tolist() == [value]
    client.save(saved)
    (row,) = [row for row in listed(server, "oxygenSaturation") if row["uuid"] == str(saved.uuid(0)).upper()]
    assert (row["value"], row["unit"]) == (97.3, "%")
    condition = predicates.one_of(saved.uuids)
    for read_unit, shown, number in (("", "%", 97.3), ("%", "%", 97.3), ("1", "1", 0.973)):
        found = client.read("oxygenSaturation", condition, unit=read_unit)
        assert (found.unit, found.values.tolist()) == (shown, [number])
        assert found.to_pandas()["value"].tolist() == [number]
        # The same samples again, bit for bit.
        assert client.save(found).unchanged == 1
        above = condition & (quantity(read_unit) > number - 0.001)
        assert len(client.read("oxygenSaturation", above)) == 1
        below = condition & (quantity(read_unit) < number - 0.001)
        assert len(client.read("oxygenSaturation", below)) == 0
    client.delete(saved.uuids)


def test_series_of_percentages_are_percentages(client: hearth.Client) -> None:
    points = hearth.series_points([2], AT * 2, [96.0, 98.0])
    saved = hearth.quantities("oxygenSaturation", AT, [97.0], "%", counts=[2], points=points)
    client.save(saved)
    found = client.read("oxygenSaturation", predicates.one_of(saved.uuids), series=True)
    assert found.shown.points.values.tolist() == [96.0, 98.0]  # type: ignore[attr-defined]  # of quantities
    assert found.to_pandas(["minimum", "maximum"]).to_numpy().tolist() == [[96.0, 98.0]]


def test_percentages_in_metadata_are_percentages(client: hearth.Client, server: Server) -> None:
    humidity = {"HKWeatherHumidity": hearth.Quantity(64.5, "%")}
    saved = hearth.quantities("heartRate", AT, [60.0], "count/min", metadata=humidity)
    client.save(saved)
    (row,) = [row for row in listed(server, "heartRate") if row["uuid"] == str(saved.uuid(0)).upper()]
    assert row["metadata"]["HKWeatherHumidity"] == {"value": 64.5, "unit": "%"}
    found = client.read("heartRate", metadata("HKWeatherHumidity", hearth.Quantity(64.5, "%")))
    assert found.metadata_of(0) == humidity


def test_glucose_needs_no_molar_mass(client: hearth.Client, server: Server) -> None:
    saved = hearth.quantities("bloodGlucose", AT, [5.5], "mmol/L")
    assert saved.unit == "mmol/L"
    client.save(saved)
    (row,) = listed(server, "bloodGlucose", "--unit", "mmol/L")
    assert row["value"] == 5.5
    found = client.read("bloodGlucose", quantity("mmol/L") > 5.4, unit="mmol/L")
    assert (found.unit, found.values.tolist()) == ("mmol/L", [5.5])
    assert len(client.read("bloodGlucose", quantity("mmol/L") > 5.6, unit="mmol/L")) == 0
    client.delete(saved.uuids)


def test_the_error_names_a_wrong_unit(client: hearth.Client) -> None:
    for wrong in (
        lambda: client.read("heartRate", unit="bpm"),
        lambda: client.read("heartRate", unit="kg"),
        lambda: client.read("heartRate", quantity("bpm") > 60),
        lambda: client.save(hearth.quantities("heartRate", AT, [4711.0], "bpm")),
        lambda: client.save([hearth.quantities("heartRate", AT, [4711.0], "kg")]),
    ):
        with pytest.raises(hearth.RequestError) as refused:
            wrong()
        assert refused.value.code is hearth.ErrorCode.INCOMPATIBLE_UNIT
        assert "bpm" in refused.value.text or "kg" in refused.value.text
        assert "4711" not in str(refused.value)


@pytest.mark.parametrize(
    ("unit", "meant"),
    [
        ("bpm", "count/min"),
        ("lbs", "lb"),
        ("C", "degC"),
        ("mmol", "mmol/L"),
        ("percent", "%"),
        ("count/mn", "count/min"),
    ],
)
def test_the_error_suggests_the_unit_that_was_meant(client: hearth.Client, unit: str, meant: str) -> None:
    for wrong in (
        lambda: client.read("bodyMassIndex", unit=unit),
        lambda: client.save(hearth.quantities("bodyMassIndex", AT, [21.0], unit)),
        lambda: client.read("bodyMassIndex", quantity(unit) > 60),
    ):
        with pytest.raises(hearth.RequestError, match="Did you mean") as refused:
            wrong()
        assert repr(unit) in refused.value.text or unit in refused.value.text
        assert repr(meant) in refused.value.text


@given(st.integers(-(10**5), 10**5), st.integers(0, 8))
def test_a_percentage_has_the_digits_that_were_written(digits: int, places: int) -> None:
    written, moved = float(f"{digits}e-{places}"), float(f"{digits}e-{places + 2}")
    assert share(written) == moved
    assert percentage(moved) == written


@given(st.floats(allow_nan=False, allow_infinity=False, max_value=1e300, min_value=-1e300))
def test_other_percentages_are_as_near_as_numbers_get(number: float) -> None:
    array = np.array([number])
    assert np.isclose(percentages(shares(array)), array, rtol=1e-15, atol=1e-320).all()
