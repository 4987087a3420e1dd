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
    from collections.abc import Iterator, Mapping, Sequence

    from ..client import Client
    from ..streams import Query
    from .track import Track

#: Workouts whose samples are asked for at the same time.
_AT_ONCE = 16
#: The types of distances that any activity is measured by.
_EVERY = sorted(set(DISTANCES.values()))


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
    whose total is not known. Reference: `HKWorkout.totalDistance` in the documentation of HealthKit.

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
    # A total of 0 says less than what was measured.
    rows = [row for row, one in enumerate(found) if one is None or not one.metres]
    # To look for those of one workout costs the server all that belongs to it, once for each type.
    stored = _stored(client, [*_EVERY, ROUTE]) if rows else set()
    for names_of in (_own_names, _other_names, _route_names):
        names = {row: [name for name in names_of(records[row]) if name in stored] for row in rows}
        for row, samples in _read(client, records, names):
            one = records[row] = WorkoutRecord(workout=records[row].workout, samples=samples)
            curve = curve_of_workout(one, one.track(one.pauses()))
            if curve is not None:
                found[row] = distance_of_workout(one, curve)
                rows = [other for other in rows if other != row]
    return found


def _own_names(record: WorkoutRecord) -> list[str]:
    own = DISTANCES.get(record.activity_type)  # type: ignore[call-overload]  # a number that is not there has none
    return [] if own is None else [own]


def _other_names(record: WorkoutRecord) -> list[str]:
    # Where there are any of the activity's own type, the others do not count.
    return [name for name in _EVERY if name not in _own_names(record)] if record.distances() is None else []


def _route_names(_: WorkoutRecord) -> list[str]:
    return [ROUTE]


def _stored(client: Client, names: Sequence[str]) -> set[str]:
    """Those of these types that have any samples."""
    asked = [(name, client.query(name, limit=1)) for name in names]
    return {name for name, query in asked if any(map(len, collected(query)))}


def _read(
    client: Client, records: Sequence[WorkoutRecord], names: Mapping[int, Sequence[str]]
) -> Iterator[tuple[int, Mapping[str, Samples]]]:
    """The samples of the types that are named for each of some workouts. Those of several workouts are asked for before
    the first answer is awaited."""
    rows = [row for row, every in names.items() if every]
    for first in range(0, len(rows), _AT_ONCE):
        asked = [(row, _query(client, records[row], names[row])) for row in rows[first : first + _AT_ONCE]]
        for row, query in asked:
            yield row, {samples.type: samples for samples in collected(query)}


def _query(client: Client, record: WorkoutRecord, names: Sequence[str]) -> Query:
    condition = in_workout(record.workout.uuid(0))
    return client.query([Clause(name, condition, "" if name == ROUTE else "m") for name in names], series=True)
