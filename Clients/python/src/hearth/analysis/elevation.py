"""How far up and down a person went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .arrays import column, positive

if TYPE_CHECKING:
    import numpy.typing as npt

#: Metres.
HYSTERESIS = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Elevation:
    """Metres up and metres down. None: not known."""

    ascended: float | None
    descended: float | None
    #: How they were found. Methods differ by multiples: print it with the numbers.
    method: str


def elevation_of_altitudes(altitudes: npt.ArrayLike, *, hysteresis: float = HYSTERESIS) -> Elevation | None:
    """The climbs and descents of altitudes in their order, without changes of up to `hysteresis` metres.

    Method: an altitude counts when it differs by more than the hysteresis from the last one that counted; the
    difference is then climbed or descended. Reference: "Elevation Gain" and "Elevation Loss" of GoldenCheetah, with its
    3 m. Other programs have other thresholds ("Elevation Gain" of Strava's support). Altitudes that are not known (NaN)
    are passed over. None: fewer than two are known.

    >>> elevation_of_altitudes([100, 102, 100, 104, 108, 107])
    Elevation(ascended=8.0, descended=0.0, method='hysteresis of 3 m')
    """
    array = column(altitudes, "altitudes")
    margin = positive(hysteresis, "hysteresis")
    known = array[np.isfinite(array)]
    if len(known) < 2:
        return None
    ascended = descended = 0.0
    reference = float(known[0])
    # Each altitude that counts depends on the one before, so that this is a loop.
    for altitude in known.tolist():
        change = altitude - reference
        if change > margin:
            ascended += change
        elif change < -margin:
            descended -= change
        else:
            continue
        reference = altitude
    return Elevation(ascended=ascended, descended=descended, method=f"hysteresis of {margin:g} m")
