"""What is stored about a workout: its row, its route and its samples, as the client reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..enums import WorkoutActivityType, WorkoutEventType
from ..errors import ErrorCode, RequestError
from ..predicates import in_workout, one_of
from ..replies import collected
from ..requests import Clause
from ..samples.times import TIME
from ..samples.type_names import type_identifier
from ..samples.workouts import Routes, Workouts
from .pauses import pauses_of_events
from .readings import Readings, bundle_of, readings_of
from .track import ACCURACY_MAX, Track, make_track

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..client import Client
    from ..hearth_pb2 import WorkoutDetail
    from ..samples.columns import Floats
    from ..samples.identifiers import UuidLike
    from ..samples.samples import Samples
    from ..samples.times import Times
    from .spans import Spans

WORKOUT = "workout"
ROUTE = "workoutRoute"
HEART_RATE = "heartRate"
#: The distance that each activity is measured by; of other activities those of all types count.
DISTANCES = {
    WorkoutActivityType.running: "distanceWalkingRunning",
    WorkoutActivityType.walking: "distanceWalkingRunning",
    WorkoutActivityType.hiking: "distanceWalkingRunning",
    WorkoutActivityType.cycling: "distanceCycling",
    WorkoutActivityType.handCycling: "distanceCycling",
    WorkoutActivityType.swimming: "distanceSwimming",
    WorkoutActivityType.wheelchairWalkPace: "distanceWheelchair",
    WorkoutActivityType.wheelchairRunPace: "distanceWheelchair",
    WorkoutActivityType.rowing: "distanceRowing",
    WorkoutActivityType.paddleSports: "distancePaddleSports",
    WorkoutActivityType.skatingSports: "distanceSkatingSports",
    WorkoutActivityType.crossCountrySkiing: "distanceCrossCountrySkiing",
    WorkoutActivityType.downhillSkiing: "distanceDownhillSnowSports",
    WorkoutActivityType.snowboarding: "distanceDownhillSnowSports",
}
#: In the order in which they are preferred.
POWERS = ("cyclingPower", "runningPower")
CADENCE = "cyclingCadence"
#: Metres, watts, beats or turns a minute: what is above it was not measured.
READING_MAX = 1e9
_UNITS = (
    {HEART_RATE: "count/min", CADENCE: "count/min"}
    | dict.fromkeys(DISTANCES.values(), "m")
    | dict.fromkeys(POWERS, "W")
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WorkoutRecord:
    """A workout with what belongs to it. `read_workout` reads one; a program on asyncio makes one of what it reads
    with `workout_clauses`."""

    #: One row.
    workout: Samples
    #: The samples that belong to it, by the identifiers of their types; those of a route with its locations.
    samples: Mapping[str, Samples] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.workout) != 1 or not isinstance(self.workout.payload, Workouts):
            raise RequestError(ErrorCode.INVALID_ARGUMENT, "This must be one workout.", "workout")

    @property
    def start(self) -> np.datetime64:
        """When it started."""
        start: np.datetime64 = self.workout.starts[0]
        return start

    @property
    def end(self) -> np.datetime64:
        """When it ended."""
        end: np.datetime64 = self.workout.ends[0]
        return end

    @property
    def activity_type(self) -> WorkoutActivityType | int:
        """What it consisted of; an integer: a number that the enum does not have."""
        number = int(self._payload.activity_types[0])
        return WorkoutActivityType(number) if number in WorkoutActivityType._value2member_map_ else number

    @property
    def duration_seconds(self) -> float:
        """Its duration without pauses, as the app saved it."""
        durations = self._payload.durations
        return float((self.end - self.start) / np.timedelta64(1, "s") if durations is None else durations[0])

    @property
    def detail(self) -> WorkoutDetail | None:
        """Its totals and events. None: the app saved none."""
        return self._payload.details[0] if self._payload.details else None

    def pauses(self) -> Spans:
        """Its pauses, of its events."""
        events = [] if self.detail is None else list(self.detail.events)
        times = np.array([event.start for event in events], np.int64).view(TIME)
        return pauses_of_events([event.type for event in events], times, self.end)

    def events(self, kind: WorkoutEventType) -> tuple[Times, Times]:
        """The starts and ends of its events of a kind."""
        found = [] if self.detail is None else [event for event in self.detail.events if int(event.type) == kind]
        return (
            np.array([event.start for event in found], np.int64).view(TIME),
            np.array([event.end for event in found], np.int64).view(TIME),
        )

    def length_of(self, key: str) -> float | None:
        """Metres that its metadata holds. None: it does not."""
        quantity = self.workout.metadata_of(0).get(key)
        factor = _METRES.get(getattr(quantity, "unit", ""))
        return None if factor is None else float(getattr(quantity, "value")) * factor  # noqa: B009

    def distances(self) -> tuple[str, Readings] | None:
        """The distances that a device measured, and the type's name: those of the type by which its activity is
        measured, else of all types. None: there are none."""
        own = DISTANCES.get(self.activity_type)  # type: ignore[call-overload]  # a number that is not there has none
        if own is not None and (found := self.readings(own)):
            return own, found
        every = {name: self.readings(name) for name in sorted(set(DISTANCES.values()))}
        present = {name: found for name, found in every.items() if found}
        if not present:
            return None
        parts = list(present.values())
        return ", ".join(present), Readings(
            np.concatenate([part.starts for part in parts]),
            np.concatenate([part.ends for part in parts]),
            np.concatenate([part.values for part in parts]),
        )

    def readings(self, name: str) -> Readings | None:
        """The quantities of a type that belong to it. None: there are none."""
        samples = self.samples.get(type_identifier(name))
        if samples is None or not len(samples):
            return None
        found = readings_of(samples, bundle_of(self.workout, 0))
        # What no distance, power or heart rate can be is not known.
        possible = (found.values >= 0) & (found.values <= READING_MAX)
        return Readings(found.starts, found.ends, np.where(possible, found.values, np.nan))

    def track(self, pauses: Spans, accuracy_max: float = ACCURACY_MAX) -> Track | None:
        """The positions of all its routes. None: it has none."""
        samples = self.samples.get(type_identifier(ROUTE))
        if samples is None or not isinstance(samples.payload, Routes) or not len(samples.payload.timestamps):
            return None
        routes = samples.payload
        return make_track(
            routes.timestamps,
            routes.latitudes,
            routes.longitudes,
            altitudes=_known_altitudes(routes),
            speeds=routes.speeds,
            horizontal_accuracies=routes.horizontal_accuracies,
            vertical_accuracies=routes.vertical_accuracies,
            pauses=pauses,
            accuracy_max=accuracy_max,
        )

    @property
    def _payload(self) -> Workouts:
        payload = self.workout.payload
        assert isinstance(payload, Workouts)
        return payload


#: The metres of the units of length that apps use.
_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "ft": 0.3048, "in": 0.0254, "yd": 0.9144, "mi": 1609.344}


def _known_altitudes(routes: Routes) -> Floats | None:
    """Altitudes, unless they are the 0 that stands for unknown ones among routes that have some."""
    if routes.altitudes is None:
        return None
    accuracies = routes.vertical_accuracies
    unknown = np.ones(len(routes.altitudes), np.bool_) if accuracies is None else accuracies < 0
    if unknown.all() and not routes.altitudes.any():
        return None
    return np.where(np.abs(routes.altitudes) <= READING_MAX, routes.altitudes, np.nan)


def workout_clauses(workout: UuidLike) -> list[Clause]:
    """What to query, with `series=True`, for the samples of a `WorkoutRecord`."""
    condition = in_workout(workout)
    return [Clause(ROUTE, condition), *(Clause(name, condition, unit) for name, unit in _UNITS.items())]


def read_workout(client: Client, workout: UuidLike) -> WorkoutRecord:
    """A workout with its route and its samples. Raises `RequestError` (`WORKOUT_NOT_FOUND`) when there is none."""
    row = client.read(WORKOUT, one_of([workout]))
    if not len(row):
        raise RequestError(ErrorCode.WORKOUT_NOT_FOUND, "The workout does not exist.", "workout")
    with client.query(workout_clauses(workout), series=True) as query:
        found = collected(query)
    return WorkoutRecord(workout=row, samples={samples.type: samples for samples in found})
