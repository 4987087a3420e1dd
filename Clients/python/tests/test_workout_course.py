"""`hearth.analysis` on a run along the equator whose distance, pace and grade are known in each part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import hearth
from hearth.analysis import (
    MILE,
    DistanceCurve,
    MovingRule,
    Track,
    WorkoutRecord,
    analyse_record,
    best_efforts,
    distance_of_track,
    elevation_of_altitudes,
    find_splits,
    grade_adjusted,
    make_track,
    moving_by_speed,
    running_cost,
    time_in_zones,
    zones_of_reserve,
)
from hearth.messages import WORKOUT_EVENT_TYPE_SEGMENT, WorkoutDetail, WorkoutEvent

if TYPE_CHECKING:
    from hearth.samples.columns import Floats
    from hearth.samples.times import Times

START = np.datetime64("2026-11-21T08:00", "ns")
SECOND = np.timedelta64(10**9, "ns")
#: Metres of a degree along the equator: its radius is WGS 84's, so that this is exact.
DEGREE = np.pi * 6_378_137 / 180
#: Metres, seconds, and metres of climb of each part: up a hill, a rest, along it, and down another one.
PARTS = ((2000, 500, 100), (0, 30, 0), (2000, 800, 0), (500, 100, -25))
METRES = np.concatenate([[0], np.cumsum([part[0] for part in PARTS])]).astype(np.float64)
SECONDS = np.concatenate([[0], np.cumsum([part[1] for part in PARTS])]).astype(np.float64)
ALTITUDES = 400 + np.concatenate([[0], np.cumsum([part[2] for part in PARTS])]).astype(np.float64)
WHOLE = np.arange(SECONDS[-1] + 1)


def times(seconds: Floats) -> Times:
    return START + np.rint(seconds * 1e9).astype("m8[ns]")


def track() -> Track:
    """A position each second, eastwards over the antimeridian."""
    east = 179.99 + np.interp(WHOLE, SECONDS, METRES) / DEGREE
    east = np.where(east > 180, east - 360, east)
    return make_track(times(WHOLE), np.zeros(len(WHOLE)), east, altitudes=np.interp(WHOLE, SECONDS, ALTITUDES))


@pytest.fixture
def curve() -> DistanceCurve:
    """The distance along the track."""
    found = distance_of_track(track())
    assert found is not None
    return found


def test_the_distance_is_that_of_the_parts(curve: DistanceCurve) -> None:
    assert curve.total == pytest.approx(4500, abs=1e-4)
    assert curve.metres_at(times(SECONDS)) == pytest.approx(METRES, abs=1e-4)


def test_a_rest_counts_to_the_split_after_it(curve: DistanceCurve) -> None:
    moving = moving_by_speed(curve, MovingRule.RUN)
    splits = find_splits(curve, moving=moving)
    assert [split.elapsed_seconds for split in splits] == pytest.approx([250, 250, 430, 400, 100], abs=1e-3)
    assert [split.moving_seconds for split in splits] == pytest.approx([250, 250, 400, 400, 100], abs=1e-3)
    assert [split.seconds_per_kilometre for split in splits] == pytest.approx([250, 250, 400, 400, 200], abs=1e-3)
    assert [split.metres for split in splits] == pytest.approx([1000] * 4 + [500], abs=1e-3)
    assert [split.is_partial for split in splits] == [False] * 4 + [True]
    assert moving.seconds == 1400


def test_a_mile_ends_between_two_positions(curve: DistanceCurve) -> None:
    first, second, last = find_splits(curve, MILE)
    assert first.elapsed_seconds == pytest.approx(MILE / 4, abs=1e-3)
    assert second.elapsed_seconds == pytest.approx(530 + (2 * MILE - 2000) / 2.5 - MILE / 4, abs=1e-3)
    assert last.metres == pytest.approx(4500 - 2 * MILE, abs=1e-3)


def test_a_ride_rests_only_when_its_stop_is_long(curve: DistanceCurve) -> None:
    assert moving_by_speed(curve, MovingRule.RIDE).seconds == 1400
    assert moving_by_speed(curve, MovingRule.RIDE, ride_stop_max=30).seconds == 1430


def test_the_fastest_part_is_found_wherever_it_is(curve: DistanceCurve) -> None:
    short, middle, long, whole = best_efforts(curve, [500, 1000, 2000, 4500 - 1e-3])
    assert (short.elapsed_seconds, (short.start - START) / SECOND) == pytest.approx((100, 1330), abs=1e-3)
    # Up the hill: 250 s against 100 s and 200 s at the end.
    assert middle.elapsed_seconds == pytest.approx(250, abs=1e-3)
    assert (middle.end - START) / SECOND <= 500
    assert (long.elapsed_seconds, (long.start - START) / SECOND) == pytest.approx((500, 0), abs=1e-3)
    assert whole.elapsed_seconds == pytest.approx(1430, abs=1e-2)


def test_the_hysteresis_leaves_out_less_than_itself_of_each_hill() -> None:
    found = elevation_of_altitudes(track().altitudes)
    fine = elevation_of_altitudes(track().altitudes, hysteresis=1e-9)
    assert found is not None
    assert fine is not None
    assert (fine.ascended, fine.descended) == pytest.approx((100, 25))
    assert found.ascended == pytest.approx(100, abs=3)
    assert found.descended == pytest.approx(25, abs=3)


def test_hills_count_as_much_as_minetti_says(curve: DistanceCurve) -> None:
    found = grade_adjusted(curve, track().altitudes)
    assert found is not None
    up, level, down = running_cost([0.05, 0, -0.05]) / 3.6
    # Where the grade changes, its mean over 40 m lies between those of both sides.
    assert found.curve.total == pytest.approx(2000 * up + 2000 * level + 500 * down, abs=5)
    assert found.grades[100] == pytest.approx(0.05, abs=1e-6)
    assert found.grades[900] == pytest.approx(0, abs=1e-6)
    assert found.grades[1400] == pytest.approx(-0.05, abs=1e-6)


def test_zones_of_reserve_count_each_part() -> None:
    rates = np.interp(WHOLE, SECONDS, [150, 150, 100, 145, 185])
    steady = np.select([WHOLE < 500, WHOLE < 530, WHOLE < 1330], [155.0, 110.0, 145.0], 180.0)
    zones = zones_of_reserve(60, 190)
    found = time_in_zones(times(WHOLE), steady, zones, end=times(SECONDS)[-1])
    assert found is not None
    assert found.seconds.tolist() == [30, 800, 500, 0, 100]
    changing = time_in_zones(times(WHOLE), rates, zones, end=times(SECONDS)[-1])
    assert changing is not None
    assert changing.seconds.sum() == SECONDS[-1]


def segment(begin: float, end: float) -> WorkoutEvent:
    first, last = times(np.array([begin, end])).view(np.int64).tolist()
    return WorkoutEvent(type=WORKOUT_EVENT_TYPE_SEGMENT, start=first, end=last)


def test_splits_agree_with_the_segments_that_a_device_marked() -> None:
    # A device marks kilometres and miles, each at a whole second.
    ends = [250, 500, 930, 1330]
    miles = [round(MILE / 4), round(530 + (2 * MILE - 2000) / 2.5)]
    spans = sorted([*zip([0, *ends], ends, strict=False), *zip([0, *miles], miles, strict=False)])
    events = [segment(begin, end) for begin, end in spans]
    run = hearth.workouts([START], times(SECONDS[-1:]), ["running"], details=[WorkoutDetail(events=events)])
    along = track()
    route = hearth.routes([START], times(SECONDS[-1:]), [len(along)], along.times, along.latitudes, along.longitudes)
    record = WorkoutRecord(workout=run, samples={route.type: route})
    found = analyse_record(record)
    assert found.segment_difference == pytest.approx(0, abs=1e-3)
    by_mile = analyse_record(record, split_length=MILE)
    assert by_mile.segment_difference is not None
    assert by_mile.segment_difference <= 0.5
    assert len(found.segments) == 6
