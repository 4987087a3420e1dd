"""Samples as a sequence, as what a notebook shows, and as correlations with what they contain."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

import hearth
from hearth import enums, predicates

if TYPE_CHECKING:
    from server import Server

STARTS = np.datetime64("2026-11-21T08:00", "ns") + np.arange(20) * np.timedelta64(1, "m")
RATES = hearth.quantities("heartRate", STARTS[:3], [62, 64, 66.5], "count/min", metadata={"note": "secret"})


def test_samples_are_a_sequence_of_single_ones() -> None:
    assert [one.value for one in RATES] == [62.0, 64.0, 66.5]
    assert RATES[-1].value == RATES[2].value == RATES[np.int64(2)].value == 66.5
    assert (RATES[1].start, RATES[1].end, RATES[1].unit) == (STARTS[1], STARTS[1], "count/min")
    assert (RATES[1].uuid, RATES[1].metadata) == (RATES.uuid(1), {"note": "secret"})
    assert RATES[1:].values.tolist() == [64.0, 66.5]
    assert np.shares_memory(RATES[1:].values, RATES.values)
    assert len(RATES[2:1]) == 0
    for wrong in (3, -4):
        with pytest.raises(IndexError, match="there are 3 samples"):
            _ = RATES[wrong]
    with pytest.raises(IndexError, match="step 1"):
        _ = RATES[::2]


def test_the_value_of_a_single_sample_is_what_people_write() -> None:
    at = STARTS[:1]
    assert hearth.quantities("oxygenSaturation", at, [97.3])[0].value == 97.3
    assert hearth.categories("sleepAnalysis", at, [5])[0].value is enums.SleepAnalysis.asleepREM
    assert hearth.workouts(at, at, [37])[0].value is enums.WorkoutActivityType.running
    assert hearth.heartbeats(at, at, [1], [0.0])[0].value is None
    assert hearth.blood_pressures(at, [120], [80])[0].value == {"systolic": 120.0, "diastolic": 80.0}


def test_what_is_printed_of_samples_has_no_value() -> None:
    assert repr(RATES) == "<3 samples of heartRate in count/min, 2026-11-21 08:00:00 to 2026-11-21 08:02:00 UTC>"
    assert repr(RATES[:1]) == "<1 sample of heartRate in count/min, 2026-11-21 08:00:00 UTC>"
    assert repr(RATES[:0]) == "<0 samples of heartRate in count/min>"
    assert repr(RATES[2]) == "<sample of heartRate, 2026-11-21 08:02:00 UTC>"
    for printed in (repr(RATES), repr(RATES[2]), repr(list(RATES))):
        assert "66.5" not in printed
        assert "secret" not in printed


def test_a_notebook_shows_the_first_and_the_last_samples() -> None:
    values = [60.0 + row for row in range(20)]
    html = hearth.quantities("heartRate", STARTS, values, "count/min")._repr_html_()
    assert html.count("<tr>") == 1 + 5 + 1 + 5
    assert "<th>value</th>" in html
    assert "<td>2026-11-21 08:19:00</td>" in html
    assert [f"<td>{value:g}</td>" in html for value in values] == [True] * 5 + [False] * 10 + [True] * 5
    assert hearth.quantities("heartRate", STARTS[:11], values[:11], "count/min")._repr_html_().count("<tr>") == 12
    assert "<td>asleepREM</td>" in hearth.categories("sleepAnalysis", STARTS[:1], [5])._repr_html_()
    assert "<td>80</td>" in hearth.blood_pressures(STARTS[:1], [120], [80])._repr_html_()


def test_a_printed_frame_shows_the_values(client: hearth.Client) -> None:
    client.save(RATES)
    found = client.read("heartRate", predicates.one_of(RATES.uuids), unit="count/min")
    with pd.option_context("display.width", 80, "display.max_columns", 0, "display.expand_frame_repr", False):
        frame = found.to_pandas()
        assert list(frame.columns)[-1] == "value"
        assert "66.5" in repr(frame)


def test_blood_pressures_are_saved_and_read_with_their_values(client: hearth.Client) -> None:
    saved = hearth.blood_pressures(
        STARTS[:2], [16, 17], [10.5, 11], "kPa", metadata=[{"arm": "left"}, {"arm": "right"}]
    )
    assert client.save(saved).added == 6
    mine = predicates.one_of(saved.uuids)
    found = client.read("bloodPressure", mine, order=predicates.start)
    assert list(found.to_pandas().columns) == ["start", "end", "source", "systolic", "diastolic"]
    for frame in (found.to_pandas(), found.to_polars(), found.to_arrow()):
        assert np.allclose(np.array(frame["systolic"]), np.array([16, 17]) / 0.133322387415)
        assert np.allclose(np.array(frame["diastolic"]), np.array([10.5, 11]) / 0.133322387415)
    assert sorted(one.type[-8:] for one in found.contained) == ["Systolic", "iastolic"]
    assert [one.metadata["arm"] for one in found] == ["left", "right"]
    # Each batch has them, and what was read can be saved again.
    for batch in client.query("bloodPressure", mine):
        assert [set(one.column_names) >= {"systolic"} for one in batch.samples] == [True]
        assert not batch.samples[0].to_pandas()["systolic"].isna().any()
    assert {len(one.contained) for batch in client.changes("bloodPressure") for one in batch.added} == {2}
    assert client.save(saved).unchanged == 6
    with pytest.raises(hearth.RequestError, match="impossible"):
        hearth.blood_pressures(STARTS[:1], [-120], [80])
    client.delete(np.concatenate([saved.uuids, *(one.uuids for one in saved.contained)]))


def test_other_correlations_have_a_column_for_each_type_that_they_contain(client: hearth.Client) -> None:
    carbohydrates = hearth.quantities("dietaryCarbohydrates", STARTS[:2], [60, 45], "g")
    protein = hearth.quantities("dietaryProtein", STARTS[:1], [25], "g")
    members = [carbohydrates.uuid(0), protein.uuid(0), carbohydrates.uuid(1)]
    meals = hearth.correlations("food", STARTS[:2], [2, 1], members)
    client.save([meals, carbohydrates, protein])
    found = client.read("food", predicates.one_of(meals.uuids), order=predicates.start)
    frame = found.to_pandas(["dietaryCarbohydrates", "dietaryProtein"])
    assert frame["dietaryCarbohydrates"].tolist() == [60.0, 45.0]
    assert frame["dietaryProtein"].tolist()[0] == 25.0
    assert np.isnan(frame["dietaryProtein"].tolist()[1])
    assert [one.value for one in found][1] == {"dietaryCarbohydrates": 45.0}


def test_correlations_whose_contents_are_not_known_have_no_values() -> None:
    pressures = dataclasses.replace(hearth.blood_pressures(STARTS[:1], [120], [80]), contained=())
    assert pressures.to_pandas()["systolic"].isna().all()


def test_joined_correlations_contain_what_their_parts_contain(server: Server) -> None:
    parts = [hearth.blood_pressures(STARTS[row : row + 1], [120 + row], [80]) for row in range(3)]
    whole = hearth.joined(parts)
    assert whole.to_pandas()["systolic"].tolist() == [120.0, 121.0, 122.0]
    assert [len(one) for one in whole.contained] == [3, 3]
    # The parts of one reply share what came with it.
    assert [len(one) for one in hearth.joined([whole[:1], whole[1:]]).contained] == [3, 3]
    with hearth.Client(server.socket) as client:
        assert client.save([whole, *whole.contained]).added == 9
