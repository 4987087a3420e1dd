"""Grade-adjusted pace: what a run on hills would have been on the level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import check_type
from .arrays import column, numbers, positive
from .distance import DistanceCurve
from .splits import KILOMETRE

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..samples.columns import Floats

#: Grades beyond these were not measured.
GRADE_MAX = 0.45
#: Metres over which the grade is smoothed.
GRADE_WINDOW = 40.0
#: Metres: over less than that no grade is measured.
_LENGTH_MIN = 1e-6
#: The cost of running on the level: joules for each kilogram and metre.
LEVEL_COST = 3.6


def running_cost(grades: npt.ArrayLike) -> Floats:
    """The energy that running takes at each grade, in joules for each kilogram and metre.

    Grades are rise over run, and count as within ±0.45, where the cost was measured. Reference: Minetti, Moia, Roi,
    Susta, Ferretti, Energy cost of walking and running at extreme uphill and downhill slopes, Journal of Applied
    Physiology 93 (2002) 1039-1046.

    >>> running_cost([0, 0.1, -0.2, 0.45]).round(3)
    array([ 3.6  ,  5.968,  1.8  , 19.426])
    """
    i = np.clip(column(grades, "grades"), -GRADE_MAX, GRADE_MAX)
    cost: Floats = ((((155.4 * i - 30.4) * i - 43.3) * i + 46.3) * i + 19.5) * i + LEVEL_COST
    return cost


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GradeAdjusted:
    """A run as it would have been on the level for the same energy."""

    #: The distance on the level, by each time.
    curve: DistanceCurve
    #: The grade of each step of the distance.
    grades: Floats

    @property
    def method(self) -> str:
        """How it was found."""
        return self.curve.method

    def seconds_per_kilometre(self, seconds: float) -> float | None:
        """The pace on the level of a workout that took these seconds. None: there was no distance."""
        return seconds / self.curve.total * KILOMETRE if self.curve.total > 0 else None


def grade_adjusted(
    curve: DistanceCurve, altitudes: npt.ArrayLike, *, window: float = GRADE_WINDOW
) -> GradeAdjusted | None:
    """The distance on the level of a distance and the altitude at each of its times. NaN: not known.

    Method: the grade at a point is the mean altitude over half a window after it less that over half a window before
    it, over the distance between their middles; unknown altitudes lie on a line between known ones, and before the
    first and after the last one it is level. Each step counts as many times its length as running at its grade takes of
    the energy of running on the level (`running_cost`). None: the altitude is known at fewer than two distances.
    Reference: that of `running_cost`, Minetti and others (2002).

    >>> from .distance import distance_of_samples
    >>> curve = distance_of_samples(["2026-11-21T08:00"], ["2026-11-21T08:10"], [2000])
    >>> adjusted = grade_adjusted(curve, [100, 300])
    >>> round(adjusted.curve.total), round(adjusted.seconds_per_kilometre(600))
    (3316, 181)
    """
    check_type(curve, DistanceCurve, "a DistanceCurve", "curve")
    heights = numbers(altitudes, "altitudes", len(curve.times))
    size = positive(window, "window")
    known = np.isfinite(heights)
    # A distance has one altitude: the mean of those that were measured while the person stood there.
    places, rows = np.unique(curve.metres[known], return_inverse=True)
    if len(places) < 2:
        return None
    grades = _grades(curve.metres, places, np.bincount(rows, heights[known]) / np.bincount(rows), size)
    steps = np.diff(curve.metres) * running_cost(grades) / LEVEL_COST
    method = f"Minetti 2002, grade within ±{GRADE_MAX:g} over {size:g} m"
    level = DistanceCurve(times=curve.times, metres=np.concatenate([[0], np.cumsum(steps)]), method=method)
    return GradeAdjusted(curve=level, grades=grades)


def _grades(metres: Floats, places: Floats, profile: Floats, window: float) -> Floats:
    """The grade at the middle of each step, of the altitudes at some places."""
    areas = np.concatenate([[0], np.cumsum((profile[1:] + profile[:-1]) / 2 * np.diff(places))])

    def area(at: Floats) -> Floats:
        """Under the altitudes from the beginning: straight lines between them, so parabolas."""
        before = np.clip(np.searchsorted(places, at, side="right") - 1, 0, len(places) - 2)
        height = np.interp(at, places, profile)
        result: Floats = areas[before] + (profile[before] + height) / 2 * (at - places[before])
        return result

    middles = (metres[1:] + metres[:-1]) / 2
    begins = np.maximum(middles - window / 2, metres[0])
    ends = np.minimum(middles + window / 2, metres[-1])
    height = np.interp(middles, places, profile)
    here = area(middles)
    before = np.divide(here - area(begins), middles - begins, out=height.copy(), where=middles - begins > _LENGTH_MIN)
    after = np.divide(area(ends) - here, ends - middles, out=height.copy(), where=ends - middles > _LENGTH_MIN)
    apart = (ends - begins) / 2
    grades: Floats = np.divide(after - before, apart, out=np.zeros(len(middles)), where=apart > _LENGTH_MIN)
    return grades
