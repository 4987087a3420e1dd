"""Workouts as a device records them, made without a server."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth import analysis
from hearth.messages import (
    WORKOUT_EVENT_TYPE_LAP,
    WORKOUT_EVENT_TYPE_PAUSE,
    WORKOUT_EVENT_TYPE_RESUME,
    WORKOUT_EVENT_TYPE_SEGMENT,
    WorkoutDetail,
    WorkoutEvent,
)

if TYPE_CHECKING:
    from hearth.samples.metadata import Metadata

START = np.datetime64("2026-11-21T08:00", "ns")
SECOND = np.timedelta64(10**9, "ns")


def event(
    kind: hearth.messages.WorkoutEventType, begin: float, end: float, start: np.datetime64 = START
) -> WorkoutEvent:
    """An event between two seconds of a workout."""
    first, last = (int((start + np.timedelta64(round(second * 1e9), "ns")).astype(np.int64)) for second in (begin, end))
    return WorkoutEvent(type=kind, start=first, end=last)


def recorded_run(
    hours: float = 1.0, *, metadata: Metadata | None = None, start: np.datetime64 = START, seed: int = 1
) -> list[hearth.Samples]:
    """A run with a position, heart rate, power and distance each second: the workout, and what belongs to it.

    It winds through hills and has a pause of two minutes after a third of it, a gap in its heart rates, and a lap each
    quarter of it.
    """
    chance = np.random.default_rng(seed)
    length = round(hours * 3600)
    pause = (length // 3, length // 3 + 120)
    seconds = np.arange(length + 1)
    active = (seconds <= pause[0]) | (seconds >= pause[1])
    speeds = 2.9 + 0.5 * np.sin(seconds / 240) + 0.25 * np.sin(seconds / 37) + chance.normal(0, 0.1, len(seconds))
    metres = np.cumsum(np.where(active & (seconds > 0), speeds, 0))
    heading = 0.8 * np.sin(metres / 900) + metres / 1700
    north, east = np.cumsum(speeds * active * np.cos(heading)), np.cumsum(speeds * active * np.sin(heading))
    altitudes = 60 + 25 * np.sin(metres / 1300) + 6 * np.sin(metres / 210)
    beats = 148 + 14 * np.sin(seconds / 240 - 0.7) + chance.normal(0, 1, len(seconds))

    times = start + seconds * SECOND
    ends = times[-1:]
    marks = np.searchsorted(metres, np.arange(0, metres[-1], 1000)).tolist()
    quarters = np.linspace(0, length, 5).tolist()
    happened = [
        (WORKOUT_EVENT_TYPE_PAUSE, pause[0], pause[0]),
        (WORKOUT_EVENT_TYPE_RESUME, pause[1], pause[1]),
        *((WORKOUT_EVENT_TYPE_SEGMENT, *pair) for pair in pairwise(marks)),
        *((WORKOUT_EVENT_TYPE_LAP, *pair) for pair in pairwise(quarters)),
    ]
    events = [event(*one, start) for one in sorted(happened, key=lambda one: one[1])]
    run = hearth.workouts(
        [start],
        ends,
        ["running"],
        details=[WorkoutDetail(total_energy_burned=780 * hours, events=events)],
        metadata=[{"HKTimeZone": "Europe/Berlin", "HKIndoorWorkout": False} if metadata is None else metadata],
    )
    measured = np.flatnonzero(active)
    route = hearth.routes(
        [start],
        ends,
        [len(measured)],
        times[measured],
        52.45 + north[measured] / 111_250,
        13.25 + east[measured] / (111_320 * np.cos(np.radians(52.45))),
        altitudes=altitudes[measured],
        horizontal_accuracies=np.full(len(measured), 4.0),
        vertical_accuracies=np.full(len(measured), 3.0),
    )
    worn = active & ~((seconds > length * 0.6) & (seconds < length * 0.65))
    rates = hearth.quantities("heartRate", times[worn], beats[worn], "count/min")
    watts = hearth.quantities("runningPower", times[active], (speeds * 85)[active], "W")
    steps = measured[measured > 0]
    lengths = hearth.quantities(
        "distanceWalkingRunning", times[steps - 1], np.diff(metres, prepend=0)[steps], "m", ends=times[steps]
    )
    return [run, route, rates, watts, lengths]


def analysed(samples: list[hearth.Samples]) -> analysis.WorkoutAnalysis:
    """The analysis of a workout and what belongs to it."""
    run, *rest = samples
    record = analysis.WorkoutRecord(workout=run, samples={one.type: one for one in rest})
    return analysis.analyse_record(record, zones=analysis.zones_of_reserve(52, 186))
