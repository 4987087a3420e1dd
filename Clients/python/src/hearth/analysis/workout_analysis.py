"""The analysis of a workout: everything that a report shows of it, each number with its method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import check_optional, check_type
from ..enums import WorkoutActivityType, WorkoutEventType
from .arrays import ticks
from .distance import DistanceCurve, distance_of_track
from .efforts import EFFORT_DISTANCES, Effort, best_efforts
from .elevation import Elevation, elevation_of_altitudes
from .grade import GradeAdjusted, grade_adjusted
from .moving import MovingRule, MovingTime, moving_by_events, moving_by_speed
from .person import zones_of_person
from .power import NormalizedPower, PowerCurve, mean_maximal_power, normalized_power
from .record import HEART_RATE, POWERS, WorkoutRecord, read_workout
from .splits import KILOMETRE, SPLITS_MAX, Split, find_laps, find_splits, segment_difference
from .total_distance import Distance, curve_of_workout, distance_of_workout
from .track import ACCURACY_MAX, Track
from .zones import Zones, ZoneTimes, time_in_zones

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..client import Client
    from ..samples.columns import Floats
    from ..samples.identifiers import UuidLike
    from ..samples.times import Times
    from .readings import Readings
    from .spans import Spans


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WorkoutAnalysis:
    """The results of an analysis. None means that a result is not known, which is not 0."""

    record: WorkoutRecord
    #: From its start to its end, with pauses.
    elapsed_seconds: float
    pauses: Spans
    moving: MovingTime | None
    track: Track | None
    #: The distance by each time, when there are samples of it or a track.
    curve: DistanceCurve | None
    distance: Distance | None
    elevation: Elevation | None
    splits: list[Split]
    #: The laps and segments that the device or the person marked.
    laps: list[Split]
    segments: list[Split]
    #: How far the splits and the segments are apart: `segment_difference`.
    segment_difference: float | None
    efforts: list[Effort]
    #: Of runs only: the method was measured with runners.
    grade_adjusted: GradeAdjusted | None
    zones: ZoneTimes | None
    power_curve: PowerCurve | None
    normalized_power: NormalizedPower | None

    def splits_every(self, metres: float) -> list[Split]:
        """Splits of another length than `splits`; empty when the distance is not known."""
        return [] if self.curve is None else _splits(self.curve, metres, self.moving)

    @property
    def grade_adjusted_seconds_per_kilometre(self) -> float | None:
        """The pace on the level, of the moving time."""
        if self.grade_adjusted is None or self.moving is None:
            return None
        return self.grade_adjusted.seconds_per_kilometre(self.moving.seconds)


def analyse_workout(
    client: Client,
    workout: UuidLike,
    *,
    zones: Zones | None = None,
    split_length: float = KILOMETRE,
    efforts: Iterable[float] = EFFORT_DISTANCES,
    accuracy_max: float = ACCURACY_MAX,
) -> WorkoutAnalysis:
    """Reads a workout and analyses it. Without `zones` they are those of the person (`zones_of_person`)."""
    record = read_workout(client, workout)
    if zones is None:
        zones = zones_of_person(client, record.end)
    return analyse_record(record, zones=zones, split_length=split_length, efforts=efforts, accuracy_max=accuracy_max)


def analyse_record(
    record: WorkoutRecord,
    *,
    zones: Zones | None = None,
    split_length: float = KILOMETRE,
    efforts: Iterable[float] = EFFORT_DISTANCES,
    accuracy_max: float = ACCURACY_MAX,
) -> WorkoutAnalysis:
    """Analyses what was read of a workout.

    What a device measured comes first: its total before the distance of its samples, and these before that of the
    track; the elevation of the workout's metadata before that of altitudes; the pauses of its events before speeds.
    Splits and efforts are those of the samples or the track, because a total does not say when.
    """
    check_type(record, WorkoutRecord, "a WorkoutRecord", "record")
    check_optional(zones, Zones, "Zones", "zones")
    pauses = record.pauses()
    track = record.track(pauses, accuracy_max)
    curve = curve_of_workout(record, track)
    moving = _moving(record, pauses, curve, track)
    splits = [] if curve is None else _splits(curve, split_length, moving)
    segment_times = record.events(WorkoutEventType.segment)
    rates = record.readings(HEART_RATE)
    watts = next((found for name in POWERS if (found := record.readings(name))), None)
    return WorkoutAnalysis(
        record=record,
        elapsed_seconds=float((record.end - record.start) / np.timedelta64(1, "s")),
        pauses=pauses,
        moving=moving,
        track=track,
        curve=curve,
        distance=distance_of_workout(record, curve),
        elevation=_elevation(record, track),
        splits=splits,
        laps=find_laps(*record.events(WorkoutEventType.lap), curve=curve, moving=moving),
        segments=find_laps(*segment_times, curve=curve, moving=moving),
        segment_difference=segment_difference(splits, segment_times[1]),
        efforts=[] if curve is None else best_efforts(curve, efforts),
        grade_adjusted=_grade_adjusted(record, curve, track),
        zones=None if rates is None or zones is None else _zones(record, rates, zones, pauses),
        power_curve=None if watts is None else mean_maximal_power(watts.starts, watts.values, end=record.end),
        normalized_power=None if watts is None else normalized_power(watts.starts, watts.values, end=record.end),
    )


def _splits(curve: DistanceCurve, length: float, moving: MovingTime | None) -> list[Split]:
    """Its splits. A distance that no workout has, as wrong samples have it, has none."""
    if length >= KILOMETRE and curve.total / length > SPLITS_MAX:
        return []
    return find_splits(curve, length, moving=moving)


def _moving(
    record: WorkoutRecord, pauses: Spans, curve: DistanceCurve | None, track: Track | None
) -> MovingTime | None:
    if len(pauses):
        return moving_by_events(record.start, record.end, pauses)
    # A device that measured speeds knows better when it stood than distances do.
    along = None if track is None else distance_of_track(track)
    if along is not None and along.measured_speeds is not None:
        curve = along
    if curve is None:
        return None
    rule = MovingRule.RUN if record.activity_type == WorkoutActivityType.running else MovingRule.RIDE
    return moving_by_speed(curve, rule)


def _elevation(record: WorkoutRecord, track: Track | None) -> Elevation | None:
    ascended = record.length_of("HKElevationAscended")
    if ascended is not None:
        descended = record.length_of("HKElevationDescended")
        return Elevation(ascended=ascended, descended=descended, method="HKElevationAscended")
    return None if track is None else elevation_of_altitudes(track.altitudes)


def _grade_adjusted(record: WorkoutRecord, curve: DistanceCurve | None, track: Track | None) -> GradeAdjusted | None:
    if curve is None or track is None or record.activity_type != WorkoutActivityType.running:
        return None
    known = np.isfinite(track.altitudes)
    if not known.any():
        return None
    # Samples of a distance may be far apart: the altitudes in between count, too.
    finer = curve.with_times(track.times)
    times = track.times[known]
    return grade_adjusted(finer, _interpolated(finer.times, times, track))


def _interpolated(at: Times, times: Times, track: Track) -> Floats:
    """The altitude at each time. Outside of the track it is not known."""
    origin = ticks(times)[0]
    heights = track.altitudes[np.isfinite(track.altitudes)]
    found: Floats = np.interp(ticks(at) - origin, ticks(times) - origin, heights, left=np.nan, right=np.nan)
    return found


def _zones(record: WorkoutRecord, rates: Readings, zones: Zones, pauses: Spans) -> ZoneTimes | None:
    return time_in_zones(rates.starts, rates.values, zones, end=record.end, pauses=pauses)
