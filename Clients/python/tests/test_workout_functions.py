"""`hearth.analysis` against known answers and against plain loops."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

import hearth
from hearth.analysis import (
    DistanceCurve,
    MovingRule,
    Zones,
    best_efforts,
    distance_of_samples,
    distance_of_track,
    elevation_of_altitudes,
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
from hearth.enums import WorkoutEventType as Event

if TYPE_CHECKING:
    from hearth.samples.columns import Floats
    from hearth.samples.times import Times

START = np.datetime64("2026-11-21T08:00", "ns")
SECOND = np.timedelta64(10**9, "ns")
SEEDS = range(20)


def at(*seconds: float) -> Times:
    return START + np.array([round(one * 1e9) for one in seconds], "m8[ns]")


def curve_of(seconds: list[float], metres: list[float]) -> DistanceCurve:
    return DistanceCurve(times=at(*seconds), metres=np.array(metres, np.float64), method="test")


def random_curve(seed: int) -> DistanceCurve:
    chance = np.random.default_rng(seed)
    count = int(chance.integers(2, 60))
    steps = chance.uniform(0, 40, count - 1) * (chance.random(count - 1) > 0.2)
    seconds = np.cumsum(chance.integers(1, 20, count)).astype(float)
    return curve_of(seconds.tolist(), [0.0, *np.cumsum(steps).tolist()])


def test_the_examples_of_the_documentation_are_right() -> None:
    package = sys.modules["hearth.analysis"]
    attempted = 0
    for module in pkgutil.iter_modules(package.__path__):
        result = doctest.testmod(importlib.import_module(f"hearth.analysis.{module.name}"))
        assert result.failed == 0
        attempted += result.attempted
    assert attempted > 20


@pytest.mark.parametrize(
    ("start", "end", "metres", "tolerance"),
    [
        # Exact: an arc of the equator, and WGS 84's length of a degree of the meridian at 45 degrees.
        ((0, 0), (0, 0.01), 1113.194908, 1e-6),
        ((44.5, 0), (45.5, 0), 111131.7774, 1e-5),
        # From pole to near it, over it, and over the antimeridian.
        ((90, 0), (89.99, 77), 1116.939, 1e-5),
        ((89.995, 10), (89.995, -170), 1116.939, 1e-5),
        ((0, 179.995), (0, -179.995), 1113.194908, 1e-6),
        ((52, 13), (52, 13), 0, 0),
    ],
)
def test_distances_are_those_of_geodesics(
    start: tuple[float, float], end: tuple[float, float], metres: float, tolerance: float
) -> None:
    (found,) = step_lengths([start[0], end[0]], [start[1], end[1]])
    assert found == pytest.approx(metres, rel=tolerance, abs=1e-6)


def test_positions_that_do_not_count_are_left_out() -> None:
    found = make_track(
        at(3, 1, 2, 2, 4, 5, 6),
        [3, 1, 2, 2.5, np.nan, 5, 6],
        np.zeros(7),
        horizontal_accuracies=[5, 5, 5, 5, 5, 51, -1],
        altitudes=[0, 10, np.nan, 1, 1, 1, 1],
        speeds=[-1, 2, 3, 4, 5, 6, 7],
    )
    assert found.latitudes.tolist() == [1, 2, 3]
    assert found.dropped == 4
    assert np.isnan(found.altitudes).tolist() == [False, True, False]
    assert np.isnan(found.speeds).tolist() == [False, False, True]
    unknown = make_track(at(0, 1), [0, 1], [0, 1], horizontal_accuracies=[-1, -1])
    assert len(unknown) == 2


def test_nothing_known_is_none_and_not_0() -> None:
    none = make_track([], [], [])
    assert distance_of_track(none) is None
    assert distance_of_track(make_track(at(0), [0], [0])) is None
    inaccurate = make_track(at(0, 1), [0, 1], [0, 1], horizontal_accuracies=[90, 80])
    assert distance_of_track(inaccurate) is None
    assert distance_of_samples([], [], []) is None
    assert distance_of_samples(at(0), at(1), [np.nan]) is None
    assert elevation_of_altitudes([np.nan, 5]) is None
    assert time_in_zones([], [], zones_of_maximum(190)) is None
    assert mean_maximal_power([], []) is None
    assert normalized_power(at(0, 1), [100, 100]) is None
    assert grade_adjusted(curve_of([0, 10], [0, 100]), [np.nan, 5]) is None


def test_a_step_across_a_pause_adds_nothing() -> None:
    pauses = make_spans(at(10), at(20))
    track = make_track(at(0, 5, 15, 25, 30), [0, 0.001, 0.5, 0.9, 0.901], np.zeros(5), pauses=pauses)
    curve = distance_of_track(track)
    assert curve is not None
    assert curve.total == pytest.approx(2 * 110.574, rel=1e-4)


@pytest.mark.parametrize("seed", SEEDS)
def test_distances_of_samples_are_sums_of_what_each_covered(seed: int) -> None:
    chance = np.random.default_rng(seed)
    count = int(chance.integers(1, 30))
    begins = chance.integers(0, 200, count)
    ends = begins + chance.integers(1, 30, count)
    values = chance.uniform(0, 50, count)
    curve = distance_of_samples(at(*begins), at(*ends), values)
    assert curve is not None
    assert curve.total == pytest.approx(values.sum())
    for second in chance.integers(0, 250, 20).tolist():
        expected = 0.0
        for begin, end, value in zip(begins, ends, values, strict=True):
            expected += value * min(max((second - begin) / (end - begin), 0), 1)
        assert curve.metres_at(at(second))[0] == pytest.approx(expected, abs=1e-6)


def test_samples_without_length_count_since_the_last_one() -> None:
    curve = distance_of_samples(at(10, 20), at(10, 20), [30, 40], begin=START)
    assert curve is not None
    assert curve.metres.tolist() == [0, 30, 70]


def test_pauses_of_the_person_and_of_the_device_are_one() -> None:
    types = [Event.pause, Event.motionPaused, Event.resume, Event.motionResumed, Event.lap, Event.pause]
    found = pauses_of_events(types, at(10, 15, 20, 30, 35, 40), at(60)[0])
    assert found.starts.tolist() == at(10, 40).tolist()
    assert found.ends.tolist() == at(30, 60).tolist()
    assert moving_by_events(START, at(60)[0], found).seconds == 20


def test_a_run_moves_above_a_speed_and_a_ride_but_for_long_stops() -> None:
    curve = curve_of([0, 10, 20, 24, 34, 60, 70], [0, 30, 38, 38, 68, 69, 99])
    run, ride = moving_by_speed(curve, MovingRule.RUN), moving_by_speed(curve, MovingRule.RIDE)
    assert (run.seconds, run.method) == (30, "speed above 0.89 m/s")
    # The stop of 4 s counts, that of 26 s does not.
    assert ride.seconds == 44
    paused = moving_by_speed(curve, MovingRule.RIDE, pauses=make_spans(at(62), at(63)))
    assert paused.seconds == 34


def test_elevation_is_that_of_the_loop_of_goldencheetah() -> None:
    for small in ([100, 102], [102, 100], [100, 103]):
        level = elevation_of_altitudes(small)
        assert level is not None
        assert (level.ascended, level.descended) == (0.0, 0.0)
    found = elevation_of_altitudes([0, 3, 3.5, 1, 0, np.nan, 10, 6])
    assert found is not None
    assert (found.ascended, found.descended) == (13.5, 7.5)
    assert found.method == "hysteresis of 3 m"


@pytest.mark.parametrize("seed", SEEDS)
def test_splits_add_up_and_end_where_a_loop_finds_it(seed: int) -> None:
    curve = random_curve(seed)
    splits = find_splits(curve, 100)
    assert sum(split.metres or 0 for split in splits) == pytest.approx(curve.total, abs=2e-3)
    assert [split.is_partial for split in splits[:-1]] == [False] * max(len(splits) - 1, 0)
    seconds, metres = (curve.times - START) / SECOND, curve.metres
    for split in splits:
        if split.is_partial:
            continue
        target = split.number * 100
        for row in range(1, len(metres)):
            if metres[row] >= target:
                part = (target - metres[row - 1]) / (metres[row] - metres[row - 1])
                expected = seconds[row - 1] + part * (seconds[row] - seconds[row - 1])
                assert (split.end - START) / SECOND == pytest.approx(expected, abs=1e-6)
                break


@pytest.mark.parametrize("seed", SEEDS)
def test_no_part_of_a_workout_is_faster_than_its_best_effort(seed: int) -> None:
    curve = random_curve(seed)
    for distance in (10.0, 55.5, 200.0):
        found = best_efforts(curve, [distance])
        assert bool(found) == (curve.total >= distance)
        if not found:
            continue
        covered = curve.metres_at(np.array([found[0].start, found[0].end]))
        assert covered[1] - covered[0] == pytest.approx(distance, abs=1e-4)
        last = (curve.times[-1] - curve.times[0]) / SECOND
        for begin in np.arange(0, last, 0.25).tolist():
            end = begin + found[0].elapsed_seconds - 0.01
            places = curve.metres_at(curve.times[0] + np.array([begin * 1e9, end * 1e9]).astype("m8[ns]"))
            assert places[1] - places[0] < distance


def test_a_hill_is_as_far_as_minetti_says() -> None:
    assert running_cost([0, 0.1, -0.2, 0.45, 9, -9]) == pytest.approx(
        [3.6, 5.968324, 1.800032, 19.425991, 19.425991, running_cost([-0.45])[0]], abs=2e-3
    )
    places = np.arange(0, 1001, 5.0)
    curve = curve_of(places.tolist(), places.tolist())
    level, hill = grade_adjusted(curve, np.full(201, 80.0)), grade_adjusted(curve, places * 0.1)
    assert level is not None
    assert hill is not None
    assert level.curve.total == pytest.approx(1000)
    assert hill.curve.total == pytest.approx(1000 * running_cost([0.1])[0] / 3.6)
    assert hill.grades == pytest.approx(np.full(200, 0.1))


@pytest.mark.parametrize("seed", SEEDS)
def test_power_is_that_of_plain_loops(seed: int) -> None:
    chance = np.random.default_rng(seed)
    watts = chance.uniform(0, 400, int(chance.integers(40, 120)))
    times = START + np.arange(len(watts) + 1) * SECOND
    values = np.append(watts, 0)
    assert watts_by_second(times, values) == pytest.approx(watts)
    curve = mean_maximal_power(times, values, [1, 7, 30, 500])
    assert curve is not None
    assert curve.seconds.tolist() == [1, 7, 30]
    for seconds, most in zip(curve.seconds.tolist(), curve.watts, strict=True):
        assert most == pytest.approx(max(mean(watts, row, seconds) for row in range(len(watts) - seconds + 1)))
    fourth = [mean(watts, row, 30) ** 4 for row in range(len(watts) - 29)]
    normalized = normalized_power(times, values)
    assert normalized is not None
    assert normalized.watts == pytest.approx((sum(fourth) / len(fourth)) ** 0.25)


def mean(watts: Floats, begin: int, count: int) -> float:
    return float(np.mean(watts[begin : begin + count]))


def test_a_gap_is_not_a_power_of_0_and_no_mean_reaches_across_it() -> None:
    times = at(*range(31), *range(1000, 1031))
    normalized = normalized_power(times, np.full(62, 213.7))
    assert normalized is not None
    assert normalized.watts == pytest.approx(213.7, rel=1e-12)
    curve = mean_maximal_power(times, np.full(62, 213.7), [60, 90])
    assert curve is not None
    assert curve.seconds.tolist() == [60]


def test_zones_are_weighted_by_time_without_pauses() -> None:
    zones = zones_of_maximum(200)
    found = time_in_zones(at(10, 0, 20, 100), [140, 100, np.nan, 180], zones, end=at(105)[0])
    assert found is not None
    assert found.seconds.tolist() == [10, 0, 30, 0, 5]
    paused = time_in_zones(at(0, 10), [140, 140], zones, end=at(20)[0], pauses=make_spans(at(5), at(12)))
    assert paused is not None
    assert paused.seconds.sum() == 13


def test_wrong_arguments_are_refused_by_name() -> None:
    for call, field in (
        (lambda: make_track(at(0, 1), [0], [0, 0]), "latitudes"),
        (lambda: make_track(at(0), [91], [0]), "latitudes[0]"),
        (lambda: make_track(np.array(["NaT"], "M8[ns]"), [0], [0]), "times[0]"),
        (lambda: distance_of_samples(at(1), at(0), [5]), "ends[0]"),
        (lambda: find_splits(curve_of([0, 1], [0, 5]), 0), "length"),
        (lambda: Zones(bounds=(2, 1), method=""), "bounds"),
    ):
        with pytest.raises(hearth.RequestError) as raised:
            call()
        assert raised.value.field == field
