"""Values and units that a type cannot have are refused before anything is sent, as the command line refuses them."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hearth.type_table import STORAGE_UNITS

import hearth
from hearth import ErrorCode
from hearth.samples.dimensions import are_different, dimension_of, is_no_unit
from server import PROGRAM

if TYPE_CHECKING:
    from hearth.streams import Query
    from server import Server

AT = [np.datetime64("2026-11-21", "ns")]
#: Of units, but for the last three.
NAMES = (
    "g oz lb st mol m in ft yd mi L l fl_oz_us fl_oz_imp pt_us pt_imp cup_us cup_imp s min hr d J cal kcal Cal W Pa"
    " mmHg cmAq atm inHg K degC degF rad deg Hz S V lx D pD count % IU dBASPL dBHL appleEffortScore bpm beat foot"
)
UNITS_OF_TYPES = [
    json.loads(line) for line in subprocess.check_output([PROGRAM, "types", "--json"], text=True).splitlines()
]


@pytest.mark.parametrize(
    ("type", "value", "unit", "allowed"),
    [
        ("heartRate", -5, "count/min", "heartRate is not below 0 count/min."),
        ("heartRate", -5, "", "heartRate is not below 0 count/min."),
        ("oxygenSaturation", 970, "%", "oxygenSaturation is between 0 % and 100 %."),
        ("oxygenSaturation", 97, "1", "oxygenSaturation is between 0 and 1."),
        ("bodyFatPercentage", -1, "", "bodyFatPercentage is between 0 % and 100 %."),
        ("bodyTemperature", -300, "degC", "bodyTemperature is not below -273.15 degC."),
        ("bodyTemperature", -500, "degF", "bodyTemperature is not below -459.67 degF."),
        ("bodyTemperature", -1, "K", "bodyTemperature is not below 0 K."),
        ("bloodGlucose", -1, "mmol/L", "bloodGlucose is not below 0 mmol/L."),
        ("height", 180, "m", "height is between 0.2 m and 3 m."),
        ("bodyTemperature", 98.6, "degC", "bodyTemperature is between 13 degC and 47 degC."),
        ("bloodGlucose", 5.4, "mg/dL", "bloodGlucose is between 9 mg/dL and 3000 mg/dL."),
        ("oxygenSaturation", 0.97, "%", "A saturation of 1 % or less is not plausible"),
        ("oxygenSaturation", 0.97, "", "A saturation of 1 % or less is not plausible"),
    ],
)
def test_an_impossible_value_is_refused_unless_it_is_forced(type: str, value: float, unit: str, allowed: str) -> None:
    possible = {"%": 97, "1": 0.97, "m": 1.8}.get(unit, 37)
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities(type, AT * 2, [possible, value], unit)
    assert (refused.value.code, refused.value.field) == (ErrorCode.VALUE_OUT_OF_RANGE, "quantity.values[1]")
    assert allowed in refused.value.text
    assert refused.value.text.endswith("Give force=True to save it.")
    assert len(hearth.quantities(type, AT * 2, [possible, value], unit, force=True)) == 2


@pytest.mark.parametrize(
    ("type", "value", "unit"),
    [
        ("oxygenSaturation", 0, "%"),
        ("oxygenSaturation", 100, "%"),
        ("oxygenSaturation", 0.97, "1"),
        ("bloodAlcoholContent", 0.08, "%"),
        ("peripheralPerfusionIndex", 120, "%"),
        ("underwaterDepth", -1, "m"),
        ("environmentalAudioExposure", -1, "dBASPL"),
        ("bodyTemperature", 98.6, "degF"),
        ("height", 180, "cm"),
        ("heartRate", 0, "count/min"),
    ],
)
def test_a_possible_value_is_taken(type: str, value: float, unit: str) -> None:
    assert hearth.quantities(type, AT, [value], unit).values.tolist() == [value]


@pytest.mark.parametrize(("systolic", "diastolic"), [(80, 120), (120, 120), (120, 0), (0, 0)])
def test_a_blood_pressure_that_no_person_has_is_refused_unless_it_is_forced(systolic: float, diastolic: float) -> None:
    for unit, factor in (("mmHg", 1.0), ("kPa", 0.1333)):
        high, low = [120 * factor, systolic * factor], [80 * factor, diastolic * factor]
        with pytest.raises(hearth.RequestError, match="above its diastolic one") as refused:
            hearth.blood_pressures(AT * 2, high, low, unit)
        assert (refused.value.code, refused.value.field) == (ErrorCode.VALUE_OUT_OF_RANGE, "systolic[1]")
        assert len(hearth.blood_pressures(AT * 2, high, low, unit, force=True)) == 2


def test_every_number_of_a_series_is_checked() -> None:
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities("heartRate", AT, [60], "count/min", minimums=[-1])
    assert refused.value.field == "quantity.minimums[0]"
    points = hearth.series_points([2], AT * 2, [60, -60])
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities("heartRate", AT, [60], "count/min", counts=[2], points=points)
    assert refused.value.field == "quantity.points.values[1]"


@pytest.mark.parametrize(
    ("type", "unit"),
    [("heartRate", "kg"), ("heartRate", "mg"), ("bodyMass", "count/min"), ("bloodGlucose", "mmol"), ("stepCount", "L")],
)
def test_a_unit_of_another_dimension_is_refused_at_once(type: str, unit: str) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities(type, AT, [60], unit)
    assert (refused.value.code, refused.value.field) == (ErrorCode.INCOMPATIBLE_UNIT, "quantity.unit")
    assert refused.value.text.startswith(f"{unit} is not a unit for {type}.")
    assert refused.value.text.endswith(f"'hearth types {type}' lists its units.")


def test_every_unit_that_the_command_line_lists_is_taken() -> None:
    tried = 0
    # The contained samples of a blood pressure have units, which the command line lists for it.
    for row in (row for row in UNITS_OF_TYPES if row["kind"] == "quantity"):
        for unit in row.get("units", []):
            hearth.quantities(row["type"], AT, [1], unit, force=True)
            tried += 1
        if unit := row.get("unit"):
            assert dimension_of(STORAGE_UNITS[row["identifier"]]) is not None, unit
    assert tried > 0 or not any("units" in row for row in UNITS_OF_TYPES)


@pytest.mark.parametrize(
    "unit", ["bpm", "beats/min", "count per min", "µg", "kcount", "count/(mn*kg)", "Count", "°C", "mcal"]
)
def test_what_is_no_unit_is_refused_at_once(unit: str) -> None:
    with pytest.raises(hearth.RequestError, match="is not a unit") as refused:
        hearth.quantities("heartRate", AT, [60], unit)
    assert (refused.value.code, refused.value.field) == (ErrorCode.INCOMPATIBLE_UNIT, "quantity.unit")
    assert unit in refused.value.text
    with pytest.raises(hearth.RequestError, match="is not a unit") as refused:
        hearth.quantities("heartRate", AT, [60], metadata={"note": hearth.Quantity(1, unit)})
    assert (refused.value.code, refused.value.field) == (ErrorCode.INCOMPATIBLE_UNIT, "metadata")


def test_the_error_about_what_is_no_unit_says_what_is_meant() -> None:
    with pytest.raises(hearth.RequestError, match="Did you mean 'count/min'"):
        hearth.quantities("heartRate", AT, [60], "bpm")


def test_the_same_names_are_units_here_and_at_the_server(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name with each prefix, and some that are none. What measures something else is a unit all the same."""
    prefixes = ["", *("f", "p", "n", "mc", "m", "c", "d", "da", "h", "k", "M", "G", "T", "u", "x")]
    units = sorted({prefix + name for prefix in prefixes for name in NAMES.split()})
    here = {unit for unit in units if not is_no_unit(unit)}
    # The server's own text.
    monkeypatch.setattr("hearth.session.call.explained_unit", lambda _, text: text)
    with hearth.Client(server.socket) as client:
        asked = {unit: client.query("height", unit=unit) for unit in units}
        refused = {unit: _refusal(query) for unit, query in asked.items()}
    there = {unit for unit, text in refused.items() if "The text is not a unit" not in text}
    assert here == there
    # Those that measure a length, and no others.
    assert {unit for unit, text in refused.items() if not text} == {
        unit for unit in here if not are_different(unit, "m")
    }


