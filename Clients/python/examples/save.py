"""Saves a run of half an hour: a workout, and heart rates that belong to it."""

from __future__ import annotations

import argparse

import numpy as np

import hearth
from hearth.messages import WorkoutDetail


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    start = np.datetime64("now") - np.timedelta64(30, "m")
    seconds = np.arange(0, 30 * 60, 5)
    times = start + seconds * np.timedelta64(1, "s")
    random = np.random.default_rng()
    values = 110 + 50 * (1 - np.exp(-seconds / 300)) + random.normal(0, 2, len(seconds))

    run = hearth.workouts([times[0]], [times[-1]], ["running"], details=[WorkoutDetail(total_distance=5200)])
    rates = hearth.quantities("heartRate", times, values, "count/min", device=hearth.Device(name="Chest belt"))
    with hearth.Client() as client:
        client.save(run)
        committed = client.add_to_workout(run.uuid(0), rates)
    print(f"saved the run {run.uuid(0)} with {committed.added} heart rates")


if __name__ == "__main__":
    main()
