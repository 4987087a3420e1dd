"""`hearth.analysis` with what devices should not save: no rows, NaN, repeated times, times that go back, long gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearth
from hearth.analysis import (
    DistanceCurve,
    Elevation,
    MovingRule,
    best_efforts,
    distance_of_samples,
    distance_of_track,
    elevation_of_altitudes,
    find_laps,
    find_splits,
    grade_adjusted,
    make_spans,
    make_track,
    mean_maximal_power,
    moving_by_events,
    moving_by_speed,
    normalized_power,
    pauses_of_events,
    running_cost,
    step_lengths,
    time_in_zones,
    watts_by_second,
    zones_of_maximum,
)
from hearth.analysis.arrays import as_times

if TYPE_CHECKING:
    from hearth.samples.times import Times

#: The middle of the times that 64 bits of nanoseconds have is 1970; a century each way fits, and so does the span.
CENTURY = 100 * 365 * 86_400
NOTHING = [float("nan"), float("inf"), float("-inf")]
#: Seconds in any order, with repetitions; some are years away.
MOMENTS = st.lists(st.one_of(st.integers(0, 60), st.integers(0, 4000), st.integers(-CENTURY, CENTURY)), max_size=12)


def at(seconds: list[int]) -> Times:
    return as_times(np.array(seconds, np.int64) * 10**9)


def column(data: st.DataObject, count: int, least: float, most: float, nothing: list[float] = NOTHING) -> list[float]:
    """Values that are possible, and among them some that are not known."""
    known = st.floats(least, most, allow_subnormal=False)
    return data.draw(st.lists(st.one_of(known, known, st.sampled_from(nothing)), min_size=count, max_size=count))


def check_curve(curve: DistanceCurve) -> None:
    """It is a curve, and what is derived from it is finite."""
    assert len(curve.times) >= 2
    assert (curve.times[1:] > curve.times[:-1]).all()
    assert np.isfinite(curve.metres).all()
    assert (np.diff(curve.metres) >= 0).all()
    elapsed = (curve.times[-1] - curve.times[0]) / np.timedelta64(1, "s")
    for rule in MovingRule:
        moving = moving_by_speed(curve, rule)
        assert 0 <= moving.seconds <= elapsed
        splits = find_splits(curve, max(curve.total / 7, 1e-6), moving=moving)
        assert sum(split.elapsed_seconds for split in splits) <= elapsed * (1 + 1e-12)
        for split in splits:
            assert split.end >= split.start
            assert split.moving_seconds is not None
            assert 0 <= split.moving_seconds <= split.elapsed_seconds
    for effort in best_efforts(curve, [1, 100, max(curve.total, 1e-6)]):
        assert 0 <= effort.elapsed_seconds <= elapsed


@given(st.data())
def test_a_hostile_track_is_a_curve_or_nothing(data: st.DataObject) -> None:
    seconds = data.draw(MOMENTS)
    count = len(seconds)
    pauses = pauses_of_events([1, 2] * (count // 2) + [1] * (count % 2), at(seconds), at([3000])[0])
    track = make_track(
        at(seconds),
        column(data, count, -90, 90, NOTHING[:1]),
        column(data, count, -360, 360, NOTHING[:1]),
        altitudes=column(data, count, -500, 9000),
        speeds=column(data, count, -1, 1e6),
        horizontal_accuracies=column(data, count, -1, 100),
        vertical_accuracies=column(data, count, -1, 100),
        pauses=pauses,
    )
    assert len(track) + track.dropped == count
    curve = distance_of_track(track)
    assert (curve is None) == (len(track) < 2)
    if curve is None:
        return
    check_curve(curve)
    adjusted = grade_adjusted(curve, track.altitudes)
    if adjusted is not None:
        assert np.isfinite(adjusted.grades).all()
        assert np.isfinite(adjusted.curve.metres).all()
    check_elevation(elevation_of_altitudes(track.altitudes))


def check_elevation(found: Elevation | None) -> None:
    if found is not None:
        assert found.ascended is not None
        assert found.descended is not None
        assert min(found.ascended, found.descended) >= 0
        assert np.isfinite([found.ascended, found.descended]).all()


@given(st.data())
def test_hostile_samples_are_a_curve_or_nothing(data: st.DataObject) -> None:
    seconds = data.draw(MOMENTS)
    count = len(seconds)
    lengths = data.draw(st.lists(st.integers(0, 5000), min_size=count, max_size=count))
    ends = at([second + length for second, length in zip(seconds, lengths, strict=True)])
    metres = column(data, count, 0, 1e6, NOTHING[:2])
    curve = distance_of_samples(at(seconds), ends, metres)
    known = [value for value in metres if np.isfinite(value)]
    if curve is None:
        return
    check_curve(curve)
    assert curve.total == pytest.approx(sum(known), rel=1e-6, abs=1e-3)
    laps = find_laps(at(seconds), ends, curve=curve)
    assert [lap.elapsed_seconds for lap in laps] == [
        length for _, length in sorted(zip(seconds, lengths, strict=True), key=lambda row: row[0])
    ]


@given(st.data())
def test_hostile_rates_and_powers_never_count_longer_than_they_hold(data: st.DataObject) -> None:
    seconds = data.draw(MOMENTS)
    count = len(seconds)
    values = column(data, count, 0, 1e9)
    known = sum(bool(np.isfinite(value)) for value in values)
    found = time_in_zones(at(seconds), values, zones_of_maximum(190), end=at([CENTURY])[0])
    assert (found is None) == (known == 0)
    if found is not None:
        assert (found.seconds >= 0).all()
        assert found.seconds.sum() <= 30 * known
    by_second = watts_by_second(at(seconds), values, end=at([CENTURY])[0])
    assert len(by_second) <= 31 * known
    curve = mean_maximal_power(at(seconds), values, [1, 5, 40])
    if curve is not None:
        # A mean of more seconds is no greater than that of fewer, but for rounding.
        assert np.isfinite(curve.watts).all()
        assert curve.watts.max() <= max(value for value in values if np.isfinite(value)) * (1 + 1e-9)
    normalized = normalized_power(at(seconds), values)
    assert normalized is None or np.isfinite(normalized.watts)


@given(st.data())
def test_hostile_events_are_pauses_inside_of_the_workout(data: st.DataObject) -> None:
    seconds = data.draw(MOMENTS)
    types = data.draw(st.lists(st.integers(-1, 9), min_size=len(seconds), max_size=len(seconds)))
    begin, end = at([0])[0], at([3000])[0]
    pauses = pauses_of_events(types, at(seconds), end)
    assert (pauses.starts[1:] > pauses.ends[:-1]).all()
    assert (pauses.ends <= end).all()
    assert 0 <= moving_by_events(begin, end, pauses).seconds <= 3000


@given(st.data())
def test_hostile_positions_have_lengths_that_are_unknown_or_finite(data: st.DataObject) -> None:
    count = data.draw(st.integers(0, 6))
    north, east = column(data, count, -90, 90), column(data, count, -360, 360)
    unknown = ~(np.isfinite(north) & np.isfinite(east))
    found = step_lengths(north, east)
    assert len(found) == max(count - 1, 0)
    assert (np.isnan(found) == (unknown[1:] | unknown[:-1])[: len(found)]).all()
    assert (found[~np.isnan(found)] >= 0).all()


def test_the_largest_speeds_have_means() -> None:
    """Of two that are too large to be added."""
    largest = float(np.finfo(np.float64).max)
    track = make_track(at([0, 1, 2]), [0, 0.1, 0.2], [0, 0, 0], speeds=[largest, largest, 3])
    curve = distance_of_track(track)
    assert curve is not None
    assert curve.measured_speeds is not None
    assert curve.measured_speeds.tolist() == [largest, largest / 2 + 1.5]


def test_a_distance_with_a_hundred_thousand_splits_is_refused() -> None:
    curve = distance_of_samples(at([0]), at([10]), [1e300])
    assert curve is not None
    with pytest.raises(hearth.RequestError) as raised:
        find_splits(curve)
    assert raised.value.field == "length"


def test_columns_that_are_none_are_refused_by_name() -> None:
    for call, field in (
        (lambda: step_lengths(["x"], [0]), "latitudes"),
        (lambda: step_lengths([[1.0, 2.0]], [0]), "latitudes"),
        (lambda: step_lengths([1.0, 2.0], [0]), "longitudes"),
        (lambda: running_cost(["x"]), "grades"),
        (lambda: make_spans(at([2]), at([1])), "ends[0]"),
        (lambda: make_track(at([0]), [float("-inf")], [0]), "latitudes[0]"),
    ):
        with pytest.raises(hearth.RequestError) as raised:
            call()
        assert raised.value.field == field
