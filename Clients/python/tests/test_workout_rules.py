"""Which of what is known of a workout counts: a device before its track, one app of several, and runs only."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

import hearth
from hearth.analysis import (
    DistanceCurve,
    MovingRule,
    WorkoutRecord,
    analyse_record,
    find_splits,
    make_track,
    moving_by_speed,
    readings_of,
    running_cost,
    zones_of_person,
)
from hearth.messages import (
    WORKOUT_EVENT_TYPE_LAP,
    WORKOUT_EVENT_TYPE_PAUSE,
    WORKOUT_EVENT_TYPE_RESUME,
    WorkoutDetail,
    WorkoutEvent,
)
from hearth.samples.provenance import Provenance, Source

if TYPE_CHECKING:
    from hearth.samples.columns import Floats
    from hearth.samples.metadata import Metadata
    from server import Server

START = np.datetime64("2026-11-21T08:00", "ns")
SECOND = np.timedelta64(10**9, "ns")
#: Metres of a degree of latitude near the equator.
DEGREE = 110_574.4
#: A kilometre up a hill of 100 m, a rest of 100 s, and a kilometre that is level.
SECONDS = np.concatenate([np.arange(401), np.arange(500, 801)])
METRES = np.interp(SECONDS, [0, 400, 500, 800], [0, 1000, 1000, 2000])
ALTITUDES = np.minimum(METRES, 1000) / 10


def recorded(
    activity: str, *others: hearth.Samples, speeds: Floats | None = None, metadata: Metadata | None = None
) -> WorkoutRecord:
    """That course, with a pause while the person rests and a lap on either side."""
    events = [
        WorkoutEvent(type=kind, start=tick(begin), end=tick(end))
        for kind, begin, end in (
            (WORKOUT_EVENT_TYPE_LAP, 0, 400),
            (WORKOUT_EVENT_TYPE_PAUSE, 400, 400),
            (WORKOUT_EVENT_TYPE_RESUME, 500, 500),
            (WORKOUT_EVENT_TYPE_LAP, 500, 800),
        )
        # Speeds count where no event tells of a pause.
        if speeds is None or kind == WORKOUT_EVENT_TYPE_LAP
    ]
    moments = START + SECONDS * SECOND
    ends = moments[-1:]
    details = [WorkoutDetail(events=events)]
    workout = hearth.workouts([START], ends, [activity], details=details, metadata=[metadata or {}])
    places = METRES / DEGREE
    route = hearth.routes(
        [START], ends, [len(SECONDS)], moments, places, np.zeros(len(places)), altitudes=ALTITUDES, speeds=speeds
    )
    return WorkoutRecord(workout=workout, samples={one.type: one for one in (route, *others)})


def tick(second: float) -> int:
    return int((START + np.timedelta64(round(second * 1e9), "ns")).astype(np.int64))


def test_the_elevation_that_a_device_measured_comes_first() -> None:
    measured: Metadata = {
        "HKElevationAscended": hearth.Quantity(9550, "cm"),
        "HKElevationDescended": hearth.Quantity(2, "m"),
    }
    found = analyse_record(recorded("running", metadata=measured)).elevation
    assert found is not None
    assert (found.ascended, found.descended) == pytest.approx((95.5, 2))
    assert found.method == "HKElevationAscended"
    alone = analyse_record(recorded("running")).elevation
    assert alone is not None
    assert alone.ascended == pytest.approx(100, abs=3.01)


def test_a_lap_has_its_own_distance() -> None:
    found = analyse_record(recorded("running"))
    assert [lap.metres for lap in found.laps] == pytest.approx([1000, 1000], rel=1e-3)
    assert [lap.moving_seconds for lap in found.laps] == [400, 300]


def test_the_pace_on_the_level_is_of_the_moving_time_and_of_runs_only() -> None:
    found = analyse_record(recorded("running"))
    assert found.grade_adjusted is not None
    metres = 1000 * float(running_cost([0.1])[0]) / 3.6 + 1000
    assert found.grade_adjusted.curve.total == pytest.approx(metres, rel=0.01)
    assert found.grade_adjusted_seconds_per_kilometre == pytest.approx(700 / metres * 1000, rel=0.01)
    assert analyse_record(recorded("walking")).grade_adjusted is None


def test_altitudes_between_samples_that_are_far_apart_count() -> None:
    """A hill in the middle of a sample that ends as high as it began."""
    times = START + np.arange(601) * SECOND
    metres = np.linspace(0, 2000, 601)
    run = hearth.workouts([START], times[-1:], ["running"])
    hill = 100 - np.abs(metres - 1000) / 10
    route = hearth.routes([START], times[-1:], [601], times, metres / DEGREE, np.zeros(601), altitudes=hill)
    whole = hearth.quantities("distanceWalkingRunning", [START], [2000.0], "m", ends=times[-1:])
    found = analyse_record(WorkoutRecord(workout=run, samples={one.type: one for one in (route, whole)}))
    assert found.grade_adjusted is not None
    up, down = running_cost([0.1, -0.1]) / 3.6
    assert found.grade_adjusted.curve.total == pytest.approx(1000 * (up + down), rel=0.01)


def test_the_speeds_of_a_device_say_when_it_stood() -> None:
    """And not the distances. Ten seconds are a stop of a run, and none of a walk."""
    speeds = np.full(len(SECONDS), 3.0)
    speeds[100:111] = 0
    moments = START + SECONDS * SECOND
    lengths = hearth.quantities("distanceWalkingRunning", moments[:-1], np.diff(METRES), "m", ends=moments[1:])
    for activity, seconds in (("running", 790), ("walking", 800)):
        found = analyse_record(recorded(activity, lengths, speeds=speeds)).moving
        assert found is not None
        assert found.seconds == seconds


def test_a_first_split_begins_with_the_workout() -> None:
    """Also after a rest."""
    times = START + np.array([0, 60, 360, 660]) * SECOND
    curve = DistanceCurve(times=times, metres=np.array([0.0, 0, 1000, 2000]), method="")
    moving = moving_by_speed(curve, MovingRule.RUN)
    found = find_splits(curve, moving=moving)
    assert [split.elapsed_seconds for split in found] == [360, 300]
    assert [split.moving_seconds for split in found] == [300, 300]


def test_an_altitude_that_the_device_calls_invalid_is_not_known() -> None:
    times = START + np.arange(4) * SECOND
    track = make_track(times, np.zeros(4), np.zeros(4), altitudes=[1, 900, 2, 3], vertical_accuracies=[3, -1, 3, 0])
    assert np.isnan(track.altitudes).tolist() == [False, True, False, False]


def test_what_two_apps_measured_counts_once() -> None:
    """What the app of the workout measured, else what that of the first sample did."""
    apps = [Provenance(source=Source(bundle_identifier=f"org.example.{name}", name=name)) for name in ("one", "two")]
    times = START + np.array([10, 0, 20, 5]) * SECOND
    metres = hearth.quantities("distanceWalkingRunning", times, [1.0, 2, 3, 4], "m", ends=times + SECOND)
    both = replace(metres, provenances=tuple(apps), provenance_indexes=np.array([0, 1, 0, 1], np.uint32))
    assert readings_of(both).values.tolist() == [2, 4]
    assert readings_of(both, "org.example.one").values.tolist() == [1, 3]
    assert readings_of(both, "org.example.three").values.tolist() == [2, 4]


def test_zones_are_those_of_the_resting_rate_of_that_time(server: Server) -> None:
    day = np.timedelta64(1, "D")
    with hearth.Client(server.socket) as client:
        client.set_characteristics(date_of_birth="1986-11-21")
        maximum = zones_of_person(client, START)
        assert maximum is not None
        assert maximum.bounds == pytest.approx([180 * share for share in (0.6, 0.7, 0.8, 0.9)])
        client.save(hearth.quantities("restingHeartRate", [START - day, START + day], [60.0, 40.0], "count/min"))
        found = zones_of_person(client, START)
    assert found is not None
    assert found.bounds == pytest.approx([60 + share * 120 for share in (0.6, 0.7, 0.8, 0.9)])
