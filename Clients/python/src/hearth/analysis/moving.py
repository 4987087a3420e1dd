"""The time in which a person moved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from ..arguments import check_type
from ..errors import ErrorCode, RequestError
from .arrays import positive, tick
from .distance import DistanceCurve, overlap
from .spans import NO_SPANS, Spans, make_spans

#: Metres a second, 30 minutes a mile: a slower runner counts as standing.
RUN_SPEED_MIN = 0.89
#: Metres a second, 1 km/h as in `gpxpy`: a slower rider counts as standing.
RIDE_SPEED_MIN = 1 / 3.6
#: Seconds: a shorter stop of a ride still counts as moving.
RIDE_STOP_MAX = 15.0


class MovingRule(Enum):
    """Which speeds count as moving."""

    #: Each step faster than `RUN_SPEED_MIN`.
    RUN = "run"
    #: Everything but stops longer than `RIDE_STOP_MAX`.
    RIDE = "ride"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MovingTime:
    """The time in which a person moved."""

    spans: Spans
    #: How it was found.
    method: str

    @property
    def seconds(self) -> float:
        """Seconds in all."""
        return self.spans.seconds


def moving_by_events(start: np.datetime64, end: np.datetime64, pauses: Spans) -> MovingTime:
    """A workout without its pauses, which its events tell of. Reference: `HKWorkout.duration` in the documentation of
    HealthKit."""
    check_type(pauses, Spans, "Spans", "pauses")
    if tick(end, "end") < tick(start, "start"):
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "A workout ends before it starts.", "end")
    whole = make_spans([start], [end])
    return MovingTime(spans=whole.without(pauses), method="workout events")


def moving_by_speed(
    curve: DistanceCurve,
    rule: MovingRule,
    *,
    pauses: Spans = NO_SPANS,
    run_speed_min: float = RUN_SPEED_MIN,
    ride_speed_min: float = RIDE_SPEED_MIN,
    ride_stop_max: float = RIDE_STOP_MAX,
) -> MovingTime:
    """The steps of a distance that are fast enough.

    A run moves where it is faster than `run_speed_min`. A ride moves unless it is slower than `ride_speed_min` for more
    than `ride_stop_max` seconds. A step in which a pause lies does not count, and a stop on each side of a pause is two
    stops. Reference: "Moving Time, Speed, and Pace Calculations" of Strava's support, from which the speed of a run and
    the seconds of a stop are.
    """
    check_type(curve, DistanceCurve, "a DistanceCurve", "curve")
    check_type(rule, MovingRule, "a MovingRule", "rule")
    check_type(pauses, Spans, "Spans", "pauses")
    across = overlap(curve.times, pauses)
    if rule is MovingRule.RUN:
        moves = curve.speeds > positive(run_speed_min, "run_speed_min")
        method = f"speed above {run_speed_min:g} m/s"
    else:
        stands = (curve.speeds < positive(ride_speed_min, "ride_speed_min")) & ~across
        # Each stop is a row of steps that stand, from where one follows a step that does not.
        edges = np.diff(np.concatenate([[False], stands, [False]]).astype(np.int8))
        begins, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        seconds = (curve.times[ends] - curve.times[begins]) / np.timedelta64(1, "s")
        long = seconds > positive(ride_stop_max, "ride_stop_max")
        change = np.bincount(begins[long], minlength=len(stands) + 1) - np.bincount(
            ends[long], minlength=len(stands) + 1
        )
        moves = np.cumsum(change)[:-1] == 0
        method = f"without stops below {ride_speed_min * 3.6:g} km/h for more than {ride_stop_max:g} s"
    moves = moves & ~across
    return MovingTime(spans=make_spans(curve.times[:-1][moves], curve.times[1:][moves]), method=method)