def _refusal(query: Query) -> str:
    try:
        query.collect()
    except hearth.RequestError as error:
        return error.text
    return ""


def test_how_a_unit_is_put_together_is_left_to_the_server(client: hearth.Client) -> None:
    assert dimension_of("bpm") is None
    assert not are_different("bpm", "count/min")
    assert not are_different("mL/min·kg", "mL/(kg*min)")
    assert are_different("W", "J/s")
    made = hearth.quantities("heartRate", AT, [60], "count//min")
    with pytest.raises(hearth.RequestError) as refused:
        client.save(made)
    assert refused.value.code is ErrorCode.INCOMPATIBLE_UNIT


@pytest.mark.parametrize("time", [1_795_248_000, 1_795_248_000_000, 1_795_248_000_000_000, -1])
def test_an_integer_that_is_not_nanoseconds_is_refused(time: int) -> None:
    right = int(np.datetime64("2026-11-21", "ns").astype(np.int64))
    for starts in ([right, time], np.array([right, time]), (right, time)):
        with pytest.raises(hearth.RequestError, match=r"np\.datetime64\(time, 's'\)") as refused:
            hearth.quantities("heartRate", starts, [60, 61])
        assert (refused.value.code, refused.value.field) == (ErrorCode.VALUE_OUT_OF_RANGE, "starts[1]")
    with pytest.raises(hearth.RequestError, match="nanoseconds since 1970"):
        _ = hearth.predicates.start >= time
    assert str(hearth.quantities("heartRate", [np.datetime64(-1, "s")], [60]).starts[0]).startswith(
        "1969-12-31T23:59:59"
    )
    assert hearth.quantities("heartRate", [0, right], [60, 61]).starts.astype(np.int64).tolist() == [0, right]
