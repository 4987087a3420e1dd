"""The analysis of a workout that the server holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
import pytest

import hearth
from hearth.enums import WorkoutActivityType
from hearth.messages import (
    WORKOUT_EVENT_TYPE_PAUSE,
    WORKOUT_EVENT_TYPE_RESUME,
    WORKOUT_EVENT_TYPE_SEGMENT,
    WorkoutDetail,
    WorkoutEvent,
)
from hearth.predicates import one_of
from hearth.samples.short_names import short_name

if TYPE_CHECKING:
    from server import Server

START = np.datetime64("2026-11-21T08:00", "ns")
SPEED = 3.0
#: Seconds of the run, and of the pause in it.
LENGTH, PAUSE = 1300, (600, 700)
#: Metres of a degree of latitude near the equator.
DEGREE = 110_574.4


def time(second: float) -> int:
    return int((START + np.timedelta64(round(second * 1e9), "ns")).astype(np.int64))


def second_of(metres: float) -> float:
    """When the run has come so far."""
    active = metres / SPEED
    return active if active <= PAUSE[0] else active + PAUSE[1] - PAUSE[0]


def synthetic_run(client: hearth.Client, *, with_samples: bool) -> hearth.Samples:
    """A run of 3,600 m northwards at 3 m/s, on a grade of 5 %, with a pause of 100 s and a segment each kilometre."""
    events = [
        WorkoutEvent(type=WORKOUT_EVENT_TYPE_PAUSE, start=time(PAUSE[0]), end=time(PAUSE[0])),
        WorkoutEvent(type=WORKOUT_EVENT_TYPE_RESUME, start=time(PAUSE[1]), end=time(PAUSE[1])),
    ]
    for kilometre in (1, 2, 3):
        begin, end = second_of(1000 * (kilometre - 1)), second_of(1000 * kilometre)
        events.append(WorkoutEvent(type=WORKOUT_EVENT_TYPE_SEGMENT, start=time(begin), end=time(end)))
    events.sort(key=lambda event: event.start)
    ends = [START + np.timedelta64(LENGTH, "s")]
    run = hearth.workouts([START], ends, [WorkoutActivityType.running], details=[WorkoutDetail(events=events)])
    seconds = np.concatenate([np.arange(0, PAUSE[0] + 1), np.arange(PAUSE[1], LENGTH + 1)])
    metres = np.where(seconds <= PAUSE[0], seconds, seconds - (PAUSE[1] - PAUSE[0])) * SPEED
    moments = START + seconds * np.timedelta64(10**9, "ns")
    route = hearth.routes(
        [START],
        ends,
        [len(seconds)],
        moments,
        metres / DEGREE,
        np.full(len(seconds), 13.0),
        altitudes=metres * 0.05,
        horizontal_accuracies=np.full(len(seconds), 5.0),
        vertical_accuracies=np.full(len(seconds), 3.0),
    )
    rates = hearth.quantities("heartRate", moments, np.full(len(seconds), 150.0), "count/min")
    watts = hearth.quantities("runningPower", moments, np.full(len(seconds), 240.0), "W")
    client.save(run)
    samples = [route, rates, watts]
    if with_samples:
        begins = seconds[:-1][np.diff(seconds) == 1]
        starts = START + begins * np.timedelta64(10**9, "ns")
        values = np.full(len(begins), SPEED)
        samples.append(
            hearth.quantities("distanceWalkingRunning", starts, values, "m", ends=starts + np.timedelta64(1, "s"))
        )
    client.add_to_workout(run.uuid(0), samples)
    return run


@pytest.mark.parametrize("with_samples", [True, False])
def test_a_run_is_analysed_as_it_was_made(server: Server, with_samples: bool) -> None:
    with hearth.Client(server.socket) as client:
        run = synthetic_run(client, with_samples=with_samples)
        client.set_characteristics(date_of_birth="1986-11-21")
        found = hearth.analyse_workout(client, run.uuid(0))
    assert found.distance is not None
    assert found.distance.metres == pytest.approx(3600, rel=1e-5)
    expected = "device samples (distanceWalkingRunning)" if with_samples else "positions within 50 m"
    assert found.distance.method.startswith(expected)
    assert found.elapsed_seconds == LENGTH
    assert found.moving is not None
    assert (found.moving.seconds, found.moving.method) == (1200, "workout events")
    assert [split.is_partial for split in found.splits] == [False, False, False, True]
    assert found.segment_difference is not None
    assert found.segment_difference < 1
    assert [split.moving_seconds for split in found.splits[:3]] == pytest.approx([1000 / SPEED] * 3, abs=0.1)
    assert [split.metres for split in found.segments] == pytest.approx([1000] * 3, abs=0.1)
    assert found.elevation is not None
    # The hysteresis leaves out at most its 3 m at the end.
    assert found.elevation.ascended == pytest.approx(180, abs=3.01)
    assert {effort.metres for effort in found.efforts} >= {400, 1000}
    assert found.efforts[0].elapsed_seconds == pytest.approx(400 / SPEED, abs=0.1)
    assert found.grade_adjusted is not None
    assert found.grade_adjusted.grades.mean() == pytest.approx(0.05, rel=1e-3)
    assert found.zones is not None
    assert found.zones.seconds.sum() == 1200
    assert found.zones.method == "maximum heart rate, 60/70/80/90 %; maximum by age, Tanaka 2001"
    assert found.normalized_power is not None
    assert found.normalized_power.watts == pytest.approx(240)


def test_a_workout_has_the_same_distance_wherever_it_is_asked_for(server: Server) -> None:
    """The app's total, else the device's samples, else the route. A total of 0 says less than what was measured."""
    end = START + np.timedelta64(1, "h")
    with hearth.Client(server.socket, app="org.example.distances") as client:
        runs = [synthetic_run(client, with_samples=True), synthetic_run(client, with_samples=False)]
        for total in (5000.0, 0.0, None):
            details = [WorkoutDetail(total_distance=total)]
            one = hearth.workouts([START], [end], ["walking"], details=details)
            client.save(one)
            measured = hearth.quantities("distanceWalkingRunning", [START], [4900.0], "m", ends=[end])
            client.add_to_workout(one.uuid(0), measured)
            runs.append(one)
        runs.append(hearth.workouts([START], [end], ["rowing"], details=[WorkoutDetail(total_distance=0)]))
        runs.append(hearth.workouts([START], [end], ["yoga"]))
        client.save(runs[-2:])
        found = client.read("workout", hearth.predicates.source("org.example.distances"))
        listed = hearth.analysis.workout_distances(client, found)
        by_uuid = {found.uuid(row): listed[row] for row in range(len(found))}
        for run in runs:
            assert by_uuid[run.uuid(0)] == hearth.analyse_workout(client, run.uuid(0)).distance
    distances = [by_uuid[run.uuid(0)] for run in runs]
    metres = [None if distance is None else round(distance.metres) for distance in distances]
    assert metres == [3600, 3600, 5000, 4900, 4900, 0, None]


def test_only_what_may_say_how_far_a_workout_was_is_looked_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each type costs the server all that belongs to a workout: first the one of its activity, others only without it,
    and none of which nothing is stored."""
    end = START + np.timedelta64(1, "h")
    app = "org.example.looking"
    with hearth.Client(server.socket, app=app) as client:
        known, own, other, still, nowhere = (
            hearth.workouts([START], [end], [activity], details=[WorkoutDetail(total_distance=total)])
            for activity, total in (("walking", 10), ("walking", 0), ("walking", 0), ("cycling", 0), ("cycling", 0))
        )
        client.save([known, own, other, still, nowhere])
        for workout, name, metres in (
            (own, "distanceWalkingRunning", 4000.0),
            (other, "distanceSwimming", 300.0),
            (still, "distanceCycling", 0.0),
        ):
            client.add_to_workout(workout.uuid(0), hearth.quantities(name, [START], [metres], "m", ends=[end]))
        stored = {"distanceWalkingRunning", "distanceSwimming", "distanceCycling"}
        if len(client.read("workoutRoute", limit=1)):
            stored.add("workoutRoute")
        asked: list[list[str]] = []
        query = hearth.Client.query

        def noting(self: hearth.Client, of: Any, *arguments: Any, **more: Any) -> Any:
            if not isinstance(of, str):
                asked.append([clause.type for clause in of])
            return query(self, of, *arguments, **more)

        monkeypatch.setattr(hearth.Client, "query", noting)
        for workout, metres in ((known, 10), (own, 4000), (other, 300), (still, 0), (nowhere, 0)):
            asked.clear()
            (found,) = hearth.analysis.workout_distances(client, client.read("workout", one_of([workout.uuid(0)])))
            names = [short_name(one) for clauses in asked for one in clauses]
            assert found is not None
            assert found.metres == metres
            assert found == hearth.analyse_workout(client, workout.uuid(0)).distance
            assert set(names) <= stored
            if workout is known:
                assert names == []
            elif workout is own:
                assert names == ["distanceWalkingRunning"]
            elif workout is still:
                assert names == ["distanceCycling"]
            else:
                assert names[0] == short_name(f"distance{'Cycling' if workout is nowhere else 'WalkingRunning'}")
                assert "distanceSwimming" in names[1:]


def test_a_workout_without_samples_has_nothing_that_is_0(server: Server) -> None:
    indoors = hearth.workouts([START], [START + np.timedelta64(60, "m")], [WorkoutActivityType.yoga])
    with hearth.Client(server.socket) as client:
        client.save(indoors)
        found = hearth.analyse_workout(client, indoors.uuid(0))
    assert found.elapsed_seconds == 3600
    parts = (found.distance, found.moving, found.elevation, found.grade_adjusted, found.zones, found.normalized_power)
    assert parts == (None,) * len(parts)
    assert [len(found.splits), len(found.efforts), len(found.laps)] == [0, 0, 0]


def test_a_workout_that_is_not_there_is_an_error(server: Server) -> None:
    with hearth.Client(server.socket) as client, pytest.raises(hearth.RequestError) as raised:
        hearth.analyse_workout(client, uuid4())
    assert raised.value.code is hearth.ErrorCode.WORKOUT_NOT_FOUND
