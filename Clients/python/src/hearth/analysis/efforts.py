"""Best efforts: the least time for a distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import check_type, listed
from .arrays import NANOSECONDS, positive, ticks
from .distance import DistanceCurve
from .splits import MILE

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Metres: those that Strava and Garmin Connect list.
EFFORT_DISTANCES: tuple[float, ...] = (
    400,
    MILE / 2,
    1000,
    MILE,
    2 * MILE,
    5000,
    10_000,
    15_000,
    10 * MILE,
    20_000,
    21_097.5,
    30_000,
    42_195,
    50_000,
    100_000,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The fastest part of a workout of a given distance."""

    metres: float
    #: From its start to its end, with pauses.
    elapsed_seconds: float
    start: np.datetime64
    end: np.datetime64
    method: str = "least elapsed time"


def best_efforts(curve: DistanceCurve, distances: Iterable[float] = EFFORT_DISTANCES) -> list[Effort]:
    """The least elapsed time for each distance, of those that the workout has.

    Method: two pointers. Between two of its times the distance is a straight line, so that a fastest part begins or
    ends at one of them: for each time the one is found at which the distance before it began, or the distance after it
    ends. Of several that took the least time it is the first. Reference: `best_efforts` of a `DetailedActivity` in the
    reference of Strava's API, version 3.

    >>> from .distance import distance_of_samples
    >>> starts = np.array(["2026-11-21T08:00", "2026-11-21T08:05"], "M8[ns]")
    >>> curve = distance_of_samples(starts, starts + np.timedelta64(5, "m"), [900, 1500])
    >>> best_efforts(curve, [1000, 5000])[0].elapsed_seconds
    200.0
    """
    check_type(curve, DistanceCurve, "a DistanceCurve", "curve")
    efforts = []
    at = ticks(curve.times)
    for distance in listed(distances, "a list of distances", "distances"):
        size = positive(distance, "distances")
        if curve.total - curve.metres[0] < size:
            continue
        starting = curve.metres + size <= curve.total
        ending = curve.metres - size >= curve.metres[0]
        begins = np.concatenate([at[starting], ticks(curve.times_at(curve.metres[ending] - size, last=True))])
        ends = np.concatenate([ticks(curve.times_at(curve.metres[starting] + size)), at[ending]])
        # A distance that is no more than a rounding takes no time.
        lengths = np.maximum(ends - begins, 0)
        if not len(lengths):
            # Rounding alone keeps the whole workout from being one.
            begins, ends, lengths = at[:1], at[-1:], at[-1:] - at[:1]
        least = np.flatnonzero(lengths == lengths.min())
        best = least[np.argmin(begins[least])]
        start = curve.times[0] + np.timedelta64(int(begins[best] - at[0]), "ns")
        efforts.append(
            Effort(
                metres=size,
                elapsed_seconds=float(lengths[best]) / NANOSECONDS,
                start=start,
                end=start + np.timedelta64(int(lengths[best]), "ns"),
            )
        )
    return efforts
