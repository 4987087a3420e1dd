"""Saves a run: a workout with its heart rate, and the heart rates as members of it.

usage: python examples/save.py
"""

from __future__ import annotations

import numpy as np

import hearth
from hearth.enums import WorkoutActivityType
from hearth.messages import WorkoutDetail


def main() -> None:
    start = np.datetime64("now") - np.timedelta64(30, "m")
    seconds = np.arange(0, 30 * 60, 5)
    times = start + seconds * np.timedelta64(1, "s")
    chance = np.random.default_rng()
    values = 110 + 50 * (1 - np.exp(-seconds / 300)) + chance.normal(0, 2, len(seconds))

    run = hearth.workouts(
        [times[0]], [times[-1]], [WorkoutActivityType.running], details=[WorkoutDetail(total_distance=5200)]
    )
    rates = hearth.quantities("heartRate", times, values, "count/min", device=hearth.Device(name="Chest belt"))
    with hearth.Client() as client:
        client.save(run)
        committed = client.add_to_workout(run.uuid(0), rates)
    print(f"saved the run {run.uuid(0)} with {committed.added} heart rates")


if __name__ == "__main__":
    main()
