"""A store as a person has it after some weeks: a watch and a phone, nights, runs, and what else is measured."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth.enums import SleepAnalysis

from runs import SECOND, START, recorded_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hearth.samples.columns import Floats
    from server import Server

#: The last day of the store: that of the run.
DAY = datetime(2026, 11, 21, tzinfo=UTC)
DAYS = 60
WATCH = hearth.messages.App(bundle_identifier="org.example.watch", name="Watch", version="2.1")
PHONE = hearth.messages.App(bundle_identifier="org.example.phone", name="Phone <b>&amp;", version="1.0")
#: Voltages a second.
FREQUENCY = 512
_HOUR = np.timedelta64(3600 * 10**9, "ns")


def fill(server: Server) -> None:
    """Saves all of it."""
    chance = np.random.default_rng(7)
    with hearth.Client(server.socket, app=WATCH) as watch:
        run, *parts = recorded_run(0.5)
        watch.save(run)
        watch.add_to_workout(run.uuid(0), parts)
        watch.save([_rides(chance), _rates(chance), _steps(chance, 1.0), *_nights(chance)])
        watch.set_characteristics(date_of_birth="1986-11-21")
    with hearth.Client(server.socket, app=PHONE) as phone:
        phone.save([_steps(chance, 0.8), *_weights(chance), _beds(), _beats(chance)])
        phone.save(electrocardiograms(_midnights()[-1:] + 9 * _HOUR))


@contextlib.contextmanager
def earlier_run(client: hearth.Client) -> Iterator[hearth.Samples]:
    """A shorter run of the week before, which is there meanwhile."""
    run, *parts = recorded_run(0.4, start=START - 7 * 24 * _HOUR, seed=2)
    client.save(run)
    client.add_to_workout(run.uuid(0), parts)
    try:
        yield run
    finally:
        client.delete(np.concatenate([one.uuids for one in (run, *parts)]))


def _midnights() -> np.ndarray[tuple[int], np.dtype[np.datetime64]]:
    last = np.datetime64(DAY.replace(tzinfo=None), "ns")
    return last - np.arange(DAYS - 1, -1, -1) * 24 * _HOUR


def _rides(chance: np.random.Generator) -> hearth.Samples:
    starts = _midnights()[::5] + 17 * _HOUR
    minutes = chance.integers(40, 120, len(starts))
    details = [
        hearth.messages.WorkoutDetail(total_distance=410.0 * one, total_energy_burned=9.0 * one) for one in minutes
    ]
    return hearth.workouts(starts, starts + minutes * 60 * SECOND, ["cycling"] * len(starts), details=details)


def _rates(chance: np.random.Generator) -> hearth.Samples:
    """Every five minutes."""
    starts = (_midnights()[:, None] + np.arange(0, 288) * 300 * SECOND).ravel()
    starts = starts[(starts < START) | (starts > START + 1800 * SECOND)]
    hours = (starts - starts[0]) / _HOUR % 24
    values = 62 + 14 * np.sin((hours - 8) / 24 * 2 * np.pi) + chance.normal(0, 6, len(starts))
    return hearth.quantities("heartRate", starts, np.rint(values), "count/min")


def _steps(chance: np.random.Generator, share: float) -> hearth.Samples:
    """Of half an hour each, in the day."""
    starts = (_midnights()[:, None] + 7 * _HOUR + np.arange(0, 30) * 1800 * SECOND).ravel()
    counts = np.rint(share * chance.gamma(1.2, 240, len(starts)))
    kept = counts > 0
    return hearth.quantities("stepCount", starts[kept], counts[kept], "count", ends=starts[kept] + 1800 * SECOND)


def _weights(chance: np.random.Generator) -> list[hearth.Samples]:
    times = _midnights()[::3] + 7 * _HOUR
    kilograms = 72 + np.cumsum(chance.normal(-0.05, 0.3, len(times)))
    oxygen = hearth.quantities("oxygenSaturation", times, np.rint(chance.normal(97, 1, len(times))).clip(90, 100), "%")
    return [hearth.quantities("bodyMass", times, kilograms.round(1), "kg"), oxygen]


def _nights(chance: np.random.Generator) -> list[hearth.Samples]:
    starts, ends, stages = [], [], []
    for midnight in _midnights():
        time = midnight - _HOUR + np.timedelta64(int(chance.integers(0, 3600)) * 10**9, "ns")
        for _ in range(5):
            for stage, minutes in (("asleepCore", 35), ("asleepDeep", 22), ("asleepCore", 15), ("asleepREM", 18)):
                starts.append(time)
                time = time + np.timedelta64(round(minutes * chance.uniform(0.7, 1.3) * 60) * 10**9, "ns")
                ends.append(time)
                stages.append(SleepAnalysis[stage])
            if chance.random() < 0.4:
                starts.append(time)
                time = time + np.timedelta64(int(chance.integers(60, 600)) * 10**9, "ns")
                ends.append(time)
                stages.append(SleepAnalysis.awake)
    return [hearth.categories("sleepAnalysis", starts, stages, ends=ends)]


def _beats(chance: np.random.Generator) -> hearth.Samples:
    """A minute of the last morning, with a gap in it."""
    start = _midnights()[-1:] + 8 * _HOUR
    offsets = np.cumsum(chance.normal(0.85, 0.05, 70))
    gaps = np.arange(70) == 30
    return hearth.heartbeats(start, start + 70 * SECOND, [70], offsets, gaps=gaps)


def electrocardiograms(starts: np.ndarray[tuple[int], np.dtype[np.datetime64]]) -> list[hearth.Samples]:
    """A sinus rhythm of half a minute at each of these times, with a headache that belongs to it."""
    headaches = hearth.categories("headache", starts, ["mild"] * len(starts))
    values = [
        {
            "classification": 1,
            "symptoms_status": 2,
            "average_heart_rate": 66.0,
            "sampling_frequency": float(FREQUENCY),
            "symptoms": [uuid],
        }
        for uuid in headaches.uuids
    ]
    voltages = [heart_voltages(seconds=30, beat=60 / 66)] * len(starts)
    ends = starts + 30 * SECOND
    return [headaches, hearth.records("electrocardiogram", starts, values, ends=ends, voltages=voltages)]


def heart_voltages(*, seconds: float, beat: float) -> Floats:
    """Microvolts of a regular heart, as sums of bell curves: the waves P, Q, R, S and T of each beat, and a base line
    that wanders."""
    times = np.arange(round(seconds * FREQUENCY)) / FREQUENCY
    phase = times % beat
    waves = ((120, 0.16, 0.022), (-90, 0.27, 0.009), (1050, 0.30, 0.011), (-210, 0.335, 0.010), (260, 0.52, 0.045))
    found: Floats = 40 * np.sin(times * 1.3) + np.random.default_rng(5).normal(0, 6, len(times))
    for height, at, width in waves:
        found += height * np.exp(-(((phase - at) / width) ** 2) / 2)
    return found


def _beds() -> hearth.Samples:
    starts = _midnights() - 2 * _HOUR
    return hearth.categories("sleepAnalysis", starts, [SleepAnalysis.inBed] * len(starts), ends=starts + 10 * _HOUR)


def day_text(days: int = 0) -> str:
    """The last day of the store, or one before it."""
    return (DAY - timedelta(days=days)).date().isoformat()


def practice_records(time: np.datetime64) -> list[hearth.Samples]:
    """What a practice knows of a person: glasses, hearing, a dose, and a finding with its document."""
    lenses = {"right_sphere": -2.25, "left_sphere": -2.0, "right_cylinder": -0.5, "right_axis": 90.0}
    lenses |= {"right_far_pupillary_distance": 31.0, "left_far_pupillary_distance": 31.5}
    tones = [250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0] * 2
    heard = {
        "frequencies": tones,
        "ears": [0] * 6 + [1] * 6,
        "sensitivities": [10.0 + 2 * row for row in range(12)],
        "conduction_types": [0] * 12,
        "masked": [0] * 12,
        "clampings": [0] * 12,
        "clamping_lower_bounds": [0.0] * 12,
        "clamping_upper_bounds": [0.0] * 12,
    }
    dose = {"log_status": "skipped", "schedule_type": "schedule", "medication": "http://example.org/rx/" + "1" * 40}
    finding = {
        "display_name": "Hemoglobin A1c",
        "fhir_resource_type": "Observation",
        "source_url": "http://" + "x" * 90,
    }
    return [
        hearth.records("visionPrescription", [time], [{"prescription_type": "glasses", **lenses}]),
        hearth.records("audiogram", [time], [heard]),
        hearth.records("medicationDoseEvent", [time], [{**dose, "dose_unit": "tablet", "dose_quantity": 1.0}]),
        hearth.records("labResultRecord", [time], [finding], contents=[b"{}"]),
    ]
