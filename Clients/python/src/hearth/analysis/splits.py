"""The splits of a workout: its kilometres or miles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import check_optional, check_type, listed
from ..errors import ErrorCode, RequestError
from .arrays import NANOSECONDS, moments, positive, tick, ticks
from .distance import DistanceCurve
from .moving import MovingTime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..samples.times import Times, TimesLike

KILOMETRE = 1000.0
MILE = 1609.344
#: More splits are refused: a workout has them only where its distance or the length is wrong.
SPLITS_MAX = 100_000
#: Metres: what is left over and shorter is not a split.
_REMAINDER_MIN = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A part of a workout of a given distance."""

    #: From 1.
    number: int
    start: np.datetime64
    end: np.datetime64
    #: None: not known.
    metres: float | None
    #: From its start to its end, with pauses.
    elapsed_seconds: float
    #: Of these the ones in which the person moved. None: not known.
    moving_seconds: float | None
    #: Whether it is shorter than the others: the last one.
    is_partial: bool

    @property
    def seconds_per_kilometre(self) -> float | None:
        """The pace: of the moving time where it is known, else of the elapsed time. None: there was no distance."""
        if not self.metres:
            return None
        seconds = self.elapsed_seconds if self.moving_seconds is None else self.moving_seconds
        return seconds / self.metres * KILOMETRE


def find_splits(curve: DistanceCurve, length: float = KILOMETRE, *, moving: MovingTime | None = None) -> list[Split]:
    """A split for each `length` metres, and a partial one for what is left.

    Method: the time at which each multiple of the length was reached is interpolated between the two nearest times of
    the distance. Where the person rested at just that distance, it is the beginning of the rest. Reference:
    `splits_metric` and `splits_standard` of a `DetailedActivity` in the reference of Strava's API, version 3, which has
    the same numbers of each.

    >>> from .distance import distance_of_samples
    >>> curve = distance_of_samples(["2026-11-21T08:00"], ["2026-11-21T08:10"], [2500])
    >>> [(split.metres, split.elapsed_seconds, split.is_partial) for split in find_splits(curve)]
    [(1000.0, 240.0, False), (1000.0, 240.0, False), (500.0, 120.0, True)]
    """
    check_type(curve, DistanceCurve, "a DistanceCurve", "curve")
    check_optional(moving, MovingTime, "a MovingTime", "moving")
    size = positive(length, "length")
    total = curve.total
    if total / size > SPLITS_MAX:
        text = f"The distance has more than {SPLITS_MAX} splits of this length."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, "length")
    whole = int((total + _REMAINDER_MIN) // size)
    marks = np.minimum(np.arange(whole + 1) * size, total)
    if total - whole * size > _REMAINDER_MIN:
        marks = np.append(marks, total)
    if len(marks) < 2:
        return []
    times = curve.times_at(marks)
    # The first begins with the workout's distance, also after a rest.
    times[0] = curve.times[0]
    return _measured(times[:-1], times[1:], np.diff(marks).tolist(), whole, moving)


def find_laps(
    starts: TimesLike, ends: TimesLike, *, curve: DistanceCurve | None = None, moving: MovingTime | None = None
) -> list[Split]:
    """What lies between given times, such as the laps or segments that a device marked, in the order of their starts.
    Without a `curve` the distances are not known. Reference: `HKWorkoutEventType.lap` and `HKWorkoutEventType.segment`
    in the documentation of HealthKit."""
    check_optional(curve, DistanceCurve, "a DistanceCurve", "curve")
    check_optional(moving, MovingTime, "a MovingTime", "moving")
    first, last = moments(starts, "starts"), moments(ends, "ends")
    if len(first) != len(last):
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(last)} ends for {len(first)} starts.", "ends")
    order = np.argsort(first, kind="stable")
    first, last = first[order], last[order]
    metres = [None] * len(first) if curve is None else (curve.metres_at(last) - curve.metres_at(first)).tolist()
    return _measured(first, last, metres, len(first), moving)


def _measured(
    starts: Times, ends: Times, metres: Sequence[float | None], whole: int, moving: MovingTime | None
) -> list[Split]:
    elapsed = (ticks(ends) - ticks(starts)) / NANOSECONDS
    moved = None if moving is None else moving.spans.seconds_within(starts, ends)
    return [
        Split(
            number=row + 1,
            start=starts[row],
            end=ends[row],
            metres=metres[row],
            elapsed_seconds=float(elapsed[row]),
            moving_seconds=None if moved is None else float(moved[row]),
            is_partial=row >= whole,
        )
        for row in range(len(starts))
    ]


def segment_difference(splits: Sequence[Split], segment_ends: TimesLike) -> float | None:
    """The greatest difference in seconds between the end of a whole split and the nearest end of a segment.

    Devices mark each kilometre and each mile with an event of the kind `segment`; splits that agree with them do so
    within a second. None: there are no whole splits, or no segments.
    """
    given = listed(splits, "a list of splits", "splits")
    for index, split in enumerate(given):
        check_type(split, Split, "a Split", f"splits[{index}]")
    ends = np.array([tick(split.end) for split in given if not split.is_partial], np.int64)
    marks = np.sort(ticks(moments(segment_ends, "segment_ends")))
    if not len(ends) or not len(marks):
        return None
    after = np.clip(np.searchsorted(marks, ends), 1, max(len(marks) - 1, 1))
    before = marks[after - 1]
    nearest = np.minimum(np.abs(ends - before), np.abs(ends - marks[np.minimum(after, len(marks) - 1)]))
    return float(nearest.max()) / NANOSECONDS
