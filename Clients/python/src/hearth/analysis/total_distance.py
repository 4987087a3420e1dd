"""The distance of a workout, by one rule: everywhere a workout has the same distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..arguments import check_type
from ..predicates import in_workout
from ..replies import collected
from ..requests import Clause
from ..samples.samples import Samples
from .distance import DistanceCurve, distance_of_samples, distance_of_track
from .record import DISTANCES, ROUTE, WorkoutRecord

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..client import Client
    from .track import Track

#: Workouts whose samples are asked for at the same time.
_AT_ONCE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """The distance of a workout."""

    metres: float
    method: str


def distance_of_workout(record: WorkoutRecord, curve: DistanceCurve | None) -> Distance | None:
    """The total that the app saved with the workout, unless it is 0; else the distance of the device's samples; else
    that of the track. `curve` is what `curve_of_workout` returned. None: nothing says how far it was."""
    total = (
        record.detail.total_distance if record.detail is not None and record.detail.HasField("total_distance") else None
    )
    if total is not None and (total > 0 or curve is None):
        return Distance(metres=total, method="the workout's total")
    return None if curve is None else Distance(metres=curve.total, method=curve.method)


def curve_of_workout(record: WorkoutRecord, track: Track | None) -> DistanceCurve | None:
    """The distance by each time: of the device's samples, else of the track."""
    if (measured := record.distances()) is not None:
        name, readings = measured
        found = distance_of_samples(
            readings.starts, readings.ends, readings.values, begin=record.start, method=f"device samples ({name})"
        )
        if found is not None:
            return found
    return None if track is None else distance_of_track(track)


def workout_distances(client: Client, workouts: Samples) -> list[Distance | None]:
    """The distance of each of some workouts, as `analyse_workout` has it. Samples and routes are read only of those
    whose total is not known.

    >>> import hearth
    >>> from hearth.messages import WorkoutDetail
    >>> details = [WorkoutDetail(total_distance=5000)]
    >>> run = hearth.workouts(["2026-11-20T08:00Z"], ["2026-11-20T08:25Z"], ["running"], details=details)
    >>> with hearth.Client() as client:
    ...     hearth.analysis.workout_distances(client, run)
    [Distance(metres=5000.0, method="the workout's total")]
    """
    check_type(workouts, Samples, "samples", "workouts")
    records = [WorkoutRecord(workout=workouts.part(row, row + 1)) for row in range(len(workouts))]
    found = [distance_of_workout(record, None) for record in records]
    for names in (sorted(set(DISTANCES.values())), [ROUTE]):
        # A total of 0 says less than what was measured.
        unknown = [row for row, one in enumerate(found) if one is None or not one.metres]
        for first in range(0, len(unknown), _AT_ONCE):
            rows = unknown[first : first + _AT_ONCE]
            for row, samples in zip(rows, _read(client, [records[row] for row in rows], names), strict=True):
                record = WorkoutRecord(workout=records[row].workout, samples=samples)
                curve = curve_of_workout(record, record.track(record.pauses()))
                found[row] = distance_of_workout(record, curve)
    return found


def _read(client: Client, records: Sequence[WorkoutRecord], names: Sequence[str]) -> list[Mapping[str, Samples]]:
    """The samples of these types of each workout. All are asked for before the first answer is awaited."""
    asked = []
    for record in records:
        condition = in_workout(record.workout.uuid(0))
        clauses = [Clause(name, condition, "" if name == ROUTE else "m") for name in names]
        asked.append(client.query(clauses, series=True))
    return [{samples.type: samples for samples in collected(query)} for query in asked]
