"""A store of ten years, as a person has it who wears a watch and carries a phone: 10.5 million heart rates, 3,000
workouts with their routes, nights, and what else is measured. The same in each run.

usage: PYTHONPATH=tests:../python/tests python benchmarks/ten_years.py SOCKET [DAYS]
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth.enums import SleepAnalysis
from hearth.messages import WorkoutDetail

from stores import PHONE, WATCH, electrocardiograms

if TYPE_CHECKING:
    from hearth.samples.columns import Floats
    from hearth.samples.times import Times

DAYS = 3653
#: The day after the last one.
END = np.datetime64("2026-11-22T00:00", "ns")
SECOND = np.timedelta64(10**9, "ns")
HOUR = 3600 * SECOND
DAY = 24 * HOUR
#: A heart rate each half minute.
RATES_A_DAY = 2880
WORKOUTS = 3000
_AT_ONCE = 100
_EFFORTS = {"running": (2.9, 150, 11.0), "cycling": (7.0, 132, 8.0), "walking": (1.5, 98, 4.5), "yoga": (0.0, 85, 2.5)}
_DISTANCES = {"running": "distanceWalkingRunning", "walking": "distanceWalkingRunning", "cycling": "distanceCycling"}


def fill(socket: str, days: int = DAYS) -> int:
    """Saves all of it, and returns how many samples these are."""
    chance = np.random.default_rng(3)
    with hearth.Client(socket, app=WATCH) as watch, hearth.Client(socket, app=PHONE) as phone:
        watch.set_characteristics(date_of_birth="1986-11-21", biological_sex="female")
        count = 0
        for first in range(0, days, _AT_ONCE):
            midnights = END - np.arange(days - first, max(days - first - _AT_ONCE, 0), -1) * DAY
            for client, samples in ((watch, _of_watch(chance, midnights)), (phone, _of_phone(chance, midnights))):
                client.save(samples)
                count += sum(map(len, samples))
        workouts = WORKOUTS * days // DAYS
        for number in range(workouts):
            count += _save_workout(watch, chance, END - (days - number * days // workouts) * DAY)
    return count


def _of_watch(chance: np.random.Generator, midnights: Times) -> list[hearth.Samples]:
    times = (midnights[:, None] + np.arange(RATES_A_DAY) * (DAY // RATES_A_DAY)).ravel()
    hours = np.tile(np.arange(RATES_A_DAY) * 24 / RATES_A_DAY, len(midnights))
    slow = 66 + 6 * np.sin(times.astype(np.int64) / 4e15)
    rates = np.rint(slow + 13 * np.sin((hours - 8) / 24 * 2 * np.pi) + chance.normal(0, 7, len(times))).clip(38, 190)
    mornings = midnights + 7 * HOUR
    hourly = (midnights[:, None] + np.arange(8, 22) * HOUR).ravel()
    saturation = chance.normal(97, 1, len(mornings)).round().clip(90, 100)
    return [
        hearth.quantities("heartRate", times, rates, "count/min"),
        *_walked(chance, midnights, 1.0),
        hearth.quantities(
            "activeEnergyBurned", hourly, chance.gamma(2, 18, len(hourly)).round(1), "kcal", ends=hourly + HOUR
        ),
        hearth.quantities("appleExerciseTime", hourly, chance.integers(0, 6, len(hourly)), "min", ends=hourly + HOUR),
        hearth.categories("appleStandHour", hourly, chance.integers(0, 4, len(hourly)) == 0, ends=hourly + HOUR),
        hearth.quantities("restingHeartRate", mornings, chance.normal(54, 3, len(mornings)).round(), "count/min"),
        hearth.quantities("heartRateVariabilitySDNN", mornings, chance.gamma(9, 6, len(mornings)).round(1), "ms"),
        hearth.quantities("oxygenSaturation", mornings, saturation, "%"),
        _nights(chance, midnights),
    ]


def _of_phone(chance: np.random.Generator, midnights: Times) -> list[hearth.Samples]:
    mornings = midnights[::3] + 7 * HOUR
    years = (mornings - np.datetime64("2016-11-21", "ns")) / (365 * DAY)
    systolic = chance.normal(122, 7, len(mornings)).round()
    evenings = midnights - 2 * HOUR
    beats = np.cumsum(chance.normal(0.9, 0.05, 70))
    return [
        *_walked(chance, midnights, 0.8),
        hearth.quantities(
            "bodyMass", mornings, (74 - years * 0.4 + chance.normal(0, 0.5, len(mornings))).round(1), "kg"
        ),
        hearth.blood_pressures(mornings, systolic, systolic - 42),
        hearth.categories("sleepAnalysis", evenings, [SleepAnalysis.inBed] * len(evenings), ends=evenings + 9 * HOUR),
        hearth.heartbeats(midnights[-1:] + 8 * HOUR, midnights[-1:] + 8 * HOUR + 70 * SECOND, [70], beats),
        *electrocardiograms(midnights[-1:] + 9 * HOUR),
    ]


def _walked(chance: np.random.Generator, midnights: Times, share: float) -> list[hearth.Samples]:
    """Of ten minutes each, in the day."""
    starts = (midnights[:, None] + 7 * HOUR + np.arange(0, 90) * 600 * SECOND).ravel()
    steps = np.rint(share * chance.gamma(1.1, 85, len(starts)))
    kept = steps > 20
    ends = starts[kept] + 600 * SECOND
    return [
        hearth.quantities("stepCount", starts[kept], steps[kept], "count", ends=ends),
        hearth.quantities("distanceWalkingRunning", starts[kept], (0.72 * steps[kept]).round(1), "m", ends=ends),
        hearth.quantities("flightsClimbed", starts[kept][::9], np.ones(len(starts[kept][::9])), ends=ends[::9]),
    ]


def _nights(chance: np.random.Generator, midnights: Times) -> hearth.Samples:
    minutes = np.tile([35, 22, 15, 18, 3], 5) * chance.uniform(0.7, 1.3, (len(midnights), 25))
    stages = ["asleepCore", "asleepDeep", "asleepCore", "asleepREM", "awake"] * 5
    lengths = (minutes * 60).round().astype(np.int64) * SECOND
    late = chance.integers(0, 3600, len(midnights)) * SECOND
    ends = (midnights - HOUR + late)[:, None] + np.cumsum(lengths, axis=1)
    values = [SleepAnalysis[stage] for stage in stages] * len(midnights)
    return hearth.categories("sleepAnalysis", (ends - lengths).ravel(), values, ends=ends.ravel())


def _save_workout(client: hearth.Client, chance: np.random.Generator, day: np.datetime64) -> int:
    """A workout in the evening of a day, with a route of a position each five seconds; one in four has no total."""
    activity = str(chance.choice(list(_EFFORTS), p=[0.45, 0.25, 0.2, 0.1]))
    speed, rate, energy = _EFFORTS[activity]
    seconds = int(chance.integers(20, 75)) * 60
    start = day.astype("M8[D]").astype("M8[ns]") + 17 * HOUR
    end = start + seconds * SECOND
    steps = np.arange(0, seconds + 1, 5)
    pace = speed * (1 + 0.15 * np.sin(steps / 240) + chance.normal(0, 0.05, len(steps)))
    metres = np.cumsum(pace * 5)
    total = float(metres[-1]) if speed and chance.random() > 0.25 else None
    details = [WorkoutDetail(total_distance=total, total_energy_burned=energy * seconds / 60)]
    metadata: hearth.Metadata = {"HKTimeZone": "Europe/Berlin"}
    workout = hearth.workouts([start], [end], [activity], details=details, metadata=[metadata])
    times: Times = start + steps * SECOND
    rates = (rate + 9 * np.sin(steps / 240 - 0.7) + chance.normal(0, 2, len(steps))).round()
    parts = [hearth.quantities("heartRate", times, rates, "count/min")]
    if speed:
        parts.append(_route(chance, start, end, times, metres))
        minutes = times[:-1:12]
        walked = np.diff(np.append(metres[:-1:12], metres[-1]))
        parts.append(hearth.quantities(_DISTANCES[activity], minutes, walked, "m", ends=minutes + 60 * SECOND))
    client.save(workout)
    client.add_to_workout(workout.uuid(0), parts)
    return 1 + sum(map(len, parts))


def _route(
    chance: np.random.Generator, start: np.datetime64, end: np.datetime64, times: Times, metres: Floats
) -> hearth.Samples:
    heading = chance.uniform(0, 6) + 0.8 * np.sin(metres / 900) + metres / 1700
    steps = np.diff(metres, prepend=0)
    north, east = np.cumsum(steps * np.cos(heading)), np.cumsum(steps * np.sin(heading))
    return hearth.routes(
        [start],
        [end],
        [len(times)],
        times,
        52.45 + north / 111_250,
        13.25 + east / (111_320 * np.cos(np.radians(52.45))),
        altitudes=60 + 25 * np.sin(metres / 1300) + 6 * np.sin(metres / 210),
        horizontal_accuracies=np.full(len(times), 4.0),
        vertical_accuracies=np.full(len(times), 3.0),
    )


def main() -> None:
    began = time.monotonic()
    count = fill(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else DAYS)
    print(f"{count:,} samples in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
