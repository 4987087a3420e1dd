"""The track of a workout: the positions that count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import check_type
from ..errors import ErrorCode, RequestError
from .arrays import moments, numbers, optional_numbers, positive
from .spans import NO_SPANS, Spans

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..samples.columns import Floats
    from ..samples.times import Times, TimesLike

#: Positions that are less accurate than this, in metres, do not count.
ACCURACY_MAX = 50.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Track:
    """Positions in strictly ascending order of time. `make_track` makes one of any."""

    times: Times
    #: Degrees.
    latitudes: Floats
    longitudes: Floats
    #: Metres; NaN: not known.
    altitudes: Floats
    #: Metres a second, as the device measured them; NaN: not known.
    speeds: Floats
    #: The pauses: no position lies in one.
    pauses: Spans
    #: Metres: less accurate positions were left out.
    accuracy_max: float
    #: How many of the positions that were given are not here.
    dropped: int

    def __len__(self) -> int:
        return len(self.times)


def make_track(
    times: TimesLike,
    latitudes: npt.ArrayLike,
    longitudes: npt.ArrayLike,
    *,
    altitudes: npt.ArrayLike | None = None,
    speeds: npt.ArrayLike | None = None,
    horizontal_accuracies: npt.ArrayLike | None = None,
    vertical_accuracies: npt.ArrayLike | None = None,
    pauses: Spans = NO_SPANS,
    accuracy_max: float = ACCURACY_MAX,
) -> Track:
    """The positions that count, of those in any order.

    Left out are positions without a latitude or longitude (NaN), those inside a pause, those with a horizontal accuracy
    above `accuracy_max` metres or below 0 (invalid, as Core Location has it), and of several at the same time all but
    the first. Negative speeds are not known, nor are altitudes with a negative vertical accuracy. Where no position has
    an accuracy of 0 or more, accuracies are not known, and nothing is left out because of them.
    """
    check_type(pauses, Spans, "Spans", "pauses")
    at = moments(times, "times")
    count = len(at)
    north, east = numbers(latitudes, "latitudes", count), numbers(longitudes, "longitudes", count)
    _check_degrees(north, 90, "latitudes")
    _check_degrees(east, 360, "longitudes")
    heights = optional_numbers(altitudes, "altitudes", count)
    measured = optional_numbers(speeds, "speeds", count)
    horizontal = optional_numbers(horizontal_accuracies, "horizontal_accuracies", count)
    vertical = optional_numbers(vertical_accuracies, "vertical_accuracies", count)
    limit = positive(accuracy_max, "accuracy_max")

    kept = np.isfinite(north) & np.isfinite(east)
    # The position at which a pause begins ends what was before it.
    kept &= ~pauses.hold(at) | np.isin(at, pauses.starts)
    kept &= ~(horizontal > limit) & ~_invalid(horizontal)
    heights = np.where(_invalid(vertical) | ~np.isfinite(heights), np.nan, heights)
    measured = np.where((measured >= 0) & np.isfinite(measured), measured, np.nan)

    rows = np.flatnonzero(kept)
    if len(rows) and (at[rows][1:] <= at[rows][:-1]).any():
        rows = rows[np.argsort(at[rows], kind="stable")]
        rows = rows[np.concatenate([[True], at[rows][1:] > at[rows][:-1]])]
    return Track(
        times=at[rows],
        latitudes=north[rows],
        longitudes=east[rows],
        altitudes=heights[rows],
        speeds=measured[rows],
        pauses=pauses,
        accuracy_max=limit,
        dropped=count - len(rows),
    )


def _invalid(accuracies: Floats) -> npt.NDArray[np.bool_]:
    """Which accuracies are negative, if any is known at all."""
    negative: npt.NDArray[np.bool_] = accuracies < 0
    return negative & bool((accuracies >= 0).any())


def _check_degrees(degrees: Floats, limit: float, field: str) -> None:
    wrong = np.abs(degrees) > limit
    if wrong.any():
        row = int(np.argmax(wrong))
        raise RequestError(
            ErrorCode.VALUE_OUT_OF_RANGE, "The latitude or longitude is out of range.", f"{field}[{row}]"
        )
