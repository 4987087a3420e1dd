"""How long the analysis of a workout takes.

usage: python benchmarks/workouts.py [HOURS]

Makes a run of that many hours (3, if not said) with a position, heart rate, power and distance each second, and
analyses it, whole and by each function. Prints the median of five rounds, with the shortest and the longest. It needs
no server.
"""

from __future__ import annotations

import sys
import time
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

import hearth
from hearth import analysis

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
START = np.datetime64("2026-11-21T08:00", "ns")


def made(hours: float) -> analysis.WorkoutRecord:
    """A run in a park: laps of about a kilometre, up and down, at a changing pace."""
    chance = np.random.default_rng(1)
    seconds = np.arange(round(hours * 3600) + 1)
    times = START + seconds * np.timedelta64(10**9, "ns")
    metres = np.cumsum(3 + 0.5 * np.sin(seconds / 300) + chance.normal(0, 0.1, len(seconds)))
    angle = metres / 160
    route = hearth.routes(
        [times[0]],
        [times[-1]],
        [len(times)],
        times,
        52 + 160 * np.sin(angle) / 111_000,
        13 + 160 * np.cos(angle) / 68_000,
        altitudes=40 + 10 * np.sin(metres / 400) + chance.normal(0, 0.3, len(times)),
        horizontal_accuracies=np.full(len(times), 5.0),
        vertical_accuracies=np.full(len(times), 3.0),
    )
    rates = hearth.quantities("heartRate", times, 150 + 10 * np.sin(seconds / 200), "count/min")
    watts = hearth.quantities("runningPower", times, chance.uniform(200, 300, len(times)), "W")
    steps = np.diff(metres, prepend=0)
    lengths = hearth.quantities("distanceWalkingRunning", times[:-1], steps[1:], "m", ends=times[1:])
    return analysis.WorkoutRecord(
        workout=hearth.workouts([times[0]], [times[-1]], ["running"]),
        samples={samples.type: samples for samples in (route, rates, watts, lengths)},
    )


def measured(name: str, work: Callable[[], object]) -> None:
    """Prints how long the work takes."""
    lasted = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        work()
        lasted.append((time.perf_counter() - begin) * 1000)
    print(f"{name:24} {median(lasted):8.2f} ms ({min(lasted):.2f} - {max(lasted):.2f})")


def main() -> None:
    """Makes the run and measures."""
    record = made(float(sys.argv[1]) if len(sys.argv) > 1 else 3)
    zones = analysis.zones_of_maximum(190)
    found = analysis.analyse_record(record, zones=zones)
    track, curve, moving = found.track, found.curve, found.moving
    rates, watts = record.readings("heartRate"), record.readings("runningPower")
    assert track is not None
    assert curve is not None
    assert moving is not None
    assert rates is not None
    assert watts is not None
    along = analysis.distance_of_track(track)
    assert along is not None
    print(f"{len(track)} positions, {curve.total / 1000:.1f} km")
    measured("analyse_record", lambda: analysis.analyse_record(record, zones=zones))
    measured("distance_of_track", lambda: analysis.distance_of_track(track))
    measured("moving_by_speed", lambda: analysis.moving_by_speed(curve, analysis.MovingRule.RUN))
    measured("find_splits", lambda: analysis.find_splits(curve, moving=moving))
    measured("best_efforts", lambda: analysis.best_efforts(curve))
    measured("elevation_of_altitudes", lambda: analysis.elevation_of_altitudes(track.altitudes))
    measured("grade_adjusted", lambda: analysis.grade_adjusted(along, track.altitudes))
    measured("time_in_zones", lambda: analysis.time_in_zones(rates.starts, rates.values, zones))
    measured("mean_maximal_power", lambda: analysis.mean_maximal_power(watts.starts, watts.values))
    measured("normalized_power", lambda: analysis.normalized_power(watts.starts, watts.values))


if __name__ == "__main__":
    main()
